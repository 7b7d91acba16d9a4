package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"knack/render"
	"knack/skill"
)

// A question is what render is asked for.
type question struct {
	name   string   // of a skill, or
	file   string   // a file outside all sources
	values []string // of the arguments, or
	line   *string  // the whole line as typed
	asSent bool
	asJSON bool
}

func (a *app) renderCommand() *cobra.Command {
	var q question
	var line string
	cmd := &cobra.Command{
		Use:   "render NAME [ARG...]",
		Short: "Print the prompt the model would receive",
		Long: `Print the prompt the model would receive: the body of a skill with its arguments
filled in, byte for byte. Commands in it are never run; they stand as written.

Several ARGs become one line, each quoted where it needs to be; --args gives that
line itself. Remarks about the prompt go to stderr.`,
		Example: `  knack render deploy api staging
  knack render deploy --args 'api "staging eu"'
  knack render --file drafts/SKILL.md api | wc -c`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if q.file == "" {
				if len(args) == 0 || blank(args[0]) {
					return usage("render needs NAME, or --file").hint("as in: knack render NAME [ARG...]")
				}
				q.name, args = args[0], args[1:]
			}
			q.values = args
			if cmd.Flags().Changed("args") {
				if len(args) > 0 {
					return usage("--args is the whole line, so no ARG goes with it")
				}
				q.line = &line
			}
			return a.render(cmd, q)
		},
		ValidArgsFunction: a.completeName,
	}
	cmd.Flags().StringVar(&line, "args", "", "the arguments as one `LINE`, as typed after the skill's name")
	cmd.Flags().StringVar(&q.file, "file", "", "render the file at `PATH` instead of a skill")
	cmd.Flags().BoolVar(&q.asSent, "as-sent", false, "with the line about the skill's folder that the agent puts before it")
	cmd.Flags().BoolVar(&q.asJSON, "json", false, "as JSON, each piece with its origin")
	return cmd
}

func (a *app) render(cmd *cobra.Command, q question) error {
	host, env, err := a.place()
	if err != nil {
		return err
	}
	k, doc, err := a.read(cmd, q)
	if err != nil {
		return err
	}
	template := render.Parse(doc.Body, doc.Arguments, host.Rules(k))
	line, whole := q.argumentLine(template, host.Substitution)
	if len(line) > render.MaxArguments {
		return wrong("the arguments are %d bytes, over the limit of %d KiB", len(line), render.MaxArguments>>10)
	}
	prompt, err := template.Render(render.Input{Args: line, Vars: host.Values(k, env.Cwd)})
	if err != nil {
		return wrong("%s would not take these arguments: %v", host.Title, err)
	}
	header := ""
	if q.asSent {
		header = host.AsSent(k, "")
	}
	if q.asJSON {
		err = a.printJSON(promptView(host, header, doc, prompt))
	} else {
		a.exact(header + prompt.Text)
	}
	if !whole {
		a.remark("%s cuts these arguments into other words; --json shows which", host.Title)
	}
	for _, remark := range promptRemarks(doc, prompt) {
		a.remark("%s", remark)
	}
	return err
}

// read gives the skill that is asked for, with its body.
func (a *app) read(cmd *cobra.Command, q question) (*skill.Skill, skill.Document, error) {
	if q.file != "" {
		k, doc, err := skill.ReadFile(q.file)
		if err != nil {
			return nil, doc, wrong("%v", err)
		}
		return &k, doc, nil
	}
	l, err := a.library(cmd.Context())
	if err != nil {
		return nil, skill.Document{}, err
	}
	k, err := find(l, q.name)
	if err != nil {
		return nil, skill.Document{}, err
	}
	doc, err := k.Read()
	if err != nil {
		err = unreadable(k, err)
	}
	return k, doc, err
}

// argumentLine makes the line the host would get. Where the body takes single
// words of it, each value has to stay one word; where it takes only the whole,
// quotes would become part of the prompt.
// It tells whether each value does stay one word, for which some hosts have no way.
func (q question) argumentLine(t render.Template, rules render.Rules) (line string, whole bool) {
	switch {
	case q.line != nil:
		return *q.line, true
	case len(t.Params()) > 0:
		return render.Join(q.values, rules)
	}
	return strings.Join(q.values, " "), true
}

// promptRemarks says what somebody should know who uses a prompt.
func promptRemarks(doc skill.Document, p render.Prompt) []string {
	var remarks []string
	remark := func(format string, args ...any) { remarks = append(remarks, fmt.Sprintf(format, args...)) }
	switch doc.Encoding {
	case "":
	case "unknown":
		remark("the file is not UTF-8; bytes that can't be read stand as U+FFFD")
	default:
		remark("the file is not UTF-8 but %s; this is the decoded text", doc.Encoding)
	}
	if len(p.Unfilled) > 0 {
		tokens := make([]string, len(p.Unfilled))
		for i, u := range p.Unfilled {
			tokens[i] = u.Token
		}
		remark("no argument given for %s", strings.Join(tokens, ", "))
	}
	if len(p.Unused) > 0 {
		words := make([]string, len(p.Unused))
		for i, u := range p.Unused {
			words[i] = u.Text
		}
		remark("used nowhere in the body: %s", strings.Join(words, ", "))
	}
	if n := len(p.Commands); n == 1 {
		remark("1 command is not run; it stands as written")
	} else if n > 1 {
		remark("%d commands are not run; they stand as written", n)
	}
	return append(remarks, suspicions(doc, p.Suspicious)...)
}

// suspicions says what is suspicious, each kind once: first what concerns the
// whole, then what stands in lines. What is not given has been said before.
func suspicions(doc skill.Document, found []render.Suspicion) []string {
	var whole, inLines []string
	said := map[render.Code]bool{render.IndexNotGiven: true}
	for i, s := range found {
		if said[s.Code] {
			continue
		}
		said[s.Code] = true
		says := s.Message
		if s.Escaped != "" {
			says += "; write " + s.Escaped + " to keep it"
		}
		if s.Line == 0 {
			whole = append(whole, says)
			continue
		}
		says = fmt.Sprintf("line %d: %s", fileLine(doc, s.Line), says)
		if also := linesLike(doc, found[i+1:], s.Code); also != "" {
			says += " (also " + also + ")"
		}
		inLines = append(inLines, says)
	}
	return append(whole, inLines...)
}

// linesLike names the lines of further suspicions of a kind: "line 4, 9 and 12".
func linesLike(doc skill.Document, found []render.Suspicion, code render.Code) string {
	const most = 5
	var lines []string
	n := 0
	for _, s := range found {
		if s.Code != code {
			continue
		}
		if n++; n <= most {
			lines = append(lines, strconv.Itoa(fileLine(doc, s.Line)))
		}
	}
	switch {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf("lines %s and %d more", strings.Join(lines, ", "), n-most)
	case n == 1:
		return "line " + lines[0]
	}
	return "lines " + strings.Join(lines, ", ")
}
