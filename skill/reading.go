package skill

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Reading says what a host reads of a file's frontmatter and when it drops the
// file. The zero value reads all that knack knows, and drops nothing.
type Reading struct {
	// Keys are those that mean something to the host, as it spells them; one inside
	// metadata is written metadata.KEY. None: all of them.
	Keys []string `yaml:"keys"`
	// CommandIgnores are keys that mean nothing in a command file.
	CommandIgnores []string `yaml:"command-ignores"`
	// TrueWords and FalseWords are what a key that is true or false may say, in
	// whatever case. None: true yes on 1, and their opposites.
	TrueWords  []string `yaml:"true-words"`
	FalseWords []string `yaml:"false-words"`
	// Efforts are the values of effort. None: those of Claude Code today.
	Efforts []string `yaml:"efforts"`
	// UserOptIn: a person can't call a skill that doesn't say user-invocable: true.
	UserOptIn bool `yaml:"user-opt-in"`

	// Missing is what becomes of a file without frontmatter: "body", the default, or
	// "drop".
	Missing string `yaml:"missing"`
	// Malformed is what becomes of one whose YAML isn't valid: "keep-body", the
	// default, loads it without metadata, "recover" with what can be made out, and
	// "drop" not at all.
	Malformed string `yaml:"malformed"`
	// Requotes: a block that isn't valid YAML is read once more with the values of its
	// lines in quotes, before it is taken for malformed.
	Requotes bool `yaml:"requotes"`
	// Requires are the keys without which a file is dropped: name, description.
	Requires []string `yaml:"requires"`
	// A file is dropped whose name or description is longer than these, in
	// characters, 0 meaning any length; whose name doesn't match NamePattern; and
	// with NameIsDirectory one whose name isn't its folder's.
	LongestName        int    `yaml:"longest-name"`
	LongestDescription int    `yaml:"longest-description"`
	NamePattern        string `yaml:"name-pattern"`
	NameIsDirectory    bool   `yaml:"name-is-directory"`

	// own holds the host's spelling of each documented key it reads, nested those of
	// keys inside metadata.
	own, nested map[string]string
	pattern     *regexp.Regexp
}

// What becomes of a file the host can't read whole.
const (
	drop     = "drop"
	keepBody = "keep-body"
)

// prepare makes the lookups of a Reading that was checked.
func (r *Reading) prepare() {
	if r.NamePattern != "" {
		r.pattern = regexp.MustCompile(r.NamePattern)
	}
	if len(r.Keys) == 0 {
		return
	}
	r.own, r.nested = map[string]string{}, map[string]string{}
	for _, key := range r.Keys {
		if inner, ok := strings.CutPrefix(key, "metadata."); ok {
			r.nested[inner] = documentedKey(inner)
			continue
		}
		r.own[documentedKey(key)] = key
	}
}

func (r *Reading) check(identity Identity) error {
	for i, key := range r.Keys {
		inner, nested := strings.CutPrefix(key, "metadata.")
		switch {
		case documentedKey(inner) == "":
			return at(fmt.Errorf("keys: %q is no key that knack knows", key), "keys", i)
		case nested && inner != "arguments" && inner != "argument-hint":
			return at(fmt.Errorf("keys: inside metadata only arguments and argument-hint are read, not %q", inner), "keys", i)
		}
	}
	for i, key := range r.CommandIgnores {
		if key != "name" && key != "paths" {
			return at(fmt.Errorf("command-ignores: %q is neither name nor paths", key), "command-ignores", i)
		}
	}
	for i, key := range r.Requires {
		if key != "name" && key != "description" {
			return at(fmt.Errorf("requires: %q is neither name nor description", key), "requires", i)
		}
	}
	if (len(r.TrueWords) == 0) != (len(r.FalseWords) == 0) {
		return at(errors.New("true-words and false-words go together"), "true-words")
	}
	if err := oneOf("missing", r.Missing, "body", drop); err != nil {
		return err
	}
	if err := oneOf("malformed", r.Malformed, keepBody, "recover", drop); err != nil {
		return err
	}
	if r.LongestName < 0 || r.LongestDescription < 0 {
		return at(errors.New("longest-name and longest-description are numbers of characters"), "longest-name")
	}
	if identity == ByName && !slices.Contains(r.Requires, "name") {
		return at(errors.New("identity name needs requires: [name]: without a name there is no id"), "requires")
	}
	if _, err := regexp.Compile(r.NamePattern); err != nil {
		return at(fmt.Errorf("name-pattern: %w", err), "name-pattern")
	}
	return nil
}

// loses tells whether the host loads a file and reads nothing of its metadata.
func (r *Reading) loses(f *Frontmatter) bool {
	return !f.Readable() && (r.Malformed == "" || r.Malformed == keepBody)
}

// reads tells whether a documented key means anything to the host.
func (r *Reading) reads(documented string) bool { return r.own == nil || r.own[documented] != "" }

// spelling is how the host writes a documented key.
func (r *Reading) spelling(documented string) string {
	if own := r.own[documented]; own != "" {
		return own
	}
	return documented
}

// boolean reads a word that means true or false; known is false for any other.
func (r *Reading) boolean(word string) (value, known bool) {
	yes, no := r.TrueWords, r.FalseWords
	if len(yes) == 0 {
		yes, no = []string{"true", "yes", "on", "1"}, []string{"false", "no", "off", "0"}
	}
	is := func(other string) bool { return strings.EqualFold(word, other) }
	return slices.ContainsFunc(yes, is), slices.ContainsFunc(yes, is) || slices.ContainsFunc(no, is)
}

// efforts are the values effort may have.
func (r *Reading) efforts() []string {
	if len(r.Efforts) > 0 {
		return r.Efforts
	}
	return []string{"low", "medium", "high", "xhigh", "max"}
}

// drops tells whether the host drops any file at all.
func (r *Reading) drops() bool {
	return r.Missing == drop || r.Malformed == drop || len(r.Requires) > 0 || r.NamePattern != "" ||
		r.LongestName > 0 || r.LongestDescription > 0 || r.NameIsDirectory
}

// dropped says why the host called title drops a file; ok is false when it loads.
func (r *Reading) dropped(title, directory string, doc *Document) (p Problem, ok bool) {
	if !r.drops() {
		return Problem{}, false
	}
	p = Problem{Code: "host-drops", Severity: Error, Line: max(1, doc.line("name")), Column: 1}
	name, description := singleLine(doc.Name), ""
	if !doc.DescriptionFromBody {
		description = singleLine(doc.Description)
	}
	needs := func(key string) bool { return slices.Contains(r.Requires, key) }
	switch {
	case doc.BodyOffset == 0 && r.Missing == drop:
		p.Line = max(1, firstError(doc.Problems))
		p.Message = "there is no frontmatter, and " + title + " drops a file without it"
		p.Hint = "begin the file with a line ---, then name: and description:, then a line ---"
	case !doc.Readable() && r.Malformed == drop:
		p.Line = max(1, firstError(doc.Problems))
		p.Message = "the frontmatter isn't valid YAML, and " + title + " drops such a file"
		p.Hint = "mend what is said of this line"
	case needs("name") && name == "":
		p.Message, p.Hint = title+" drops a skill without `name`", "write name: "+directory
	case needs("description") && description == "":
		p.Line = max(1, doc.line("description"))
		p.Message, p.Hint = title+" drops a skill without `description`", "write description: what it does and when to use it"
	case tooLong(name, r.LongestName):
		p.Message, p.Hint = lengthMessage("name", name, r.LongestName, title), "shorten it"
	case tooLong(description, r.LongestDescription):
		p.Line = max(1, doc.line("description"))
		p.Message = lengthMessage("description", description, r.LongestDescription, title)
		p.Hint = "shorten it, and move the rest into the body"
	case name != "" && r.pattern != nil && !r.pattern.MatchString(name):
		p.Message = "`name` is " + strconv.Quote(excerpt(name)) + ", and " + title + " drops a name that doesn't match " + r.NamePattern
		p.Hint = "give it another name"
	case name != "" && r.NameIsDirectory && name != directory:
		p.Message = "`name` is " + strconv.Quote(excerpt(name)) + ", and " + title + " drops a skill that isn't called as its folder, " + directory
		p.Hint = "give both the same name"
	default:
		return Problem{}, false
	}
	return p, true
}

// tooLong tells whether a text is longer than a number of characters, 0 meaning
// any.
func tooLong(text string, longest int) bool {
	return longest > 0 && utf8.RuneCountInString(text) > longest
}

func lengthMessage(key, text string, longest int, title string) string {
	return fmt.Sprintf("`%s` is %d characters long, and %s drops a skill with more than %d", key, utf8.RuneCountInString(text), title, longest)
}

// singleLine is a text as hosts compare and count it.
func singleLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// line is where a documented key stands in the file, 0 when nowhere.
func (d *Document) line(documented string) int {
	for _, f := range d.Fields {
		if documentedKey(f.Key) == documented {
			return f.Line
		}
	}
	return 0
}

// firstError is the line of the first thing that is lost, 0 when nothing is.
func firstError(problems []Problem) int {
	for _, p := range problems {
		if p.Severity == Error {
			return p.Line
		}
	}
	return 0
}
