package lint

import (
	"cmp"
	"slices"
	"strconv"

	"knack/skill"
)

// An Outcome is what becomes of a file.
type Outcome string

const (
	// Loads: it is loaded with all its metadata.
	Loads Outcome = "loads"
	// LoadsBody: it is loaded without its metadata.
	LoadsBody Outcome = "loads-body"
	// Drops: it is not loaded.
	Drops Outcome = "drops"
	// Accepts and Rejects are what the specification's validator says.
	Accepts Outcome = "accepts"
	Rejects Outcome = "rejects"
)

// A Verdict is what one judge makes of a file: a rulebook, or a host.
type Verdict struct {
	// By is the name of the judge, Title the name as people write it.
	By    string `json:"by"`
	Title string `json:"title"`
	// Outcome is "" where the judge doesn't know such files.
	Outcome Outcome `json:"outcome"`
	// Line and Message say why it isn't taken whole. Message is untrusted text.
	Line    int    `json:"line,omitempty"`
	Message string `json:"message,omitempty"`
}

// Good tells whether the file is taken whole, or isn't judged.
func (v Verdict) Good() bool { return v.Outcome == Loads || v.Outcome == Accepts || v.Outcome == "" }

// Says puts a verdict into words.
func (v Verdict) Says() string {
	says := v.Title + " " + map[Outcome]string{
		Loads: "loads it", LoadsBody: "loads it without its metadata", Drops: "drops it",
		Accepts: "accepts it", Rejects: "rejects it", "": "doesn't know such files",
	}[v.Outcome]
	if v.Line > 0 {
		says += ": line " + strconv.Itoa(v.Line)
	}
	if v.Message != "" {
		says += ": " + v.Message
	}
	return says
}

func (s *subject) verdict(b Rulebook, findings []Finding) Verdict {
	if b == ClaudeCode {
		return hostVerdict(s.host, s.File)
	}
	v := Verdict{By: string(AgentSkills), Title: "the open spec's validator"}
	if s.Command {
		return v
	}
	v.Outcome = Accepts
	for _, f := range findings {
		if f.Severity == skill.Error && slices.Contains(f.Books, AgentSkills) {
			v.Outcome, v.Line, v.Message = Rejects, f.Line, f.Message
			break
		}
	}
	return v
}

// Hosts gives what other agents make of a skill, those that take it whole left out. A
// command file means nothing to most of them, and none of them judges it here.
func Hosts(f File, hosts []*skill.Host) []Verdict {
	verdicts := []Verdict{}
	for _, h := range hosts {
		if v := hostVerdict(h, f); !f.Command && f.Unread == "" && !v.Good() {
			verdicts = append(verdicts, v)
		}
	}
	return verdicts
}

// Others are the hosts that ship with knack and have no rulebook here.
func Others() []*skill.Host {
	var hosts []*skill.Host
	for _, name := range skill.HostNames() {
		if slices.Contains(Rulebooks(), Rulebook(name)) {
			continue
		}
		h, err := skill.LoadHost(name)
		if err != nil {
			panic(err) // it ships with us
		}
		hosts = append(hosts, h)
	}
	return hosts
}

var outcomes = map[skill.Reception]Outcome{skill.Whole: Loads, skill.BodyOnly: LoadsBody, skill.Dropped: Drops}

func hostVerdict(h *skill.Host, f File) Verdict {
	if why := cmp.Or(f.Unread, f.misnamed()); why != "" {
		return Verdict{By: h.Name, Title: h.Title, Outcome: Drops, Message: why}
	}
	folder := f.Folder
	if f.Command {
		folder = ""
	}
	reception, why := h.Receive(f.Data, folder)
	return Verdict{By: h.Name, Title: h.Title, Outcome: outcomes[reception], Line: why.Line, Message: why.Message}
}
