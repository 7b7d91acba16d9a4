package cli

import (
	"time"

	"knack/render"
	"knack/render/safe"
	"knack/skill"
)

// The shapes of --json. Scripts rely on them: fields are added, never renamed or
// taken away, without a new version.

// An envelopeJSON starts every answer.
type envelopeJSON struct {
	Version int    `json:"version"`
	Host    string `json:"host"`
}

func envelope(host *skill.Host) envelopeJSON { return envelopeJSON{1, host.Name} }

func (a *app) printJSON(v any) error {
	data, err := safe.JSON(v)
	if err != nil {
		return wrong("writing JSON: %v", err)
	}
	a.out.Write(data)
	return nil
}

type listJSON struct {
	envelopeJSON
	RankedBy string      `json:"ranked_by"` // name, words, meaning, words and meaning, or what --sort says
	Skills   []skillJSON `json:"skills"`
}

type showJSON struct {
	envelopeJSON
	Skill  skillJSON   `json:"skill"`
	Fields []fieldJSON `json:"fields"`
	Body   string      `json:"body"`
}

// A skillJSON is a skill. Sizes are bytes and estimated tokens.
type skillJSON struct {
	Key         string `json:"key"`
	ID          string `json:"id"`
	Label       string `json:"label"`
	Description string `json:"description"`
	WhenToUse   string `json:"when_to_use"`

	Source   skill.Source `json:"source"`
	Scope    string       `json:"scope"`
	Root     string       `json:"root"`
	Path     string       `json:"path"`
	Dir      string       `json:"dir"`
	RealPath string       `json:"real_path"`
	Also     []string     `json:"also"`

	State      skill.State `json:"state"`
	Reason     string      `json:"reason"`
	ShadowedBy string      `json:"shadowed_by"`
	Shadows    []string    `json:"shadows"`

	Override       string   `json:"override"` // what the settings say of it, "" for nothing
	ModelInvocable bool     `json:"model_invocable"`
	UserInvocable  bool     `json:"user_invocable"`
	Paths          []string `json:"paths"`
	Arguments      []string `json:"arguments"`
	ArgumentHint   string   `json:"argument_hint"`
	AllowedTools   []string `json:"allowed_tools"`

	Problems      []skill.Problem `json:"problems"`
	Encoding      string          `json:"encoding"`
	Bytes         int             `json:"bytes"`
	BodyTokens    int             `json:"body_tokens"`
	ListingTokens int             `json:"listing_tokens"`
	Modified      time.Time       `json:"modified,omitzero"`
}

func skillView(k *skill.Skill, lines lineTokens) skillJSON {
	read := k.AsRead()
	return skillJSON{
		Key: k.Key, ID: k.ID, Label: k.Label(), Description: k.Description, WhenToUse: k.WhenToUse,
		Source: k.Source, Scope: k.Scope, Root: k.Root,
		Path: k.Path, Dir: k.Dir, RealPath: k.RealPath, Also: orEmpty(k.Also),
		State: k.State, Reason: k.Reason, ShadowedBy: k.ShadowedBy, Shadows: orEmpty(k.Shadows),
		Override: k.Override.Value, ModelInvocable: read.ModelInvocable(), UserInvocable: read.UserInvocable, Paths: orEmpty(k.Paths),
		Arguments: orEmpty(k.Arguments), ArgumentHint: k.ArgumentHint, AllowedTools: orEmpty(k.AllowedTools),
		Problems: orEmpty(k.Problems), Encoding: k.Encoding,
		Bytes: k.Bytes, BodyTokens: skill.Tokens(k.BodyBytes), ListingTokens: lines[k.Key],
		Modified: k.Modified,
	}
}

func skillViews(skills []*skill.Skill, lines lineTokens) []skillJSON {
	views := make([]skillJSON, len(skills))
	for i, k := range skills {
		views[i] = skillView(k, lines)
	}
	return views
}

// lineTokens estimates by key what the line of a skill costs that tells the model of it.
type lineTokens map[string]int

func tokensOf(l skill.Listing) lineTokens {
	tokens := make(lineTokens, len(l.Entries))
	for _, e := range l.Entries {
		tokens[e.Skill.Key] = e.Tokens()
	}
	return tokens
}

// orEmpty makes sure that an empty list is [] in JSON, never null.
func orEmpty[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

func showView(host *skill.Host, lines lineTokens, k *skill.Skill, doc skill.Document) showJSON {
	v := showJSON{envelopeJSON: envelope(host), Skill: skillView(k, lines), Fields: []fieldJSON{}, Body: doc.Body}
	for _, f := range doc.Fields {
		v.Fields = append(v.Fields, fieldJSON{f.Key, f.Value, f.Line, f.Column, f.Known})
	}
	return v
}

type fieldJSON struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Known  bool   `json:"known"`
}

// A listingJSON is what the model is told of the skills before it calls one. Lengths are
// characters.
type listingJSON struct {
	envelopeJSON
	Text       string      `json:"text"`
	Window     int         `json:"window"` // in tokens, 0 when not given
	Entry      int         `json:"entry"`  // the most of one description, 0 for any number
	Budget     int         `json:"budget"` // of all lines, 0 for any number
	Rule       string      `json:"rule"`   // where the budget comes from, "" when it is given as a number
	From       string      `json:"from"`   // the settings or variables that change these, "" for none
	Characters int         `json:"characters"`
	Wanted     int         `json:"wanted"` // without a budget
	Tokens     int         `json:"tokens"`
	Unverified []string    `json:"unverified"`
	Entries    []entryJSON `json:"entries"`
	Rules      rulesJSON   `json:"rules"`
}

type entryJSON struct {
	Key    string      `json:"key"`
	ID     string      `json:"id"`
	Shown  skill.Shown `json:"shown"`
	Reason string      `json:"reason"` // why not in full
	Line   string      `json:"line"`
	Cut    int         `json:"cut"` // where a description is cut, 0 where it isn't
	Tokens int         `json:"tokens"`
}

func listingView(host *skill.Host, o skill.ListingOptions, l skill.Listing) listingJSON {
	v := listingJSON{
		envelopeJSON: envelope(host), Text: l.Text(), Window: o.Window, Entry: l.EntryLimit, Budget: l.Budget, Rule: l.Rule, From: o.From(),
		Characters: l.Characters, Wanted: l.Wanted, Tokens: skill.Tokens(len(l.Lines())), Unverified: orEmpty(l.Unverified),
		Entries: []entryJSON{}, Rules: rulesView(host),
	}
	for _, e := range l.Entries {
		v.Entries = append(v.Entries, entryJSON{e.Skill.Key, e.Skill.ID, e.Shown, e.Reason, e.Line, e.Cut, e.Tokens()})
	}
	return v
}

type sourcesJSON struct {
	envelopeJSON
	Roots []rootJSON `json:"roots"`
}

type rootJSON struct {
	Rank    int           `json:"rank"`
	Source  skill.Source  `json:"source"`
	Scope   string        `json:"scope"`
	Label   string        `json:"label"`
	Dir     string        `json:"dir"`
	RealDir string        `json:"real_dir"`
	Outcome skill.Outcome `json:"outcome"`
	SameAs  string        `json:"same_as"`
	Found   int           `json:"found"`
	Note    string        `json:"note"`
	Off     string        `json:"off"`    // why nothing from here is loaded
	Plugin  string        `json:"plugin"` // whose root it is
	Below   string        `json:"below"`  // the folder of a nested root
	// Unverified is what of this place is not known for certain, "" for nothing.
	Unverified string          `json:"unverified"`
	Problems   []skill.Problem `json:"problems"`
}

func rootView(r *skill.Root) rootJSON {
	return rootJSON{
		Rank: r.Rank, Source: r.Source, Scope: r.Scope, Label: r.Label(), Dir: r.Dir, RealDir: r.RealDir,
		Outcome: r.Outcome, SameAs: r.SameAs, Found: r.Found, Note: r.Note,
		Off: r.Off, Plugin: r.Plugin, Below: r.Below, Unverified: r.Unverified, Problems: orEmpty(r.Problems),
	}
}

type whyJSON struct {
	envelopeJSON
	Name string `json:"name"`
	ID   string `json:"id"`
	// Found tells whether there is a copy or something that comes close to one.
	Found bool `json:"found"`
	// Called is the key of the copy the host calls, "" when it calls none.
	Called string     `json:"called"`
	Steps  []stepJSON `json:"steps"`
	Rules  rulesJSON  `json:"rules"`
}

type stepJSON struct {
	rootJSON
	Copies []copyJSON      `json:"copies"`
	Near   []skill.Problem `json:"near"`
}

type copyJSON struct {
	Key        string      `json:"key"`
	Path       string      `json:"path"`
	State      skill.State `json:"state"`
	Reason     string      `json:"reason"`
	ShadowedBy string      `json:"shadowed_by"`
	// Rule decided against this copy, "" when none did; Documented tells whether
	// the host documents it.
	Rule       string          `json:"rule"`
	Documented bool            `json:"documented"`
	RuleFrom   string          `json:"rule_from"` // where the rule stands
	RuleSeen   string          `json:"rule_seen"` // on which version of the host
	Problems   []skill.Problem `json:"problems"`
}

// rulesJSON says where the host's rules come from.
type rulesJSON struct {
	Title string `json:"title"`
	Seen  string `json:"seen"`
	Date  string `json:"date"`
	Docs  string `json:"docs"`
	// Unverified is what of the host's rules is not known for certain.
	Unverified []string `json:"unverified"`
}

func rulesView(host *skill.Host) rulesJSON {
	return rulesJSON{host.Title, host.Seen, host.Date, host.Docs, orEmpty(host.Unverified)}
}

func whyView(l *skill.Library, w skill.Why) whyJSON {
	v := whyJSON{
		envelopeJSON: envelope(l.Host), Name: w.Name, ID: w.ID, Found: w.Found(),
		Rules: rulesView(l.Host),
	}
	for _, step := range w.Steps {
		s := stepJSON{rootJSON: rootView(step.Root), Copies: []copyJSON{}, Near: orEmpty(step.Near)}
		for _, k := range step.Copies {
			if k.State == skill.Active {
				v.Called = k.Key
			}
			s.Copies = append(s.Copies, copyView(l, k))
		}
		v.Steps = append(v.Steps, s)
	}
	return v
}

func copyView(l *skill.Library, k *skill.Skill) copyJSON {
	v := copyJSON{
		Key: k.Key, Path: k.Path, State: k.State, Reason: k.Reason,
		ShadowedBy: k.ShadowedBy, Problems: orEmpty(k.Problems),
	}
	if winner, shadowed := l.ByKey(k.ShadowedBy); shadowed {
		d := l.Decides(winner, k)
		v.Rule, v.Documented, v.RuleFrom, v.RuleSeen = d.Rule, !d.Unverified, d.From, d.Seen
	}
	return v
}

type hostsJSON struct {
	Version int        `json:"version"`
	Hosts   []hostJSON `json:"hosts"`
}

type oneHostJSON struct {
	Version int      `json:"version"`
	Host    hostJSON `json:"host"`
	Text    string   `json:"text"` // the file
}

// A hostJSON is an agent whose rules are known.
type hostJSON struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Seen  string `json:"seen"` // the version the rules were seen on
	Date  string `json:"date"`
	Docs  string `json:"docs"`
	Path  string `json:"path"` // of a file of the person's own, "" for one that ships
	// Unverified is what is not known for certain, UnsafeOrder what can go wrong when
	// it runs commands, "" for nothing.
	Unverified  []string `json:"unverified"`
	UnsafeOrder string   `json:"unsafe_order"`
	Error       string   `json:"error,omitempty"` // why it can't be used
}

func hostView(h *skill.Host, path string) hostJSON {
	return hostJSON{
		Name: h.Name, Title: h.Title, Seen: h.Seen, Date: h.Date, Docs: h.Docs, Path: path,
		Unverified: orEmpty(h.Unverified), UnsafeOrder: h.Substitution.Order.Unsafe(),
	}
}

type promptJSON struct {
	envelopeJSON
	// Header is what --as-sent puts before the prompt. Starts count without it.
	Header     string          `json:"header,omitempty"`
	Prompt     string          `json:"prompt"`
	Spans      []spanJSON      `json:"spans"`
	Commands   []commandJSON   `json:"commands"`
	Unfilled   []paramJSON     `json:"unfilled"`
	Unused     []wordJSON      `json:"unused"`
	Suspicious []suspicionJSON `json:"suspicious"`
}

// A spanJSON is a piece of the prompt. Starts are byte offsets in it.
type spanJSON struct {
	Text        string      `json:"text"`
	Kind        render.Kind `json:"kind"`
	Index       *int        `json:"index,omitempty"`
	Name        string      `json:"name,omitempty"`
	Start       int         `json:"start"`
	Source      string      `json:"source,omitempty"`
	Unconfirmed string      `json:"unconfirmed,omitempty"`
}

type commandJSON struct {
	Text             string `json:"text"`
	Start            int    `json:"start"`
	InCode           bool   `json:"in_code"`
	ArgumentsSpliced bool   `json:"arguments_spliced"`
	Block            bool   `json:"block"`
}

type paramJSON struct {
	Token string `json:"token"`
	Index int    `json:"index"` // -1 for the whole line
	Name  string `json:"name,omitempty"`
	Uses  int    `json:"uses"`
}

type wordJSON struct {
	Text  string `json:"text"`
	Start int    `json:"start"` // in the argument line
}

// A suspicionJSON has the line and column of the file, 0 without a token.
type suspicionJSON struct {
	Code    render.Code `json:"code"`
	Token   string      `json:"token,omitempty"`
	Line    int         `json:"line,omitempty"`
	Column  int         `json:"column,omitempty"`
	Message string      `json:"message"`
	Escaped string      `json:"escaped,omitempty"`
}

func promptView(host *skill.Host, header string, doc skill.Document, p render.Prompt) promptJSON {
	v := promptJSON{
		envelopeJSON: envelope(host), Header: header, Prompt: p.Text, Spans: []spanJSON{},
		Commands: []commandJSON{}, Unfilled: []paramJSON{}, Unused: []wordJSON{}, Suspicious: []suspicionJSON{},
	}
	for _, s := range p.Spans {
		span := spanJSON{Text: s.Text, Kind: s.Kind, Name: s.Name, Start: s.Start, Source: s.Source, Unconfirmed: s.Unconfirmed}
		if s.Index >= 0 {
			span.Index = &s.Index
		}
		v.Spans = append(v.Spans, span)
	}
	for _, c := range p.Commands {
		v.Commands = append(v.Commands, commandJSON{c.Text, c.Start, c.InCode, c.ArgumentsSpliced, c.Block})
	}
	for _, u := range p.Unfilled {
		v.Unfilled = append(v.Unfilled, paramJSON{u.Token, u.Index, u.Name, u.Uses})
	}
	for _, u := range p.Unused {
		v.Unused = append(v.Unused, wordJSON{u.Text, u.Start})
	}
	for _, s := range p.Suspicious {
		v.Suspicious = append(v.Suspicious, suspicionJSON{s.Code, s.Token, fileLine(doc, s.Line), s.Column, s.Message, s.Escaped})
	}
	return v
}

// fileLine turns a line of the body into one of the file. No line stays none.
func fileLine(doc skill.Document, line int) int {
	if line == 0 {
		return 0
	}
	return doc.BodyLine + line - 1
}
