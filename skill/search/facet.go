package search

import (
	"slices"
	"strings"
	"unicode"
)

// A Facet asks for something that is known of an entry beside its texts. It holds
// when one of the values does or, with Not, when none does.
type Facet struct {
	Field string // source, is, has or tool
	// Values are among FacetValues, but for tools, where they are what names of tools
	// begin with, in lower case.
	Values []string
	Not    bool
}

// facets has the fields that aren't texts, and their values; anything can be a tool.
var facets = []struct {
	field  string
	values []string
}{
	{"source", []string{"managed", "user", "project", "nested", "add-dir", "plugin", "command", "bundled"}},
	{"is", []string{"active", "shadowed", "hidden", "disabled", "broken", "changed", "new"}},
	{"has", []string{"args", "commands", "files", "problems"}},
	{"tool", []string{}},
}

// FacetValues gives the values a field may have: none, but not nil, when there may be
// any; nil when it is no such field.
func FacetValues(field string) []string {
	for _, f := range facets {
		if f.field == field {
			return f.values
		}
	}
	return nil
}

// inFile tells whether only the file can say whether f holds.
func (f Facet) inFile() bool {
	return f.Field == "has" && !slices.Equal(f.Values, []string{"problems"})
}

// Holds tells whether f does, given what a value has to be.
func (f Facet) Holds(is func(value string) bool) bool {
	return slices.ContainsFunc(f.Values, is) != f.Not
}

// facet reads a part about something else than texts, and tells whether it makes
// sense. A value that isn't whole yet is all those it may become.
func (p *parser) facet(field, value string, not bool) bool {
	f := Facet{Field: field, Not: not}
	for alternative := range strings.SplitSeq(strings.ToLower(value), "|") {
		if p.count++; p.count > maxWords {
			break
		}
		alternative = strings.TrimPrefix(alternative, field+":")
		values := []string{alternative}
		if known := FacetValues(field); len(known) > 0 {
			values = beginning(known, alternative)
		}
		switch {
		case alternative == "":
		case len(values) == 0:
			return false
		default:
			f.Values = append(f.Values, values...)
		}
	}
	if len(f.Values) > 0 {
		p.facets = append(p.facets, f)
	}
	return true
}

// beginning gives the texts that begin with start, or the one that is start.
func beginning(texts []string, start string) []string {
	if slices.Contains(texts, start) {
		return []string{start}
	}
	var found []string
	for _, text := range texts {
		if strings.HasPrefix(text, start) {
			found = append(found, text)
		}
	}
	return found
}

// Asks tells whether q has a facet of a field.
func (q Query) Asks(field string) bool {
	return slices.ContainsFunc(q.facets, func(f Facet) bool { return f.Field == field })
}

// AsksFor tells whether q has a facet with a value.
func (q Query) AsksFor(field, value string) bool {
	return slices.ContainsFunc(q.facets, func(f Facet) bool { return f.Field == field && slices.Contains(f.Values, value) })
}

// Filter gives the hits for which the facets of q hold, as Find does.
func (q Query) Filter(hits []Hit, fits func(entry int, f Facet) bool) []Hit {
	return slices.DeleteFunc(hits, func(h Hit) bool { return !q.admits(h.Entry, fits) })
}

// admits tells whether all facets of q hold for an entry but those that only its file
// knows.
func (q *Query) admits(entry int, fits func(int, Facet) bool) bool {
	return !slices.ContainsFunc(q.facets, func(f Facet) bool { return !f.inFile() && !fits(entry, f) })
}

// InFiles tells whether only the files can say what q finds: then Find gives all that
// may be found, and [Query.Reads] what is.
func (q Query) InFiles() bool {
	return len(q.bodies) > 0 || slices.ContainsFunc(q.facets, Facet.inFile)
}

// Reads tells whether a file is what q asks for, given its text and what a value of
// has: is. That of names and descriptions isn't looked at again.
func (q Query) Reads(body string, has func(value string) bool) bool {
	for _, f := range q.facets {
		if f.inFile() && !f.Holds(has) {
			return false
		}
	}
	if len(q.bodies) == 0 {
		return true
	}
	p := newPage(body, false)
	for _, c := range q.bodies {
		if (p.weighs(c) > 0) == c.not {
			return false
		}
	}
	return true
}

// Complete completes the field or the value that a query ends in: as far as there is
// only one way to go on. choices are the ways where there are several. tools gives the
// names of tools there are.
func Complete(query string, tools func() []string) (completed string, choices []string) {
	at := strings.LastIndexFunc(query, unicode.IsSpace) + 1
	for at < len(query) && query[at] == '!' {
		at++
	}
	head, part := query[:at], query[at:]
	field, value, fielded := strings.Cut(part, ":")
	if !fielded {
		if part == "" {
			return query, fieldNames()
		}
		return complete(head, part, fieldNames())
	}
	values := FacetValues(strings.ToLower(field))
	if values != nil && len(values) == 0 {
		values = tools()
	}
	last := strings.LastIndexByte(value, '|') + 1
	return complete(head+field+":"+value[:last], value[last:], values)
}

func fieldNames() []string {
	var names []string
	for _, f := range facets {
		names = append(names, f.field+":")
	}
	return append(names, "name:", "desc:", "body:")
}

func complete(head, part string, texts []string) (completed string, choices []string) {
	for _, text := range texts {
		if len(text) >= len(part) && strings.EqualFold(text[:len(part)], part) {
			choices = append(choices, text)
		}
	}
	if len(choices) == 0 {
		return head + part, nil
	}
	common := choices[0]
	for _, text := range choices[1:] {
		common = common[:commonPrefix(common, text)]
	}
	if len(choices) > 1 && len(common) < len(part) { // they differ in case
		return head + part, choices
	}
	if len(choices) > 1 {
		return head + common, choices
	}
	if !strings.HasSuffix(common, ":") {
		common += " "
	}
	return head + common, nil
}
