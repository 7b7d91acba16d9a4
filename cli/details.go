package cli

import (
	"fmt"
	"strings"
	"time"

	"knack/render/safe"
	"knack/skill"
	"knack/tui/explain"
)

// details gives the rows of what is known about a skill: where it is, what became
// of it, what it says about itself.
func details(k *skill.Skill, doc skill.Document) [][]safe.Text {
	var rows [][]safe.Text
	row := func(key, value string) {
		if value != "" {
			rows = append(rows, []safe.Text{safe.Line(key), safe.Line(value)})
		}
	}
	row("path", k.Path)
	if k.RealPath != k.Path {
		row("real path", k.RealPath)
	}
	for _, also := range k.Also {
		row("also at", also)
	}
	row("reason", k.Reason)
	row("shadowed by", k.ShadowedBy)
	for _, key := range k.Shadows {
		row("shadows", key)
	}
	if k.Override.Value != "" {
		row("settings say", k.Override.Value+", in "+k.Override.From)
	}
	row("who can call it", explain.Callers(k))
	row("size", fmt.Sprintf("%d bytes, body ~%d tokens", k.Bytes, skill.Tokens(k.BodyBytes)))
	if !k.Modified.IsZero() {
		row("modified", k.Modified.Format(time.DateTime))
	}
	row("encoding", k.Encoding)
	for _, f := range doc.Fields {
		if f.Key != "description" {
			row(f.Key, value(doc, f))
		}
	}
	return rows
}

// value is what a field says. Lists come from the reading of them, as there are
// several ways to write one.
func value(doc skill.Document, f skill.Field) string {
	lists := map[string][]string{
		"arguments": doc.Arguments, "paths": doc.Paths,
		"allowed-tools": doc.AllowedTools, "disallowed-tools": doc.DisallowedTools,
	}
	if list := lists[f.Key]; len(list) > 0 {
		return strings.Join(list, ", ")
	}
	return f.Value
}
