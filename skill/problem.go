package skill

import "strconv"

// Severity says how much a problem costs the person, not how it is drawn.
type Severity string

const (
	// Error: the host drops the skill, or a part of it the person wrote is lost.
	Error Severity = "error"
	// Warning: the skill works, but not as its author most likely meant it.
	Warning Severity = "warning"
	// Note: worth knowing, nothing to mend.
	Note Severity = "note"
)

// Severities gives all severities, the worst first.
func Severities() []Severity { return []Severity{Error, Warning, Note} }

// A Problem is something wrong with a root or a skill. A problem never hides a
// skill: it stands beside it, so that the person sees both.
//
// Message and Hint may quote the file and are untrusted text.
type Problem struct {
	// Code is stable and lower-case with dashes ("yaml-recovered"); scripts match on it.
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	// Path names the entry a root's problem is about; "" for a skill's own problems.
	Path string `json:"path,omitempty"`
	// Line and Column are 1-based positions in the file, Column in characters; 0 means unknown.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Message says what is wrong, lower-case, without a final stop.
	Message string `json:"message"`
	// Hint says what to do about it; for recovered YAML it is the corrected line.
	Hint string `json:"hint,omitempty"`
}

// Counted writes a number of things: "0 skills", "1 skill".
func Counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}
