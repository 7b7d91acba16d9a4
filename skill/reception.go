package skill

import (
	"slices"
	"strings"
)

// A Reception is what a host makes of a file by what stands in it, wherever it lies.
type Reception string

const (
	// Whole: it is loaded.
	Whole Reception = "whole"
	// BodyOnly: it is loaded without its metadata, which aren't valid YAML, or don't stand
	// where frontmatter is looked for.
	BodyOnly Reception = "body-only"
	// Dropped: it isn't loaded.
	Dropped Reception = "dropped"
)

// Receive tells what the host makes of a file's bytes in a folder of that name, and
// why it doesn't take the whole. A command has no folder: "".
func (h *Host) Receive(data []byte, folder string) (Reception, Problem) {
	reading := &h.Frontmatter
	doc, _ := parseHead(data, reading)
	if folder != "" && h.Reserved != "" && strings.EqualFold(folder, h.Reserved) {
		return Dropped, Problem{
			Code: "reserved-name", Severity: Error, Line: 1, Column: 1,
			Message: h.Title + " keeps the folder name " + h.Reserved + " for itself", Hint: "give the folder another name",
		}
	}
	if p, drops := reading.dropped(h.Title, folder, &doc); drops && folder != "" {
		return Dropped, p
	}
	if reading.loses(&doc.Frontmatter) {
		return BodyOnly, Problem{
			Code: "host-drops", Severity: Error, Line: max(1, firstError(doc.Problems)), Column: 1,
			Message: "the frontmatter " + doc.unread(),
			Hint:    "mend what is said of this line",
		}
	}
	if p, lost := doc.missed(); lost {
		return BodyOnly, p
	}
	return Whole, Problem{}
}

// unread says why the frontmatter isn't read.
func (d *Document) unread() string {
	if slices.ContainsFunc(d.Problems, func(p Problem) bool { return p.Code == "limit" && p.Severity == Error }) {
		return "is more than knack reads, so what the agent makes of it isn't known"
	}
	return "isn't valid YAML"
}

// missed is why a block of metadata is read as body; ok is false when none is.
func (d *Document) missed() (p Problem, ok bool) {
	i := slices.IndexFunc(d.Problems, func(p Problem) bool {
		return p.Severity == Error && strings.HasPrefix(p.Code, "frontmatter-")
	})
	if d.BodyOffset > 0 || i < 0 {
		return Problem{}, false
	}
	return d.Problems[i], true
}
