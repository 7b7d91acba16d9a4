package skill

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"knack/render"
)

// Frontmatter is a skill's metadata as far as it could be recovered. The keys and
// the forms of their values are those of Claude Code's documentation of skills. A
// key that isn't there leaves the zero value, except where a field says otherwise.
type Frontmatter struct {
	// Name is a label, as written; hosts may call the skill by another name.
	Name string
	// Description is the key of that name, or the first paragraph of the body where
	// there is none; DescriptionFromBody tells which. At most 8 KiB.
	Description string
	WhenToUse   string
	// ArgumentHint is the text the author wrote, also where YAML sees a list in it.
	ArgumentHint string
	// Arguments are the names of the positional arguments, without `$`.
	Arguments []string
	// AllowedTools and DisallowedTools hold one rule each, such as "Bash(git add *)".
	AllowedTools, DisallowedTools []string
	// Paths are the globs of the files the skill waits for.
	Paths []string
	// The flags stand together: apart they would take four times the space.
	DescriptionFromBody    bool
	DisableModelInvocation bool
	// UserInvocable is true where nothing says otherwise.
	UserInvocable bool
	// Strict: the block is valid YAML, so that a host that drops malformed YAML
	// reads the same as we do. True also when there is no block. When it is false,
	// as for a block over our limit, such a host reads no metadata and takes the
	// first paragraph of the body for description.
	Strict bool
	// Requoted: the block isn't valid YAML, and was read once more with its values in
	// quotes, as the host does.
	Requoted bool
	// Effort, Context and Shell are "" where the value isn't one of those documented.
	Model, Effort, Context, Agent, Shell string
	License, Compatibility               string

	// Fields holds every top-level key in the order of the file, repeated ones too.
	Fields []Field
	// Raw is the block between the delimiters as written, "" where there is none.
	Raw string
}

// A Field is one top-level key of the frontmatter.
type Field struct {
	Key string
	// Value is text to read: strings decoded, numbers and dates as written, lists
	// and maps as their source.
	Value string
	// Line and Column are the place of the key in the file.
	Line, Column int
	// Known: the key has a meaning to Claude Code, in its documented spelling or in one
	// that an early build took.
	Known bool
}

// documentedKeys are the keys of Claude Code's documentation, found as they are
// spelled there and in lower case without dashes.
var documentedKeys = map[string]string{
	"name": "name", "description": "description", "whentouse": "when_to_use",
	"argumenthint": "argument-hint", "arguments": "arguments",
	"disablemodelinvocation": "disable-model-invocation", "userinvocable": "user-invocable",
	"allowedtools": "allowed-tools", "disallowedtools": "disallowed-tools",
	"model": "model", "effort": "effort", "context": "context", "agent": "agent",
	"background": "background", "hooks": "hooks", "paths": "paths", "shell": "shell",
	"metadata": "metadata", "license": "license", "compatibility": "compatibility",

	"when_to_use": "when_to_use", "argument-hint": "argument-hint",
	"disable-model-invocation": "disable-model-invocation", "user-invocable": "user-invocable",
	"allowed-tools": "allowed-tools", "disallowed-tools": "disallowed-tools",
}

var dashes = strings.NewReplacer("-", "", "_", "")

// documentedKey gives the documented spelling of a key, "" when it isn't one in
// any spelling: camelCase, underscores and dashes mean the same.
func documentedKey(key string) string {
	if documented, ok := documentedKeys[key]; ok {
		return documented
	}
	return documentedKeys[FoldKey(key)]
}

// FoldKey is a key of the frontmatter without what its spellings differ in: its case,
// underscores and dashes.
func FoldKey(key string) string { return strings.ToLower(dashes.Replace(key)) }

// isProse tells which keys hold sentences. Their text is taken from the source
// line where YAML would cut it, and may go on where YAML would not let it.
func isProse(key string) bool {
	switch documentedKey(key) {
	case "name", "description", "when_to_use", "argument-hint":
		return true
	}
	return false
}

// readBlock fills f from the text between the delimiters, which begins on line 2,
// with what a host reads of it.
func (f *Frontmatter) readBlock(raw string, reading *Reading) []Problem {
	fields, problems, strict := parseBlock(raw, 2)
	f.Strict = strict
	if !strict && reading.Requotes {
		if again, _, strict := parseBlock(requoted(raw), 2); strict {
			f.Requoted, fields = true, again
			forgive(problems)
		}
	}
	f.Fields = make([]Field, len(fields))
	c := coercion{Frontmatter: f, reading: reading, problems: problems}
	for i := range fields {
		c.restore(&fields[i])
		f.Fields[i] = Field{
			Key: fields[i].key, Value: fields[i].text(),
			Line: fields[i].line, Column: fields[i].column,
			Known: reads(fields[i].key),
		}
	}
	if f.Requoted {
		c.noteTextLists(fields)
	}
	c.takeDocumented(fields)
	c.takeAliases(fields)
	return c.problems
}

// forgive makes warnings of errors: the host loses nothing by them, and others may.
func forgive(problems []Problem) {
	for i := range problems {
		if problems[i].Severity == Error {
			problems[i].Severity = Warning
		}
	}
}

// Readable tells whether the host can read the block, or there is none.
func (f *Frontmatter) Readable() bool { return f.Strict || f.Requoted }

// noteTextLists names the lists in brackets that the quotes made texts of.
func (c *coercion) noteTextLists(fields []yamlField) {
	for _, f := range fields {
		if text := f.text(); slices.Contains(listKeys, documentedKey(f.key)) && strings.HasPrefix(text, "[") {
			c.unfit(f, Warning, "is read as the text "+excerpt(text)+" and not as a list, because another line isn't valid YAML", "mend that line")
		}
	}
}

// coercion turns the values of a block into those of a Frontmatter, and notes
// what it could not make sense of.
type coercion struct {
	*Frontmatter
	reading  *Reading
	problems []Problem
}

// takeDocumented takes keys that are spelled right; of a repeated one the last.
func (c *coercion) takeDocumented(fields []yamlField) {
	for i, f := range fields {
		again := slices.ContainsFunc(fields[i+1:], func(later yamlField) bool { return later.key == f.key })
		if key := documentedKey(f.key); key != "" && c.reading.spelling(key) == f.key && !again {
			c.take(key, f)
		}
	}
}

// earlyKey is what an early build of Claude Code called when_to_use. Of no other
// spelling but the documented ones is it known that an agent reads it.
const earlyKey = "whenToUse"

// reads tells whether a key in that spelling has a meaning to Claude Code.
func reads(key string) bool { return documentedKeys[key] == key || key == earlyKey }

// takeAliases takes keys in another spelling that is known to be read, where the
// documented one is missing, and tells of all others that they aren't.
func (c *coercion) takeAliases(fields []yamlField) {
	for _, f := range fields {
		documented := documentedKey(f.key)
		own := c.reading.spelling(documented)
		if documented == "" || own == f.key {
			continue
		}
		p := Problem{
			Code: "field-alias", Severity: Warning, Line: f.line, Column: f.column,
			Message: quoted(f.key) + " isn't a documented key, and knack doesn't read it; the documented spelling is " + quoted(own),
			Hint:    "write " + own + ":",
		}
		switch {
		case slices.ContainsFunc(fields, func(other yamlField) bool { return other.key == own }):
			p.Severity = Note
			p.Message = quoted(f.key) + " isn't read, because " + quoted(own) + ", the documented spelling, is there too"
			p.Hint = "remove it"
		case reads(f.key) && reads(own):
			p.Message = quoted(f.key) + " is read as " + quoted(own) + " by knack; only " + quoted(own) + " is documented"
			c.take(documented, f)
		}
		c.problems = append(c.problems, p)
	}
}

// take takes the value of a documented key, where the host reads it.
func (c *coercion) take(key string, f yamlField) {
	if key == "metadata" {
		c.takeNested(f)
	}
	if !c.reading.reads(key) {
		c.unread(key, f)
		return
	}
	switch key {
	case "name":
		c.Name = c.text(f)
	case "description":
		c.Description = c.text(f)
	case "when_to_use":
		c.WhenToUse = c.text(f)
	case "argument-hint":
		c.ArgumentHint = c.hint(f)
	case "arguments":
		c.Arguments = c.arguments(f)
	case "allowed-tools":
		c.AllowedTools = c.list(f, splitTools)
	case "disallowed-tools":
		c.DisallowedTools = c.list(f, splitTools)
	case "paths":
		c.Paths = c.list(f, splitPaths)
	case "disable-model-invocation":
		c.DisableModelInvocation = c.boolean(f, false)
	case "user-invocable":
		c.UserInvocable = c.boolean(f, !c.reading.UserOptIn)
	case "model":
		c.Model = c.text(f)
	case "effort":
		c.Effort = c.oneOf(f, c.reading.efforts()...)
	case "context":
		if c.Context = f.text(); c.Context != "inline" { // which is what happens without it
			c.Context = c.oneOf(f, "fork")
		}
	case "agent":
		c.Agent = c.text(f)
	case "shell":
		c.Shell = c.oneOf(f, "bash", "powershell")
	case "license":
		c.License = c.text(f)
	case "compatibility":
		c.Compatibility = c.text(f)
	case "metadata":
		if f.value != nil && f.kind() != yaml.MappingNode && f.text() != "" {
			c.unfit(f, Note, "is ignored: it must be a map of keys and values", "indent `key: value` lines under it, or remove it")
		}
	}
}

// takeNested takes the keys inside metadata that a host reads there.
func (c *coercion) takeNested(f yamlField) {
	if f.value == nil || f.kind() != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(f.value.Content); i += 2 {
		key := f.value.Content[i].Value
		if documented := c.reading.nested[key]; documented != "" {
			inner := f
			inner.key, inner.value, inner.recovered = key, f.value.Content[i+1], ""
			switch documented {
			case "arguments":
				c.Arguments = c.arguments(inner)
			case "argument-hint":
				c.ArgumentHint = c.hint(inner)
			}
		}
	}
}

// unread notes that a key which decides who can call a skill means nothing here.
func (c *coercion) unread(key string, f yamlField) {
	switch key {
	case "disable-model-invocation", "user-invocable", "paths":
		c.problems = append(c.problems, Problem{
			Code: "field-unread", Severity: Note, Line: f.line, Column: f.column,
			Message: quoted(f.key) + " means nothing to this agent, which doesn't read it",
		})
	}
}

// unfit notes that the value of a field isn't one the key can have.
func (c *coercion) unfit(f yamlField, severity Severity, what, hint string) {
	line, column := f.valuePosition()
	if line != f.line {
		line, column = f.line, f.column // what is below it is right, each for itself
	}
	c.problems = append(c.problems, Problem{
		Code: "field-value", Severity: severity, Line: line, Column: column,
		Message: quoted(f.key) + " " + what, Hint: hint,
	})
}

// text is the value of a key that has one text.
func (c *coercion) text(f yamlField) string {
	switch f.kind() {
	case yaml.SequenceNode:
		hint := "write one text"
		if f.value.Style&yaml.FlowStyle != 0 {
			hint = "put the text in quotes, because YAML takes brackets for a list"
		}
		c.unfit(f, Warning, "is a list, where one text is expected; how agents read that isn't documented", hint)
		return strings.Join(f.items(), ", ")
	case yaml.MappingNode:
		c.unfit(f, Warning, "is a map, where one text is expected; how agents read that isn't documented", "write one text, in quotes")
	}
	return f.text()
}

// hint is the text of an argument-hint. In brackets it is a list to YAML, but not
// to its author, nor to Claude Code since 2.1.47.
func (c *coercion) hint(f yamlField) string {
	if f.kind() == yaml.SequenceNode && f.value.Style&yaml.FlowStyle == 0 {
		return strings.Join(f.items(), " ")
	}
	return f.text()
}

// boolean knows the words that the host knows.
func (c *coercion) boolean(f yamlField, otherwise bool) bool {
	text := f.text()
	if value, known := c.reading.boolean(text); known {
		return value
	}
	if slices.Contains([]string{"", "~", "null"}, strings.ToLower(text)) {
		return otherwise
	}
	read := "false"
	if otherwise {
		read = "true"
	}
	c.unfit(f, Warning, "is "+strconv.Quote(excerpt(text))+", neither true nor false; read as "+read, "write true or false")
	return otherwise
}

// oneOf is a text that has to be one of a few, else "".
func (c *coercion) oneOf(f yamlField, allowed ...string) string {
	text := c.text(f)
	if text == "" || slices.Contains(allowed, text) {
		return text
	}
	hint := "use " + allowed[0]
	if last := len(allowed) - 1; last > 0 {
		hint = "use " + strings.Join(allowed[:last], ", ") + " or " + allowed[last]
	}
	c.unfit(f, Warning, "is "+strconv.Quote(excerpt(text))+", which isn't one of its documented values", hint+", or remove the key")
	return ""
}

// list is the value of a key that takes a list, or a text that split cuts into one.
func (c *coercion) list(f yamlField, split func(string) []string) []string {
	var all []string
	for _, item := range f.items() {
		all = append(all, split(item)...)
	}
	if f.kind() == yaml.MappingNode {
		c.unfit(f, Warning, "is a map, where a list is expected; knack reads nothing of it", "write a list, one item a line after a dash")
	}
	return all
}

// arguments are names. Positions have none, so names of digits only are dropped.
func (c *coercion) arguments(f yamlField) []string {
	var names []string
	for _, name := range c.list(f, splitNames) {
		name = strings.TrimPrefix(name, "$")
		if strings.Trim(name, "0123456789") == "" {
			c.unfit(f, Warning, "has the name "+strconv.Quote(name)+", which is left out: a number is a position already", "give the argument a name of letters")
			continue
		}
		if !render.IsName(name) {
			c.unfit(f, Warning, "has the name "+strconv.Quote(excerpt(name))+", which is left out: knack takes none with a dollar in it or of more than 64 bytes", "give the argument a short name of letters")
			continue
		}
		names = append(names, name)
	}
	isMap := func(n *yaml.Node) bool { return n.Kind == yaml.MappingNode }
	if f.kind() == yaml.SequenceNode && slices.ContainsFunc(f.value.Content, isMap) {
		c.unfit(f, Warning, "has maps, where names are expected; how agents read those isn't documented",
			"write arguments: ["+strings.Join(names, ", ")+"]")
	}
	return names
}

func splitNames(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

// splitTools cuts at commas and blanks that stand outside parentheses.
func splitTools(text string) []string {
	depth := 0
	return strings.FieldsFunc(text, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth = max(0, depth-1)
		}
		return depth == 0 && (r == ',' || unicode.IsSpace(r))
	})
}

// splitPaths cuts at commas that stand outside braces; blanks belong to a path.
func splitPaths(text string) []string {
	depth := 0
	parts := strings.FieldsFunc(text, func(r rune) bool {
		switch r {
		case '{':
			depth++
		case '}':
			depth = max(0, depth-1)
		}
		return depth == 0 && (r == ',' || r == '\n')
	})
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" })
}

// quoted sets a key off from the words around it.
func quoted(key string) string { return "`" + excerpt(key) + "`" }

// excerpt shortens text from a file for use in a message.
func excerpt(text string) string {
	const most = 40
	if runes := []rune(strings.Join(strings.Fields(text), " ")); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return strings.Join(strings.Fields(text), " ")
}
