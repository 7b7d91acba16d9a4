package lint

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"knack/skill"
)

// aSkill is a file in a folder called tidy, which holds the files listed.
func aSkill(text string, files ...string) File {
	return File{Data: []byte(text), Name: "SKILL.md", Folder: "tidy", Exists: func(path string) bool {
		return slices.ContainsFunc(files, func(f string) bool { return f == path || strings.HasPrefix(f, path+"/") })
	}}
}

// with is a skill that nothing is wrong with but what the lines of frontmatter say.
func with(lines string, body ...string) File {
	text := "Text.\n"
	if len(body) > 0 {
		text = body[0]
	}
	return aSkill("---\nname: tidy\ndescription: Tidies up.\n" + lines + "---\n" + text)
}

func aCommand(text string) File {
	f := aSkill(text)
	f.Name, f.Folder, f.Command = "tidy.md", "commands", true
	return f
}

// named is a skill whose file or folder is called otherwise.
func named(f File, name, folder string) File {
	f.Name, f.Folder = name, folder
	return f
}

const head = "---\nname: tidy\ndescription: Tidies up.\n---\n"

// said writes findings of one rule as "line:column severity message".
func said(r Report, rule string) []string {
	var all []string
	for _, f := range r.Findings {
		if f.Rule == rule {
			all = append(all, fmt.Sprintf("%d:%d %s %s", f.Line, f.Column, f.Severity, f.Message))
		}
	}
	return all
}

// Each rule finds what it is for, there where it stands, and nothing in a file that only
// looks like it.
func TestRules(t *testing.T) {
	tested := map[string]bool{}
	long := func(n int) string { return strings.Repeat("é", n) }
	for _, test := range []struct {
		rule, name string
		file       File
		want       string // of the findings, joined with a bar
	}{
		{"unreadable", "a folder", File{Name: "SKILL.md", Folder: "tidy", Unread: "is a folder, not a file"}, "1:1 error is a folder, not a file"},
		{"not-utf8", "a stray byte", aSkill(head + "caf\xe9\n"), "5:4 error the file isn't valid UTF-8, the first bad byte stands here; bytes that can't be read are shown as U+FFFD"},
		{"empty-file", "nothing", aSkill(""), "1:1 warning the file is empty"},
		{"nul-byte", "NUL", aSkill(head + "a\x00\n"), "5:2 warning the file holds NUL bytes (1), which no text has"},
		{"line-ends", "CRLF", aSkill(strings.ReplaceAll(head, "\n", "\r\n")), "1:1 note lines end in CRLF, as on Windows"},
		{"frontmatter-unopened", "keys without dashes", aSkill("name: x\n"), "1:1 error the frontmatter isn't read, because line 1 isn't exactly ---"},
		{"frontmatter-late", "a heading first", aSkill("# X\n\n" + head), "3:1 error frontmatter must begin on line 1; what stands here is read as body"},
		{"frontmatter-unclosed", "no end", aSkill("---\nname: x\n"), "1:1 error the frontmatter never ends, so no key of it is read"},
		{"frontmatter-late", "in code from the first line on", aSkill("```markdown\n" + head + "Text.\n```\n"), "2:1 error frontmatter must begin on line 1; what stands here is in a code block, and read as body"},
		{"frontmatter-late", "in code below prose", aSkill("This is it:\n\n```markdown\n" + head + "Text.\n```\n"), "4:1 warning what stands here looks like the frontmatter of this file, but is in a code block, and read as body"},
		{"frontmatter-late", "a sample below a heading", aSkill("# X\n\n```yaml\n" + head + "```\n"), ""},
		{"frontmatter-unclosed", "a heading where it should end", aSkill("---\nname: x\n# who\nlicense: MIT\n\n# X\n\nText.\n"), "6:1 error the --- that should end the frontmatter is missing above this line; no key of it is read"},
		{"frontmatter-unclosed", "text behind the dashes", aSkill("---\nname: x\n---# X\n"), "3:1 error this line doesn't end the frontmatter, because it isn't just ---; no key of it is read"},
		{"frontmatter-unclosed", "a rule on line 1", aSkill("---\n\n# X\n\nA list: of things.\n\n| a |\n|---|\n"), ""},
		{"frontmatter-runs-on", "a heading inside", aSkill("---\nname: x\nlicense: MIT\n\n# X\n\nText.\n\n---\n"), "5:1 error the --- that should end the frontmatter is missing above this heading; agents lose the text up to the next ---, and those that want valid YAML all keys"},
		{"frontmatter-no-keys", "text between rules", aSkill("---\nText\n---\n"), "1:1 error what stands between this line and the --- of line 3 is taken for frontmatter, and no line of it begins with a `key: value`"},
		{"yaml-recovered", "a colon", aSkill("---\nname: tidy\ndescription: Use this: always\n---\n"), "3:22 warning a colon in the text of `description` makes YAML read a new key here; the text needs quotes"},
		{"yaml-recovered", "quotes that Claude Code doesn't put", aSkill("---\nname: tidy\ndescription: \"Tidy\" up\n---\n"), "3:14 error `description` begins with a quote, but the quotes don't enclose the whole text"},
		{"field-value", "a name with a dollar", with("arguments: [a$b]\n", "$a\n"), "4:12 warning `arguments` has the name \"a$b\", which is left out: knack takes none with a dollar in it or of more than 64 bytes"},
		{"field-value", "a list that becomes a text", aSkill("---\ndescription: Use this: always\nallowed-tools: [Read, Grep]\narguments:\n  - a\n---\n"), "3:16 warning `allowed-tools` is read as the text [Read, Grep] and not as a list, because another line isn't valid YAML"},
		{"yaml-comment-cut", "a number sign", with("license: MIT #1\n"), ""},
		{"yaml-comment-cut", "a number sign in a description", aSkill("---\ndescription: Issue #12 and others\n---\n"), "2:20 warning a # after a blank starts a comment in YAML: a strict reader takes of `description` only the text before it, and knack shows the whole"},
		{"yaml-duplicate-key", "twice", with("license: MIT\nlicense: MIT\n"), "5:1 error `license` stands here again, after line 4; knack takes the last one, a strict YAML reader nothing of the whole block"},
		{"line-ends", "mixed", aSkill(head + "a\nb\r\nc\n"), "6:1 note line ends are mixed: 1 CRLF and 6 LF, the first of the fewer ones here"},
		{"frontmatter-runs-on", "a heading in a code block", aSkill("---\nname: tidy\ndescription: x\n```\na\n\n# X\n```\nlicense: MIT\n---\n"), ""},
		{"yaml-alias", "an anchor", with("license: &a MIT\n"), "4:10 warning YAML anchors and aliases (&, *, <<) are not followed here; the text is shown as written"},
		{"limit", "too much", with("license: " + long(40<<10) + "\n"), "1:1 error the frontmatter is 81 KiB, over the 64 KiB limit; none of it is read"},
		{"field-alias", "camel case", with("whenToUse: always\n"), "4:1 warning `whenToUse` is read as `when_to_use` by knack; only `when_to_use` is documented"},
		{"field-alias", "camel case of another key", with("disableModelInvocation: true\n"), "4:1 warning `disableModelInvocation` isn't a documented key, and knack doesn't read it; the documented spelling is `disable-model-invocation`"},
		{"field-alias", "beside the documented key", with("Name: x\n"), "4:1 note `Name` isn't read, because `name`, the documented spelling, is there too"},
		{"key-unknown", "another spelling", with("Name: x\n"), ""},
		{"key-typo", "another spelling", with("allowed_tools: Read\n"), ""},
		{"field-value", "no effort", with("effort: huge\n"), "4:9 warning `effort` is \"huge\", which isn't one of its documented values"},

		{"field-value", "no context", with("context: here\n"), "4:10 warning `context` is \"here\", which isn't one of its documented values"},
		{"field-value", "context: inline", with("context: inline\n"), ""},
		{"field-value", "arguments below their key", with("arguments:\n  file:\n    required: true\n"), "4:1 warning `arguments` is a map, where a list is expected; knack reads nothing of it"},
		{"field-value", "a text in brackets", aSkill("---\ndescription: [TODO: what, when]\n---\n"), "2:14 warning `description` is a list, where one text is expected; how agents read that isn't documented"},

		{"key-typo", "a letter missing", aSkill("---\ndescripton: x\n---\n"), "2:1 warning there is no key `descripton`"},
		{"key-typo", "two letters swapped", with("lisence: MIT\nmetdaata:\n  a: b\n"), "4:1 warning there is no key `lisence`|5:1 warning there is no key `metdaata`"},
		{"key-typo", "the meant one is there", with("descriptions: x\n"), ""},
		{"key-typo", "a short word", with("mode: x\ntool: y\n"), ""},
		{"key-typo", "another key", with("version: 1\n"), ""},
		{"key-unknown", "another key", with("version: 1\n"), "4:1 note Claude Code's documentation has no key `version`"},
		{"key-unknown", "one of the list of changes", with("displayName: x\n"), ""},
		{"key-unknown", "a typo", with("modle: opus\n"), ""},
		{"key-unknown", "known", with("license: MIT\n"), ""},
		{"description-missing", "none", aSkill("---\nname: tidy\n---\nText.\n"), "1:1 warning there is no `description`; the first paragraph of the body is taken for it"},
		{"description-missing", "no text at all", aSkill("---\nname: tidy\ndescription:\n---\n"), "3:1 warning there is no `description`; the model is told nothing of it but its name"},
		{"description-missing", "written, but not read", aSkill("\n---\nname: tidy\ndescription: x\n---\nText.\n"), ""},
		{"description-missing", "written on line 1, and not read", aSkill("--- name: tidy description: x ---\nText.\n"), ""},
		{"description-missing", "a command", aCommand("Text.\n"), ""},
		{"description-missing", "there", with(""), ""},
		{"description-cut", "1536 characters with the joiner", aSkill("---\ndescription: " + long(1000) + "\nwhen_to_use: " + long(533) + "\n---\n"), ""},
		{"description-cut", "in what isn't read", aSkill("---\ndescription: \"a\" " + long(2000) + "\n---\n"), ""},
		{"description-cut", "one more", aSkill("---\ndescription: " + long(1000) + "\nwhen_to_use: " + long(534) + "\n---\n"), "2:1 warning `description` and `when_to_use` together have 1537 characters, and the model is shown 1536"},
		{"description-cut", "without when_to_use", aSkill("---\ndescription: " + long(1537) + "\n---\n"), "2:1 warning `description` has 1537 characters, and the model is shown 1536"},
		{"description-cut", "cut before by a comment", aSkill("---\ndescription: " + long(100) + " #" + long(1500) + "\n---\n"), ""},
		{"flags-unreachable", "both", with("disable-model-invocation: true\nuser-invocable: no\n"), "5:1 warning nobody can call it: disable-model-invocation is true and user-invocable is false"},
		{"flags-unreachable", "one", with("user-invocable: false\n"), ""},
		{"fork-only", "an agent alone", with("agent: Explore\n"), "4:1 warning `agent` means nothing to Claude Code without context: fork"},
		{"fork-only", "with fork", with("agent: Explore\ncontext: fork\n"), ""},
		{"command-ignores", "a command with paths", aCommand("---\nname: x\npaths: '*.go'\n---\n"), "2:1 note Claude Code doesn't read `name` in a command file|3:1 note Claude Code doesn't read `paths` in a command file"},
		{"command-ignores", "a skill with paths", with("paths: '*.go'\n"), ""},

		{"name-differs", "another name", named(with(""), "SKILL.md", "other"), "2:1 note `name` is `tidy`, but outside of plugins Claude Code calls the skill by its folder, `other`"},
		{"name-differs", "the folder's", with(""), ""},
		{"name-differs", "a command", aCommand(head), ""},
		{"name-reserved", "in capitals", named(with(""), "SKILL.md", "Synced"), "2:1 error Claude Code keeps the folder name synced for itself, and doesn't load this skill"},
		{"file-name", "small letters", named(with(""), "skill.md", "tidy"), "1:1 error the file is called `skill.md`; the file of a skill must be called SKILL.md"},
		{"file-name", "a command", aCommand(head), ""},

		{"hint-without-token", "no token", with("argument-hint: '[file]'\n"), "4:1 note nothing in the body takes the arguments; what is typed is put at the end"},
		{"hint-without-token", "a price only", with("argument-hint: '[file]'\n", "It costs $5.\n"), "4:1 note nothing in the body takes the arguments, but by accident, as on line 6"},
		{"hint-without-token", "a name", with("argument-hint: '[file]'\narguments: file\n"), ""},
		{"hint-without-token", "a token", with("argument-hint: '[file]'\n", "Tidy $ARGUMENTS.\n"), ""},
		{"token-without-hint", "a token", with("", "Tidy up.\n\nThat is, $ARGUMENTS.\n"), "7:10 note $ARGUMENTS takes arguments here, and there is no argument-hint that says which"},
		{"token-without-hint", "in a command", with("", "- !`ls $0`\n"), "5:8 note $0 takes arguments here, and there is no argument-hint that says which"},
		{"token-without-hint", "a price", with("", "It costs $5.\n"), ""},
		{"token-without-hint", "escaped", with("", `Write \$ARGUMENTS.`), ""},
		{"token-without-hint", "declared names", with("arguments: file\n", "Tidy $file.\n"), ""},
		{"name-unused", "one of two", with("arguments: file branch\n", "Tidy $file.\n"), "4:1 warning the argument branch is declared, but the body does not use it"},
		{"name-unused", "in what isn't read", with("arguments: file\nlicense: \"a\" b\n"), ""},
		{"name-unused", "the only one, with a hint", with("argument-hint: '[file]'\narguments: file\n"), "5:1 warning the argument file is declared, but the body does not use it"},
		{"counts-from-one", "two", with("", "Move `$1` to `$2`.\n"), "5:7 warning the body counts from $1, but Claude Code calls the first word $0"},
		{"field-value", "arguments as maps", with("arguments:\n  - name: file\n  - name: branch\n", "Tidy $file.\n"), "4:1 warning `arguments` has maps, where names are expected; how agents read those isn't documented"},
		{"name-unused", "arguments as maps", with("arguments:\n  - name: file\n  - name: branch\n", "Tidy $file.\n"), ""},
		{"arguments-glued", "a letter behind", with("", "Tidy $ARGUMENTSX.\n"), "5:6 warning $ARGUMENTS is replaced although a word goes on right behind it"},
		{"price", "dollars", with("", "It costs $5 a month.\n"), "5:10 warning $5 looks like a price, but becomes word 6 of the arguments if 6 words are typed"},
		{"price", "many", with("", strings.Repeat("$5.00\n", 7)), strings.Join([]string{
			"5:1 warning $5 looks like a price, but becomes word 6 of the arguments if 6 words are typed", "6:1 warning $5 looks like a price, but becomes word 6 of the arguments if 6 words are typed",
			"7:1 warning $5 looks like a price, but becomes word 6 of the arguments if 6 words are typed", "8:1 warning $5 looks like a price, but becomes word 6 of the arguments if 6 words are typed",
			"9:1 warning $5 looks like a price, but becomes word 6 of the arguments if 6 words are typed; and 2 more like it below",
		}, "|")},
		{"price", "hardly so many words", with("", "It costs $50.\n"), "5:10 note $50 looks like a price, but becomes word 51 of the arguments if 51 words are typed"},
		{"price", "never so many words", with("", "It costs $500.\n"), ""},
		{"price", "escaped", with("", `It costs \$5 a month.`), ""},
		{"awk-field", "awk", with("", "Run `awk '{print $2}'`.\n"), "5:18 warning $2 looks like a field of awk, but becomes word 3 of the arguments if 3 words are typed"},
		{"shell-positional", "a script", with("", "```bash\necho \"$1\"\n```\n"), "6:7 warning $1 looks like an argument of a shell script, but becomes word 2 of the arguments if 2 words are typed"},
		{"sql-placeholder", "a query", with("", "```sql\nSELECT * FROM t WHERE id = $1\n```\n"), "6:28 warning $1 looks like a placeholder of SQL, but becomes word 2 of the arguments if 2 words are typed"},
		{"spreadsheet", "a cell", with("", "Write =B5*(1+$B$6).\n"), "5:16 warning $6 looks like a cell of a spreadsheet, but becomes word 7 of the arguments if 7 words are typed"},
		{"regex", "a group", with("", "Run `s.replace(/(a)/, '$1')`.\n"), "5:24 warning $1 looks like a group of a regular expression, but becomes word 2 of the arguments if 2 words are typed"},
		{"token-in-code", "Perl", with("", "```perl\nmy $x = $1;\n```\n"), "6:9 warning $1 looks like a part of the code around it, but becomes word 2 of the arguments if 2 words are typed"},
		{"backslash-lost", "in a fence", with("", "```bash\necho \\$1\n```\n"), "6:6 warning \\$1 loses its backslash here, which this code may need"},

		{"command-runs", "inline", with("", "- !`git status`\n"), "5:3 note runs `git status` when the skill is called"},
		{"command-runs", "a block", with("", "```!\nls\npwd\n```\n"), "5:1 note runs a block of 2 lines that begins with `ls` when the skill is called"},
		{"command-runs", "in a command file", aCommand("!`ls`\n"), "1:1 note runs `ls` when the command is called"},
		{"command-runs", "by accident", with("", "As in `if !` or `else`.\n"), ""},
		{"command-runs", "an emphasis", with("", "Stop! `git status` is next.\n"), ""},
		{"command-in-code", "alone in a fence", with("", "```text\n!`ls`\n```\n"), ""},
		{"command-in-code", "by accident", with("", "Wrap it in `if ! ` or !`x`; `if !` is as `else`.\n"), "5:33 warning the ! that ends this code begins a command to Claude Code, up to the next backtick: it would run `is as`"},
		{"command-in-code", "in a fence", with("", "```text\nWrite:\n!`ls`\n```\n"), "7:1 note `ls` stands in code, and is run all the same"},
		{"command-in-code", "in prose", with("", "!`ls`\n"), ""},
		{"block-unclosed", "to the end", with("", "First:\n\n  ```!\n  ls\n"), "7:3 warning a block of commands begins here and nothing ends it, so it stays as text and none of it is run"},
		{"block-unclosed", "closed", with("", "```!\nls\n```\n"), ""},
		{"command-takes-arguments", "raw", with("argument-hint: x\n", "!`ls $ARGUMENTS`\n"), "6:1 warning what is typed as arguments gets into `ls $ARGUMENTS` unquoted, and becomes shell code"},
		{"command-takes-arguments", "none", with("", "!`ls`\n"), ""},
		{"tools-wide", "in what isn't read", with("allowed-tools: Bash\nlicense: \"a\" b\n"), ""},
		{"tools-wide", "each form", with("allowed-tools: Bash, Bash(*), Bash(:*), *, Bash(git *), Read\n"), "4:1 note `*` grants every tool without a question|4:1 note `Bash` grants every shell command without a question|4:1 note `Bash(*)` grants every shell command without a question|4:1 note `Bash(:*)` grants every shell command without a question"},

		{"reference-broken", "links", aSkill(head+"See [a](a.md), [b](./sub/b.md#part), ![c](<c.png> \"C\").\n\n[d]: d.md\n", "a.md"), "5:20 warning the skill's folder holds no `sub/b.md`|5:44 warning the skill's folder holds no `c.png`|7:6 warning the skill's folder holds no `d.md`"},
		{"reference-broken", "links elsewhere", with("", "[a](https://x.y/z) [b](#part) [c](/etc/x) [d](../o/SKILL.md) [e](mailto:x@y) [f](path/to/x.md) [g]({name}.md) [h](url)\n"), ""},
		{"reference-broken", "in code", with("", "`[a](a.md)`\n\n```\n[b](b.md)\n```\n"), ""},
		{"reference-broken", "in spans", aSkill(head+"Run `scripts/a.py`, `scripts/b.py`, `src/main.go`, `scripts/*.py`.\n", "scripts/a.py"), "5:21 warning the skill's folder holds no `scripts/b.py`"},
		{"reference-broken", "by the variable", aSkill(head+"Run ${CLAUDE_SKILL_DIR}/x.sh and ${CLAUDE_SKILL_DIR}/y.sh.\n", "x.sh"), "5:34 warning the skill's folder holds no `y.sh`"},
		{"reference-broken", "percent signs", aSkill(head+"[a](my%20file.md)\n", "my file.md"), ""},
		{"reference-broken", "a command", aCommand("[a](a.md)\n"), ""},

		{"hidden-text", "tag characters", with("", "Hi\U000e0062\U000e0079\U000e0065 there\n"), "5:3 warning 3 tag characters that no screen shows spell `bye`"},
		{"hidden-characters", "of several kinds", with("", "a\u200bb\u200bc \u202ex\n"), "5:2 warning 2 zero-width characters that can't be seen, the first of them here: U+200B|5:7 warning 1 bidirectional character that can't be seen: U+202E"},
		{"hidden-characters", "UTF-8 read as Latin-1", with("", "a â\u0094\u009câ\u0094\u0080 b\n"), "5:4 warning 4 control characters that can't be seen, the first of them here: U+0094; the text is UTF-8 that was read in another encoding and saved so, and here U+251C was meant"},
		{"hidden-characters", "UTF-8 read as Windows-1252", with("", "ðŸ“\u008d\n"), "5:4 warning 1 control character that can't be seen: U+008D; the text is UTF-8 that was read in another encoding and saved so, and here U+1F4CD was meant"},
		{"hidden-characters", "a control character of its own", with("", "é\u0085x\n"), "5:2 warning 1 control character that can't be seen: U+0085"},
		{"hidden-characters", "UTF-8 read as GBK", with("", "鏈\ue100湴\n"), "5:2 note 1 private-use character without a meaning outside of one font or program: U+E100; the text is UTF-8 that was read in another encoding and saved so, and here U+672C was meant"},
		{"hidden-characters", "private use among Chinese", with("", "技能\ue0a0树木\n"), "5:3 note 1 private-use character without a meaning outside of one font or program: U+E0A0"},
		{"hidden-characters", "private use", with("", "\ue0a0\n"), "5:1 note 1 private-use character without a meaning outside of one font or program: U+E0A0"},
		{"hidden-characters", "in the frontmatter", with("license: M\u00adIT\n"), "4:11 note 1 format character that can't be seen: U+00AD"},
		{"hidden-characters", "one escape", with("license: \"M\\u00adIT\"\n"), "4:1 warning `license` has an escape for U+00AD, a character that can't be seen"},
		{"hidden-characters", "escapes", with("license: \"M\\e[1m\\u202eIT\\n\"\n"), "4:1 warning `license` has escapes for 2 characters that can't be seen, the first of them U+001B"},
		{"hidden-characters", "an emoji", with("", "A family: \U0001f468\u200d\U0001f469\u200d\U0001f467, a heart: ❤️.\n"), ""},

		{"spec-file-name", "another case", named(with(""), "Skill.md", "tidy"), "1:1 error the validator finds no SKILL.md: the file is called `Skill.md`"},
		{"spec-file-name", "small letters", named(with(""), "skill.md", "tidy"), ""},
		{"spec-encoding", "a stray byte", aSkill(head + "caf\xe9\n"), "5:1 error the file isn't UTF-8"},
		{"spec-frontmatter", "none", aSkill("Text.\n"), "1:1 error the file doesn't begin with ---"},
		{"spec-frontmatter", "a byte order mark", aSkill(byteOrderMark + head), "1:1 error the file begins with a byte order mark, not with ---"},
		{"spec-frontmatter", "no end", aSkill("---\nname: tidy\n"), "1:1 error no --- ends the frontmatter"},
		{"spec-frontmatter", "nothing in it", aSkill("---\n---\n"), "1:1 error the frontmatter has no key with a value"},
		{"spec-yaml", "no YAML", aSkill("---\nname: tidy\ndescription: Use: this\n---\n"), "3:17 error the validator can't read the YAML: a colon in the text of `description` makes YAML read a new key here; the text needs quotes"},
		{"spec-yaml", "a list in brackets", with("allowed-tools: [Read]\n"), "4:1 error the validator can't read the YAML: a list in brackets is not allowed"},
		{"spec-yaml", "no keys", aSkill("---\n**Name**: x\n---\n"), "1:1 error the validator can't read the YAML: it has no `key: value`"},
		{"spec-yaml", "keys on line 1", aSkill("--- name: x description: y ---\n"), "1:1 error the validator can't read the YAML: line 1 isn't just ---"},
		{"spec-yaml", "dashes inside quotes", aSkill("---\nname: tidy\ndescription: \"Tidies --- up.\"\n---\n"), "3:1 error the validator ends the frontmatter at the three dashes of this line, and can't read what stands before them"},
		{"spec-yaml", "a map in braces", with("metadata: {a: b}\n"), "4:1 error the validator can't read the YAML: a map in braces is not allowed"},
		{"spec-yaml", "twice", with("license: a\nlicense: b\n"), "5:1 error the validator can't read the YAML: `license` stands there twice"},
		{"spec-yaml", "an anchor", with("license: &a b\n"), "4:1 error the validator can't read the YAML: an anchor (&) is not allowed"},
		{"spec-yaml", "a tag", with("license: !x b\n"), "4:1 error the validator can't read the YAML: a tag (!) is not allowed"},
		{"spec-yaml", "two indents", with("metadata:\n  a:\n    b: c\n  d:\n      e: f\n"), "8:1 error the validator can't read the YAML: maps side by side have different indents"},
		{"spec-yaml", "two documents", with("...\nlicense: b\n"), "5:1 error the validator can't read the YAML: there is more than one document"},
		{"spec-yaml", "a tab", with("license: a\tb\n"), "4:1 error the validator can't read the YAML: a tab is not allowed here"},
		{"spec-yaml", "a tab in quotes, and in a comment", with("license: 'a\tb' #\t\n"), ""},
		{"spec-yaml", "a line separator in a block", with("license: |\n  a\u2028b\n"), "4:1 error the validator can't read the YAML: a line end that isn't a plain one is not allowed in this text"},
		{"spec-yaml", "a line separator", with("license: a\u2028b\n"), ""},
		{"spec-yaml", "an emoji as JSON has it", with("license: \"\\ud83d\\ude00\"\n"), ""},
		{"spec-dashes", "in a description", aSkill("---\nname: tidy\ndescription: Tidies --- up.\n---\n"), "3:1 warning the validator ends the frontmatter at the three dashes of this line, though they aren't all of it"},
		{"spec-dashes", "where the frontmatter has no end", aSkill("---\nname: tidy\n---# Tidy\n"), ""},
		{"spec-dashes", "alone", with("", "A rule:\n\n---\n"), ""},
		{"spec-key", "one of Claude Code's", with("argument-hint: x\n"), "4:1 error the specification has no key `argument-hint`"},
		{"spec-key", "all it has", with("license: MIT\ncompatibility: any\nallowed-tools: Read\nmetadata:\n  a: b\n"), ""},
		{"spec-name", "none", aSkill("---\ndescription: x\n---\n"), "1:1 error there is no `name`"},
		{"spec-name", "empty", aSkill("---\nname:\ndescription: x\n---\n"), "2:1 error `name` must be a text that isn't empty"},
		{"spec-name", "a list", aSkill("---\nname:\n- x\n---\n"), "2:1 error `name` must be a text that isn't empty"},
		{"spec-name", "64 characters", aSkill("---\nname: " + long(64) + "\n---\n"), ""},
		{"spec-name", "65 characters", aSkill("---\nname: " + long(65) + "\n---\n"), "2:1 error `name` is `" + long(60) + "…`, with 65 characters, where 64 are allowed"},
		{"spec-name", "capitals", aSkill("---\nname: PDF\n---\n"), "2:1 error `name` is `PDF`, with capitals"},
		{"spec-name", "hyphens", aSkill("---\nname: -a--b-\n---\n"), "2:1 error `name` is `-a--b-`, with a hyphen at an end, two hyphens in a row"},
		{"spec-name", "an underscore", aSkill("---\nname: a_b\n---\n"), "2:1 error `name` is `a_b`, with '_'"},
		{"spec-name", "several", aSkill("---\nname: a_b & c_d\n---\n"), "2:1 error `name` is `a_b & c_d`, with '_', ' ', '&'"},
		{"spec-name", "a number", aSkill("---\nname: 3000\n---\n"), ""},
		{"spec-name", "other scripts", aSkill("---\nname: 技能\n---\n"), ""},
		{"spec-name-folder", "another", named(with(""), "SKILL.md", "other"), "2:1 error `name` is `tidy`, and its folder is called `other`"},
		{"spec-name-folder", "decomposed", named(aSkill("---\nname: caf\u00e9\n---\n"), "SKILL.md", "cafe\u0301"), ""},
		{"spec-name-script", "other scripts", aSkill("---\nname: 技能\n---\n"), "2:1 warning the specification has names of a to z, 0 to 9 and hyphens only; its validator lets `技能` pass"},
		{"spec-description", "none", aSkill("---\nname: tidy\n---\n"), "1:1 error there is no `description`"},
		{"spec-description", "empty", aSkill("---\ndescription: ' '\n---\n"), "2:1 error `description` must be a text that isn't empty"},
		{"spec-description", "1024 characters", aSkill("---\ndescription: " + long(1024) + "\n---\n"), ""},
		{"spec-description", "1025 characters", aSkill("---\ndescription: " + long(1025) + "\n---\n"), "2:1 error `description` is 1025 characters long, and may have 1024"},
		{"spec-compatibility", "500 characters", with("compatibility: " + long(500) + "\n"), ""},
		{"spec-compatibility", "501 characters", with("compatibility: " + long(501) + "\n"), "4:1 error `compatibility` is 501 characters long, and may have 500"},
		{"spec-compatibility", "a list", with("compatibility:\n- x\n"), "4:1 error `compatibility` must be one text"},
		{"spec-tools", "commas", with("allowed-tools: Read, Grep\n"), "4:1 warning `allowed-tools` has to be one text with blanks between the tools"},
		{"spec-tools", "a list", with("allowed-tools:\n- Read\n"), "4:1 warning `allowed-tools` has to be one text with blanks between the tools"},
		{"spec-tools", "commas in parentheses", with("allowed-tools: Bash(a, b) Read\n"), ""},
		{"spec-metadata", "a text", with("metadata: x\n"), "4:1 warning `metadata` must be a map of keys and texts"},
		{"spec-metadata", "a map", with("metadata:\n  a: b\n"), ""},
		{"spec-body-length", "500 lines", with("", strings.Repeat("x\n", 500)), ""},
		{"spec-body-length", "many tokens", with("", strings.Repeat("x", 26000)), "5:1 note the body has about 6500 tokens, and the specification recommends fewer than 5000"},
		{"spec-body-length", "hardly too many tokens", with("", strings.Repeat("x", 24000)), ""},
		{"spec-body-length", "501 lines", with("", strings.Repeat("x\n", 501)), "5:1 note the body has 501 lines, and the specification recommends fewer than 500"},
	} {
		t.Run(test.rule+"/"+test.name, func(t *testing.T) {
			tested[test.rule] = tested[test.rule] || test.want != ""
			if got := strings.Join(said(Check(test.file, Rulebooks()...), test.rule), "|"); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
	for _, rule := range Rules() {
		if !tested[rule.ID] {
			t.Errorf("no case finds what %s is for", rule.ID)
		}
	}
}

// One fault is one finding of a rulebook, though several of its rules could tell it.
func TestOneFaultIsToldOnce(t *testing.T) {
	for _, test := range []struct {
		name         string
		file         File
		claude, spec string // the rules that tell it, in line order
	}{
		{"a name that is none", named(aSkill("---\nname: Tidy Up\ndescription: x\n---\n"), "SKILL.md", "other"), "name-differs", "spec-name"},
		{"a name that is another", named(aSkill("---\nname: tidy\ndescription: x\n---\n"), "SKILL.md", "other"), "name-differs", "spec-name-folder"},
		{"a key misspelt", aSkill("---\nname: tidy\ndescripton: x\n---\n"), "key-typo", "spec-key"},
		{"a key with a capital", aSkill("---\nName: tidy\ndescription: x\n---\n"), "field-alias", "spec-key"},
		{"a key misspelt beside the right one", aSkill("---\nname: tidy\ndescription:\nDescription: x\n---\n"), "description-missing field-alias", "spec-description spec-key"},
		{"text between rules", aSkill("---\nText\n---\n"), "frontmatter-no-keys", "spec-frontmatter"},
		{"nothing", aSkill(""), "empty-file", "spec-frontmatter"},
		{"a control character in a key", aSkill("---\nname: tidy\ndescription: a\x01b\n---\n"), "yaml-recovered", "spec-yaml"},
		{"a control character in the body as well", aSkill("---\nname: tidy\ndescription: a\x01b\n---\na\x01b\n"), "yaml-recovered hidden-characters", "spec-yaml hidden-characters"},
		{"NUL in a key", aSkill("---\nname: tidy\ndescription: a\x00b\n---\n"), "yaml-recovered", "spec-yaml"},
		{"NUL in the body as well", aSkill("---\nname: tidy\ndescription: a\x00b\n---\na\x00b\n"), "yaml-recovered nul-byte", "spec-yaml nul-byte"},
		{"a token twice on a line", with("argument-hint: x\n", "$ARGUMENTS\n\nIt costs $5.00, or $5.00 and $7.00.\n$5.00\n"), "price price price", "spec-key"},
		{"a command with arguments", with("argument-hint: x\n", "!`ls $0`\n"), "command-takes-arguments", "spec-key"},
		{"names that nothing takes", with("argument-hint: x\narguments: file\n"), "name-unused", "spec-key spec-key"},
		{"names that aren't read", with("argument-hint: x\narguments:\n  file: x\n"), "hint-without-token field-value", "spec-key spec-key"},
	} {
		for book, want := range map[Rulebook]string{ClaudeCode: test.claude, AgentSkills: test.spec} {
			t.Run(test.name+"/"+string(book), func(t *testing.T) {
				var rules []string
				for _, f := range Check(test.file, book).Findings {
					rules = append(rules, f.Rule)
				}
				if got := strings.Join(rules, " "); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			})
		}
	}
}

// A skill's file of another name is loaded by no host, whatever stands in it.
func TestVerdictOnAFileName(t *testing.T) {
	for _, test := range []struct {
		name  string
		file  File
		drops string
	}{
		{"small letters", named(with(""), "skill.md", "tidy"), "Claude Code drops it: the file is called `skill.md`; the file of a skill must be called SKILL.md"},
		{"malformed as well", named(with("a: b: c\n"), "Skill.md", "tidy"), "Claude Code drops it: the file is called `Skill.md`; the file of a skill must be called SKILL.md"},
		{"as it must be", with(""), ""},
		{"a command", aCommand(head), ""},
	} {
		v := Check(test.file, ClaudeCode).Verdicts[0]
		if dropped := v.Outcome == Drops; dropped != (test.drops != "") || dropped && v.Says() != test.drops {
			t.Errorf("%s: %s", test.name, v.Says())
		}
		others := Others()
		if got := Hosts(test.file, others); test.drops != "" && len(got) != len(others) {
			t.Errorf("%s: of %d other agents drop it: %+v", test.name, len(others), got)
		}
	}
}

// What to do is what mends this file, not any.
func TestHints(t *testing.T) {
	for _, test := range []struct {
		rule, name string
		file       File
		want       string
	}{
		{"spec-yaml", "tools in brackets", with("allowed-tools: [Read, 'Bash(git *)']\n"), "write allowed-tools: Read Bash(git *)"},
		{"spec-yaml", "a hint in brackets", with("argument-hint: [file]\n"), "put the text in quotes"},
		{"spec-yaml", "another list in brackets", with("metadata:\n  os: [linux]\n"), "write one item a line, each after a dash"},
		{"spec-yaml", "a CR within a line", aSkill("---\nname: tidy\ndescription: a\rb\n---\n"), "remove the CR that stands within a line, which ends it for YAML"},
		{"spec-frontmatter", "a blank line first", aSkill("\n" + head), "remove what is blank above it"},
		{"spec-frontmatter", "in code", aSkill("```\n" + head + "```\n"), "remove the code block's first line, and the one that ends it"},
		{"spec-frontmatter", "none", aSkill("Text.\n"), "begin the file with a line ---, then name: and description:, then a line ---"},
		{"spec-frontmatter", "a rule", aSkill("---\n\n# Tidy\n"), "write name: and description: below line 1, and then a line with only ---"},
		{"spec-frontmatter", "keys without an end", aSkill("---\nname: tidy\n\n# Tidy\n\nText.\n"), "put a line with only --- above this one"},
		{"spec-name", "capitals", aSkill("---\nname: Tidy\n---\n"), "write name: tidy"},
		{"spec-name", "in a folder of no such name", named(aSkill("---\nname: Tidy\n---\n"), "SKILL.md", "Tidy"), "write name: tidy, and rename the folder to that"},
		{"spec-name", "in a folder that no name can have", named(aSkill("---\nname: Tidy\n---\n"), "SKILL.md", "tidy up"), "a name has lower-case letters, digits and single hyphens between them"},
		{"name-unused", "a name", with("argument-hint: x\narguments: file\n"), "write $file where it belongs, or remove it"},
		{"yaml-recovered", "UTF-8 that was misread", aSkill("---\nname: tidy\ndescription: don\u00e2\u0080\u0099t\n---\n"), restore},
		{"spec-yaml", "UTF-8 that was misread", aSkill("---\nname: tidy\ndescription: don\u00e2\u0080\u0099t\n---\n"), restore},
		{"backslash-lost", "LaTeX", with("", "```latex\n\\$45.2\n```\n"), `write {\$}45 if the code needs the backslash`},
		{"backslash-lost", "awk", with("", "```bash\nawk \"{print \\$2}\"\n```\n"), `write \$(2) if the code needs the backslash`},
		{"backslash-lost", "a name", with("", "```bash\necho \"\\$ARGUMENTS\"\n```\n"), "write it with braces around the name, if the code needs the backslash"},
		{"backslash-lost", "other code", with("", "```bash\necho \"\\$500\"\n```\n"), `if the code needs the backslash, write the code so that no digit follows the dollar, in a shell as in "\$"500`},
		{"frontmatter-unopened", "keys on line 1", aSkill("--- name: x description: y ---\n"), "write --- alone on the first line, each key on a line of its own, and --- again after the last one"},
		{"frontmatter-unopened", "keys with an end", aSkill("name: x\n---\n"), "put a line with only --- above it"},
	} {
		t.Run(test.rule+"/"+test.name, func(t *testing.T) {
			findings := Check(test.file, Rulebooks()...).Findings
			i := slices.IndexFunc(findings, func(f Finding) bool { return f.Rule == test.rule })
			if i < 0 || findings[i].Hint != test.want {
				t.Errorf("got %+v, want %q", findings, test.want)
			}
		})
	}
}

// Of commands that are alike only some are findings, and the last of them says how many
// more there are. With the place of each of them looked for from the top, the larger of these
// files took many seconds.
func TestManyCommands(t *testing.T) {
	fenced := func(n int) string { return "```sh\n" + strings.Repeat("!`a`\n", n) + "```\n" }
	for _, test := range []struct {
		name, body, rule string
		line             int // of the last finding
		want             string
		findings         int
	}{
		{"on one line", strings.Repeat("!`$1` ", 30_000), "command-takes-arguments", 5, "; and 29995 more like it below", 5},
		{"on one line of code", strings.Repeat("`` !`a` `` ", 30_000), "command-in-code", 5, "; and 29995 more like it below", 5},
		{"in one fence", fenced(60_000), "command-in-code", 10, "; and 59995 more like it below", 5},
		{"in fences of their own", strings.Repeat("```sh\na\nb\n!`c`\n```\n", 20_000), "command-in-code", 28, "; and 19995 more like it below", 5},
		{"to be run", strings.Repeat("!`a`\n", 60_000), "command-runs", 9, "; and 59995 more like it below", 5},
		{"five", strings.Repeat("!`a`\n", 5), "command-runs", 9, "is called", 5},
		{"notes and a warning", fenced(9) + "\n`` x !`y` z ``\n", "command-in-code", 17, "and is run all the same", 6},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := slices.DeleteFunc(Check(with("", test.body), ClaudeCode).Findings, func(f Finding) bool { return f.Rule != test.rule })
			if len(found) != test.findings {
				t.Fatalf("%d findings, want %d", len(found), test.findings)
			}
			if last := found[len(found)-1]; last.Line != test.line || !strings.HasSuffix(last.Message, test.want) {
				t.Errorf("got %d: %s, want %d: %s", last.Line, last.Message, test.line, test.want)
			}
		})
	}
}

// This took minutes while the place of each was looked for from the beginning of its line.
func TestManyReferences(t *testing.T) {
	var body strings.Builder
	const n = 60_000
	for i := range n {
		fmt.Fprintf(&body, "[é](f%05d.md) ", i)
	}
	found := said(Check(with("", body.String()), ClaudeCode), "reference-broken")
	if want := "5:899990 warning the skill's folder holds no `f59999.md`"; len(found) != n || found[n-1] != want {
		t.Errorf("%d findings, the last %q, want %q", len(found), found[len(found)-1], want)
	}
}

// The same rule of the same file is found twice the same, and no finding lies outside.
func FuzzLint(f *testing.F) {
	for _, text := range []string{
		"", head, "---\nname: [\n---\n", head + "[a](b.md) $1 !`ls $0` \u200b\U000e0041\n```!\nls\n```\n",
		byteOrderMark + head, "---\ndescripton: x\r\nallowed-tools: Bash\r\n---\r\n", "---\n\xff\n---", "---\n? a\n: &b c\n---\n",
	} {
		f.Add([]byte(text), "tidy", false)
	}
	others, rules := Others(), map[string]Rule{}
	for _, r := range Rules() {
		rules[r.ID] = r
	}
	f.Fuzz(func(t *testing.T, data []byte, folder string, command bool) {
		file := File{Data: data, Name: "SKILL.md", Folder: folder, Command: command, Exists: func(string) bool { return false }}
		r := Check(file, Rulebooks()...)
		if again := Check(file, Rulebooks()...); !reflect.DeepEqual(r, again) {
			t.Fatalf("%q gives %+v and %+v", data, r, again)
		}
		lines := 1 + bytes.Count(data, []byte("\n"))
		rejected := false
		for _, found := range r.Findings {
			if found.Line < 1 || found.Line > lines || found.Column < 1 || found.Message == "" {
				t.Errorf("%q gives %+v", data, found)
			}
			if _, known := rules[found.Rule]; !known {
				t.Errorf("%q gives %+v, of no rule", data, found)
			}
			rejected = rejected || found.Severity == skill.Error && slices.Contains(found.Books, AgentSkills)
		}
		if v := r.Verdicts[1]; (v.Outcome == Rejects) != rejected {
			t.Errorf("%q is %+v, with %+v", data, v, r.Findings)
		}
		Hosts(file, others)
	})
}
