package markdown

import "strings"

// A language is as much as its colours need.
type language struct {
	scan         func(*highlighter)
	lineComments []string
	blockComment [2]string // start and end
	quotes       []quote   // a longer one before its start
	keywords     string    // with blanks between
	anyCase      bool      // keywords, here in lower case
	numbers      bool      // and true, null and the like
	prose        bool      // values are mostly prose: numbers only where they stand alone
	variables    bool      // $x and ${x}
	separator    string    // between a key at the start of a line and its value
	quotedKeys   bool      // "key":
	joinsQuotes  bool      // a string may start inside a word
}

// A quote is a kind of string.
type quote struct {
	open, close string
	escape      byte // before a close that doesn't close; 0: none
	spansLines  bool
}

// length is that of the string that s starts with, or of the rest of the line if
// it isn't closed.
func (q quote) length(s string, oneLine bool) (n int, closed bool) {
	for i := len(q.open); i < len(s); i++ {
		switch {
		case s[i] == '\n' && (oneLine || !q.spansLines):
			return i, false
		case s[i] == q.escape && i+1 < len(s) && s[i+1] != '\n':
			i++
		case strings.HasPrefix(s[i:], q.close):
			return i + len(q.close), true
		}
	}
	return len(s), false
}

var (
	double       = quote{open: `"`, close: `"`, escape: '\\'}
	single       = quote{open: `'`, close: `'`, escape: '\\'}
	doubleLines  = quote{open: `"`, close: `"`, escape: '\\', spansLines: true}
	singleRaw    = quote{open: `'`, close: `'`, spansLines: true}
	backquotes   = quote{open: "`", close: "`", escape: '\\', spansLines: true}
	backquoteRaw = quote{open: "`", close: "`", spansLines: true}
	tripleDouble = quote{open: `"""`, close: `"""`, escape: '\\', spansLines: true}
	tripleSingle = quote{open: `'''`, close: `'''`, escape: '\\', spansLines: true}
	longBrackets = quote{open: "[[", close: "]]", spansLines: true}
)

// languageOf is the language that the info string of a fence names, or nil. Nothing
// is built before the first block that needs it.
func languageOf(name string) *language {
	switch strings.ToLower(name) {
	case "bash", "sh", "shell", "zsh", "console", "shell-session":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"#"}, quotes: []quote{doubleLines, singleRaw},
			variables: true, joinsQuotes: true,
			keywords: "if then else elif fi for in do done while until case esac function select return exit export local readonly declare set unset source trap",
		}
	case "powershell", "ps1", "pwsh":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"#"}, blockComment: [2]string{"<#", "#>"},
			quotes:    []quote{{open: `"`, close: `"`, escape: '`', spansLines: true}, singleRaw},
			variables: true, joinsQuotes: true, anyCase: true,
			keywords: "if else elseif switch for foreach while do until in function param return try catch finally throw break continue begin process end filter",
		}
	case "dockerfile", "docker", "containerfile":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"#"}, quotes: []quote{double, single}, variables: true,
			keywords: "FROM AS RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL",
		}
	case "makefile", "make", "mk":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"#"}, quotes: []quote{double, single}, variables: true, separator: ":",
			keywords: "include define endef ifeq ifneq ifdef ifndef else endif export override",
		}

	case "python", "py", "python3", "pycon":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"#"}, quotes: []quote{tripleDouble, tripleSingle, double, single}, numbers: true,
			keywords: "and as assert async await break class continue def del elif else except finally for from global if import in is lambda match case nonlocal not or pass raise return try while with yield",
		}
	case "ruby", "rb":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"#"}, blockComment: [2]string{"=begin", "=end"},
			quotes: []quote{double, single, backquotes}, numbers: true,
			keywords: "alias and begin break case class def defined do else elsif end ensure for if in module next not or redo require require_relative rescue retry return self super then undef unless until when while yield",
		}
	case "lua":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"--"}, blockComment: [2]string{"--[[", "]]"},
			quotes: []quote{double, single, longBrackets}, numbers: true,
			keywords: "and break do else elseif end for function goto if in local not or repeat return then until while",
		}
	case "sql", "postgresql", "postgres", "mysql", "sqlite", "plpgsql":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"--"}, blockComment: [2]string{"/*", "*/"},
			quotes: []quote{{open: "'", close: "'", spansLines: true}, double}, numbers: true, anyCase: true,
			keywords: "add all alter and any as asc begin between by cascade case check column commit constraint create cross database default delete desc distinct drop else end exists explain foreign from full function grant group having if in index inner insert intersect into is join key left like limit materialized not offset on or order outer over partition policy primary references replace returning returns revoke right rollback select set table then to transaction trigger truncate union unique update using values view when where with",
		}

	case "javascript", "js", "jsx", "mjs", "cjs", "typescript", "ts", "tsx", "mts":
		return curly("abstract as async await break case catch class const continue debugger declare default delete do else enum export extends finally for from function if implements import in instanceof interface keyof let namespace new of private protected public readonly return satisfies static super switch this throw try type typeof var void while with yield",
			double, single, backquotes)
	case "go", "golang":
		return curly("break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
			double, single, backquoteRaw)
	case "rust", "rs": // a single quote starts a lifetime more often than a character
		return curly("as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait type unsafe use where while",
			doubleLines)
	case "java":
		return curly("abstract assert break case catch class continue default do else enum extends final finally for if implements import instanceof interface native new package permits private protected public record return sealed static super switch synchronized this throw throws transient try var void volatile while boolean byte char double float int long short",
			tripleDouble, double, single)
	case "kotlin", "kt", "kts":
		return curly("abstract as break by class companion const constructor continue data do else enum for fun if import in init inline interface internal is lateinit object open operator out override package private protected public return sealed super suspend this throw try typealias val var vararg when while",
			tripleDouble, double, single)
	case "swift":
		return curly("actor any as associatedtype async await break case catch class continue default defer deinit do else enum extension fileprivate for func guard if import in init inout internal is lazy let mutating open override private protocol public repeat rethrows return self Self some static struct subscript super switch throw throws try typealias var weak where while",
			tripleDouble, double)
	case "csharp", "cs", "c#":
		return curly("abstract as async await base bool break byte case catch char class const continue decimal default delegate do double else enum event explicit extern finally float for foreach get if implicit in init int interface internal is lock long namespace new object operator out override params private protected public readonly record ref return sealed set short static string struct switch this throw try typeof uint ulong unsafe using var virtual void volatile when where while yield",
			tripleDouble, double, single)
	case "c", "h", "cpp", "c++", "cc", "hpp", "objc", "arduino":
		return curly("alignas auto bool break case catch char class concept const constexpr continue default define delete do double elif else endif enum explicit export extern final float for friend goto if ifdef ifndef include inline int long mutable namespace new noexcept operator override pragma private protected public register requires return short signed sizeof static static_assert struct switch template this throw try typedef typename union unsigned using virtual void volatile while",
			double, single)
	case "php":
		l := curly("abstract and array as break case catch class clone const continue declare default do echo else elseif enum extends final finally fn for foreach function global if implements include include_once instanceof interface match namespace new or php print private protected public readonly require require_once return static switch this throw trait try use var while yield",
			doubleLines, single)
		l.lineComments = append(l.lineComments, "#")
		l.variables = true
		return l
	case "hcl", "terraform", "tf":
		l := curly("data dynamic for for_each if in locals module output provider resource terraform variable", double)
		l.lineComments = append(l.lineComments, "#")
		l.separator = "="
		return l
	case "json", "jsonc", "json5", "jsonl":
		l := curly("", double)
		l.quotedKeys = true
		return l
	case "css", "scss", "less":
		l := curly("import media supports keyframes layer theme apply include mixin use important", double, single)
		l.separator = ":"
		return l

	case "yaml", "yml":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"#"}, quotes: []quote{double, {open: "'", close: "'"}},
			numbers: true, prose: true, separator: ":", quotedKeys: true,
		}
	case "toml":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"#"}, quotes: []quote{tripleDouble, {open: "'''", close: "'''", spansLines: true}, double, {open: "'", close: "'"}},
			numbers: true, separator: "=",
		}
	case "ini", "cfg", "conf", "env", "dotenv", "properties":
		return &language{
			scan: (*highlighter).words, lineComments: []string{"#", ";"}, quotes: []quote{double, single},
			variables: true, separator: "=",
		}
	case "html", "xml", "vue", "svelte", "svg", "xhtml":
		return &language{scan: (*highlighter).markup, blockComment: [2]string{"<!--", "-->"}}
	case "diff", "patch":
		return &language{scan: (*highlighter).changes}
	case "markdown", "md", "mdx":
		return &language{scan: (*highlighter).markdown}
	}
	return nil
}

// curly is a language in the manner of C.
func curly(keywords string, quotes ...quote) *language {
	return &language{
		scan: (*highlighter).words, lineComments: []string{"//"}, blockComment: [2]string{"/*", "*/"},
		quotes: quotes, keywords: keywords, numbers: true,
	}
}
