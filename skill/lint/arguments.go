package lint

import (
	"fmt"
	"slices"
	"strings"

	"knack/render"
	"knack/skill"
)

// argumentRules are about arguments and the tokens that take them, by the rules of
// Claude Code.
var argumentRules = []Rule{
	{
		ID: "hint-without-token", Severity: notes, Books: byClaude, Source: ofDocs,
		What: "there is an `argument-hint`, and no token in the body that takes arguments", Fix: "write `$ARGUMENTS` where they belong",
		check: checkHintWithoutToken,
	},
	{
		ID: "token-without-hint", Severity: notes, Books: byClaude, Source: ofDocs,
		What: "the body takes arguments, and nothing says which", Fix: "add `argument-hint:`",
		check: checkTokenWithoutHint,
	},
	ofRender(render.NameUnused, warns, "an argument is declared and never used", "use it in the body, or remove it"),
	ofRender(render.CountsFromOne, warns, "the body counts its arguments from `$1`, and Claude Code from `$0`", "count from `$0`"),
	ofRender(render.ArgumentsGlued, warns, "a word goes on right behind `$ARGUMENTS`, which is replaced all the same", "put a blank between them, or a backslash before the dollar"),
	ofRender(render.Price, warns, "an amount of money is taken for an argument", "put a backslash before the dollar"),
	ofRender(render.AwkField, warns, "a field of awk is taken for an argument", "put a backslash before the dollar"),
	ofRender(render.ShellPositional, warns, "an argument of a shell script is taken for one of the skill", "put a backslash before the dollar"),
	ofRender(render.SQLPlaceholder, warns, "a placeholder of SQL is taken for an argument", "put a backslash before the dollar"),
	ofRender(render.Spreadsheet, warns, "a cell of a spreadsheet is taken for an argument", "put a backslash before the dollar"),
	ofRender(render.Regex, warns, "a group of a regular expression is taken for an argument", "put a backslash before the dollar"),
	ofRender(render.TokenInCode, warns, "a variable of code is taken for an argument", "put a backslash before the dollar"),
	ofRender(render.BackslashLost, warns, "the backslash of a dollar in code is taken away", "if the code needs it, write it so that no digit follows the dollar: `{\\$}45` in LaTeX, `\\$(2)` in awk"),
}

// mostAlike is how many findings of one kind a file gets: a list of prices has hundreds.
const mostAlike = 5

// ofRender is a rule for what filling in a body finds suspicious.
func ofRender(code render.Code, severity skill.Severity, what, fix string) Rule {
	return Rule{
		ID: string(code), Severity: severity, Books: byClaude, What: what, Fix: fix,
		Source: ofDocs + "; issues #78759, #79859 and #94709 of anthropics/claude-code",
		check: func(s *subject) []Finding {
			var found []Finding
			more := 0
			type place struct {
				line    int
				message string
			}
			var last place
			for _, x := range s.prompt.Suspicious {
				digits := 0
				if strings.Trim(x.Token, "$0123456789") == "" {
					digits = len(x.Token) - len("$")
				}
				switch {
				case x.Code != code:
					continue
				case x.BodyStart < 0 && !s.readsArguments():
					continue // the key it is about isn't read, or not known to be
				case digits > 2:
					continue // nobody types that many words
				}
				f := s.atKey("arguments")
				if x.BodyStart >= 0 {
					f = s.inBody(x.BodyStart)
				}
				message := strings.ReplaceAll(x.Message, "this host", "Claude Code")
				at := place{f.Line, message}
				switch {
				case x.BodyStart >= 0 && at == last:
					continue // the same token again on its line
				case len(found) == mostAlike:
					more++
					last = at
					continue
				}
				last = at
				if digits == 2 {
					f.Severity = notes // hardly anybody types that many
				}
				hint := fix
				if code == render.BackslashLost {
					hint = s.withoutBackslash(x.BodyStart, strings.TrimPrefix(x.Token, `\$`))
				}
				if code == render.NameUnused {
					hint = "write " + x.Token + " where it belongs, or remove it"
				}
				if x.Escaped != "" {
					hint = "write " + x.Escaped + " to keep it"
				}
				found = append(found, f.says(message, strings.ReplaceAll(hint, "`", "")))
			}
			if more > 0 {
				found[mostAlike-1].Message += fmt.Sprintf("; and %d more like it below", more)
			}
			return found
		},
	}
}

// readsArguments tells whether Claude Code is known to read the key that declares names.
func (s *subject) readsArguments() bool { return s.doc.Readable() && !s.unfit("arguments") }

// unfit tells whether the value of a key is said not to be one it can have.
func (s *subject) unfit(key string) bool {
	line := s.atKey(key).Line
	return slices.ContainsFunc(s.doc.Problems, func(p skill.Problem) bool { return p.Code == "field-value" && p.Line == line })
}

// withoutBackslash says how code gets along without the backslash of the dollar at an
// offset, behind which a number or name stands.
func (s *subject) withoutBackslash(offset int, token string) string {
	i := slices.IndexFunc(s.code, func(r render.CodeRegion) bool { return r.Start <= offset && offset < r.End })
	before := s.doc.Body[strings.LastIndexByte(s.doc.Body[:offset], '\n')+1 : offset]
	switch {
	case strings.Trim(token, "0123456789") != "":
		return "write it with braces around the name, if the code needs the backslash"
	case i >= 0 && slices.Contains([]string{"latex", "tex"}, s.code[i].Language):
		return `write {\$}` + token + " if the code needs the backslash"
	case strings.Contains(before, "awk"):
		return `write \$(` + token + ") if the code needs the backslash"
	}
	return "if the code needs the backslash, write the code so that no digit follows the dollar, in a shell as in \"\\$\"" + token
}

func checkHintWithoutToken(s *subject) []Finding {
	message := "nothing in the body takes the arguments; what is typed is put at the end"
	if i := slices.IndexFunc(s.filled.Spans, takesArguments); i >= 0 {
		place := s.inBody(s.filled.Spans[i].BodyStart)
		message = fmt.Sprintf("nothing in the body takes the arguments, but by accident, as on line %d", place.Line)
	}
	const hint = "write $ARGUMENTS where they belong, if that isn't the end"
	_, takes := s.firstToken()
	// Of names that are declared it is said one by one that nothing takes them.
	named := slices.ContainsFunc(s.prompt.Suspicious, func(x render.Suspicion) bool { return x.Code == render.NameUnused }) && s.readsArguments()
	return one(s.doc.ArgumentHint != "" && !takes && !named, s.atKey("argument-hint").says(message, hint))
}

func checkTokenWithoutHint(s *subject) []Finding {
	at, takes := s.firstToken()
	return one(takes && s.doc.ArgumentHint == "" && len(s.doc.Arguments) == 0, at.says(
		at.Message+" takes arguments here, and there is no argument-hint that says which",
		"add argument-hint: to the frontmatter; or put a backslash before the dollar, if it isn't to be replaced"))
}

func takesArguments(span render.Span) bool {
	return span.Kind == render.Argument || span.Kind == render.Named
}

// firstToken gives the place of the first token that takes arguments and isn't likely an
// accident, and as message the token.
func (s *subject) firstToken() (Finding, bool) {
	suspect := map[int]bool{}
	for _, x := range s.prompt.Suspicious {
		suspect[x.BodyStart] = true
	}
	for _, span := range s.filled.Spans {
		if takesArguments(span) && !suspect[span.BodyStart] {
			return s.inBody(span.BodyStart).says(span.Source, ""), true
		}
	}
	return Finding{}, false
}
