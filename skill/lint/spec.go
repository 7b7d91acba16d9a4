package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/unicode/norm"

	"knack/pattern"
	"knack/skill"
)

// The limits of the specification, in characters.
const (
	longestName          = 64
	longestDescription   = 1024
	longestCompatibility = 500
	mostBodyLines        = 500
	mostBodyTokens       = 5000
)

// specKeys are all the specification has.
var specKeys = []string{"name", "description", "license", "compatibility", "metadata", "allowed-tools"}

// specRules are those of the open specification: the errors are what its validator
// checks, the rest is what its text asks for besides.
var specRules = []Rule{
	{
		ID: "spec-file-name", Severity: fails, Books: bySpec, Source: ofValidator,
		What: "the file of a skill is called neither `SKILL.md` nor `skill.md`", Fix: "rename it to `SKILL.md`",
		check: func(s *subject) []Finding {
			return one(s.Name != "SKILL.md" && s.Name != "skill.md", Finding{}.says(
				"the validator finds no SKILL.md: the file is called "+quoted(s.Name), "rename it to SKILL.md"))
		},
	},
	unreadable(specEncoding, "the file isn't UTF-8", "save it as UTF-8"),
	unreadable(specFrontmatter, "the frontmatter is missing, doesn't begin with the first character of the file, never ends or has no keys", "begin the file with a line `---`, and end the block with another"),
	unreadable(specYAML, "the frontmatter isn't YAML of the strict kind the validator reads: without brackets, braces, anchors, tags and repeated keys", "what the hint says"),
	{
		ID: "spec-dashes", Severity: warns, Books: bySpec, Source: ofValidator,
		What: "three dashes inside a value, or with text behind them, end the frontmatter to the validator", Fix: "write other dashes",
		check: func(s *subject) []Finding {
			return one(s.spec.cut > 0 && s.spec.wrong == nil && s.doc.BodyOffset > 0 && !s.faultyBlock(), Finding{Line: s.spec.cut}.says(
				"the validator ends the frontmatter at the three dashes of this line, though they aren't all of it", "write other dashes here, or put --- alone on its line"))
		},
	},
	{
		ID: "spec-key", Severity: fails, Books: bySpec, Source: ofValidator + "; " + ofSpec,
		What: "the specification has no such key", Fix: "correct it, move it under `metadata`, or leave it out for agents that hold to the specification",
		check: checkSpecKeys,
	},
	{
		ID: "spec-name", Severity: fails, Books: bySpec, Source: ofValidator + "; " + ofSpec,
		What:  "`name` is missing or empty, longer than 64 characters, has capitals, characters other than letters, digits and hyphens, or hyphens at an end or in a row",
		Fix:   "give it a name such as `make-report`",
		check: checkSpecName,
	},
	{
		ID: "spec-name-folder", Severity: fails, Books: bySpec, Source: ofValidator + "; " + ofSpec,
		What: "`name` isn't the folder's name; both are compared in the Unicode form NFKC", Fix: "give both the same name",
		check: checkSpecFolder,
	},
	{
		ID: "spec-name-script", Severity: warns, Books: bySpec, Source: ofSpec,
		What: "`name` has letters other than a to z, which the specification doesn't allow and its validator does", Fix: "write it with a to z, 0 to 9 and hyphens",
		check: checkSpecScript,
	},
	{
		ID: "spec-description", Severity: fails, Books: bySpec, Source: ofValidator + "; " + ofSpec,
		What: "`description` is missing, empty, no text or longer than 1024 characters", Fix: "write what it does and when to use it, in a few sentences",
		check: checkSpecDescription,
	},
	{
		ID: "spec-compatibility", Severity: fails, Books: bySpec, Source: ofValidator + "; " + ofSpec,
		What: "`compatibility` is no text or longer than 500 characters", Fix: "shorten it to what the skill needs",
		check: checkSpecCompatibility,
	},
	{
		ID: "spec-tools", Severity: warns, Books: bySpec, Source: ofSpec,
		What: "`allowed-tools` isn't one text with blanks between the tools", Fix: "write it so: `allowed-tools: Read Grep`",
		check: checkSpecTools,
	},
	{
		ID: "spec-metadata", Severity: warns, Books: bySpec, Source: ofSpec,
		What: "`metadata` isn't a map of keys and texts", Fix: "indent `key: value` lines under it",
		check: func(s *subject) []Finding {
			f, is := s.spec.field("metadata")
			return one(is && f.kind != yaml.MappingNode, f.says("`metadata` must be a map of keys and texts", "indent `key: value` lines under it, or remove it"))
		},
	},
	{
		ID: "spec-body-length", Severity: notes, Books: bySpec, Source: ofSpec + ", progressive disclosure",
		What: "the body has more than 500 lines, or about 5000 tokens", Fix: "move reference material into files beside it",
		check: func(s *subject) []Finding {
			const hint = "move reference material into files beside it"
			f := Finding{Line: s.doc.BodyLine}
			lines, tokens := strings.Count(s.doc.Body, "\n"), skill.Tokens(len(s.doc.Body))
			if lines > mostBodyLines {
				return one(true, f.says(fmt.Sprintf("the body has %d lines, and the specification recommends fewer than %d", lines, mostBodyLines), hint))
			}
			// The number of tokens is a guess.
			return one(tokens > mostBodyTokens*5/4, f.says(
				fmt.Sprintf("the body has about %d tokens, and the specification recommends fewer than %d", tokens, mostBodyTokens), hint))
		},
	},
}

// unreadable is a rule for frontmatter of which the validator can read nothing.
func unreadable(id, what, fix string) Rule {
	return Rule{
		ID: id, Severity: fails, Books: bySpec, What: what, Fix: fix, Source: ofValidator,
		check: func(s *subject) []Finding {
			if s.spec.wrong == nil || s.spec.wrong.Rule != id {
				return nil
			}
			f := *s.spec.wrong
			// The reading knows better than a library of YAML what a person should change.
			if p, known := s.firstError(); known && id == specYAML && s.spec.yamlError {
				f.Line, f.Column, f.Message, f.Hint = p.Line, p.Column, noYAML+withoutMending(p.Message), p.Hint
				return []Finding{f}
			}
			p, faulty := s.blockProblem()
			switch {
			case faulty && id == specYAML && s.spec.yamlError:
				f.Line, f.Column, f.Message, f.Hint = p.Line, p.Column, noYAML+blockFaults[p.Code], p.Hint
			case faulty && id == specFrontmatter && !strings.HasPrefix(string(s.Data), byteOrderMark):
				f.Hint = p.Hint
			case id == specYAML && s.spec.yamlError && s.spec.cut > 0:
				f = Finding{Line: s.spec.cut}.says("the validator ends the frontmatter at the three dashes of this line, and can't read what stands before them", "write other dashes here")
			}
			return []Finding{f}
		},
	}
}

const noYAML = "the validator can't read the YAML: "

// blockFaults are the problems of where the frontmatter begins and ends, to the validator.
var blockFaults = map[string]string{
	"frontmatter-unopened": "line 1 isn't just ---",
	"frontmatter-late":     "it begins below line 1",
	"frontmatter-unclosed": "the line --- that should end it is missing or wrong",
	"frontmatter-runs-on":  "the line --- that should end it is missing or wrong",
	"frontmatter-no-keys":  "it has no `key: value`",
}

func (s *subject) blockProblem() (skill.Problem, bool) {
	i := slices.IndexFunc(s.doc.Problems, func(p skill.Problem) bool { return blockFaults[p.Code] != "" })
	if i < 0 {
		return skill.Problem{}, false
	}
	return s.doc.Problems[i], true
}

// firstError is the first thing that the reading says is no YAML, and how to mend.
func (s *subject) firstError() (skill.Problem, bool) {
	i := slices.IndexFunc(s.doc.Problems, func(p skill.Problem) bool { return p.Code == "yaml-recovered" && p.Hint != "" })
	if i < 0 {
		return skill.Problem{}, false
	}
	return s.doc.Problems[i], true
}

// withoutMending leaves out what the reading did about a problem: the validator does
// nothing.
func withoutMending(message string) string {
	for _, did := range []string{"; taken as written", "; it is left out", "; left out"} {
		message = strings.TrimSuffix(message, did)
	}
	return message
}

// field gives a key of the block.
func (b specBlock) field(key string) (specField, bool) {
	for _, f := range b.fields {
		if f.key == key {
			return f, true
		}
	}
	return specField{}, false
}

// says makes a finding of a key, or of the first line for one that isn't there.
func (f specField) says(message, hint string) Finding {
	return Finding{Line: f.line, Column: f.column, Message: message, Hint: hint}
}

func checkSpecKeys(s *subject) []Finding {
	var found []Finding
	for _, f := range s.spec.fields {
		if slices.Contains(specKeys, f.key) {
			continue
		}
		hint := "leave it out for agents that hold to the specification, or move it under metadata:"
		if meant := s.spec.meant(f.key); meant != "" {
			hint = "did you mean " + meant + ":?"
		}
		if slices.Contains(s.host.Frontmatter.Keys, f.key) {
			hint = "Claude Code reads this key: keep it if the skill is for Claude Code, and check with --rules claude-code"
		}
		found = append(found, f.says("the specification has no key "+quoted(f.key), hint))
	}
	return found
}

// meant is the missing key that a key which the specification doesn't have comes close to,
// "" for none.
func (b specBlock) meant(key string) string {
	meant := nearest(key, specKeys)
	if _, there := b.field(meant); there {
		return ""
	}
	return meant
}

// misspells tells whether a key is missing only because of how it is written, which is
// said of what is written.
func (b specBlock) misspells(missing string) bool {
	return slices.ContainsFunc(b.fields, func(f specField) bool {
		return !slices.Contains(specKeys, f.key) && b.meant(f.key) == missing
	})
}

// specName is the name as the validator compares it, "" where there is none.
func (b specBlock) specName() (string, specField) {
	f, _ := b.field("name")
	if f.kind != yaml.ScalarNode {
		return "", f
	}
	return norm.NFKC.String(strings.TrimSpace(f.value)), f
}

func checkSpecName(s *subject) []Finding {
	if s.spec.wrong != nil {
		return nil
	}
	form := "a name has lower-case letters, digits and single hyphens between them"
	switch lower := strings.ToLower(s.Folder); {
	case !plainName().MatchString(lower):
	case lower == s.Folder:
		form = "write name: " + lower
	default:
		form = "write name: " + lower + ", and rename the folder to that"
	}
	name, f := s.spec.specName()
	switch {
	case f.key == "":
		return one(!s.spec.misspells("name"), f.says("there is no `name`", "write name: "+s.Folder))
	case name == "":
		return one(true, f.says("`name` must be a text that isn't empty", "write name: "+s.Folder))
	}
	faults := nameFaults(name)
	if len(faults) == 0 {
		return nil
	}
	if utf8.RuneCountInString(name) > longestName {
		form = "shorten it, and rename the folder"
	}
	return one(true, f.says("`name` is "+quoted(name)+", with "+strings.Join(faults, ", "), form))
}

// nameFaults says what the validator doesn't allow of a name as such.
func nameFaults(name string) []string {
	var faults []string
	add := func(wrong bool, fault string) {
		if wrong {
			faults = append(faults, fault)
		}
	}
	n := utf8.RuneCountInString(name)
	add(n > longestName, fmt.Sprintf("%d characters, where %d are allowed", n, longestName))
	add(name != strings.ToLower(name), "capitals")
	add(strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-"), "a hyphen at an end")
	add(strings.Contains(name, "--"), "two hyphens in a row")
	return append(faults, notInNames(name)...)
}

var plainName = pattern.Lazy(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)

// notInNames gives the characters of a name that the validator doesn't allow in one,
// each once and in quotes.
func notInNames(name string) []string {
	var wrong []string
	for _, r := range name {
		if q := strconv.QuoteRune(r); !isNameRune(r) && !slices.Contains(wrong, q) {
			wrong = append(wrong, q)
		}
	}
	return wrong
}

// isNameRune tells whether the validator allows a character in a name.
func isNameRune(r rune) bool { return r == '-' || unicode.IsLetter(r) || unicode.IsNumber(r) }

func checkSpecFolder(s *subject) []Finding {
	name, f := s.spec.specName()
	if len(nameFaults(name)) > 0 {
		return nil // it has to be another one anyway, and that is said
	}
	hint := "give both the same name"
	if plainName().MatchString(s.Folder) {
		hint = "write name: " + s.Folder + ", or rename the folder"
	}
	return one(name != "" && name != norm.NFKC.String(s.Folder), f.says(
		"`name` is "+quoted(name)+", and its folder is called "+quoted(s.Folder), hint))
}

func checkSpecScript(s *subject) []Finding {
	name, f := s.spec.specName()
	other := strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf && isNameRune(r) })
	return one(other, f.says(
		"the specification has names of a to z, 0 to 9 and hyphens only; its validator lets "+quoted(name)+" pass", "write it with those, because other agents may reject it"))
}

func checkSpecDescription(s *subject) []Finding {
	const hint = "write description: what it does and when to use it"
	f, is := s.spec.field("description")
	n := utf8.RuneCountInString(f.value)
	switch {
	case s.spec.wrong != nil:
		return nil
	case !is:
		return one(!s.spec.misspells("description"), f.says("there is no `description`", hint))
	case f.kind != yaml.ScalarNode || strings.TrimSpace(f.value) == "":
		return one(true, f.says("`description` must be a text that isn't empty", hint))
	}
	return one(n > longestDescription, f.says(
		fmt.Sprintf("`description` is %d characters long, and may have %d", n, longestDescription), "shorten it, and move the rest into the body"))
}

func checkSpecCompatibility(s *subject) []Finding {
	f, is := s.spec.field("compatibility")
	if is && f.kind != yaml.ScalarNode {
		return one(true, f.says("`compatibility` must be one text", "write it on one line, in quotes"))
	}
	n := utf8.RuneCountInString(f.value)
	return one(n > longestCompatibility, f.says(
		fmt.Sprintf("`compatibility` is %d characters long, and may have %d", n, longestCompatibility), "shorten it to what the skill needs"))
}

func checkSpecTools(s *subject) []Finding {
	f, is := s.spec.field("allowed-tools")
	wrong := is && (f.kind != yaml.ScalarNode || strings.Contains(parenthesised().ReplaceAllString(f.value, ""), ","))
	return one(wrong, f.says("`allowed-tools` has to be one text with blanks between the tools", "write allowed-tools: "+strings.Join(s.doc.AllowedTools, " ")))
}

var parenthesised = pattern.Lazy(`\([^()]*\)`)
