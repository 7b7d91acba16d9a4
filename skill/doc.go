// Package skill knows what skills are and where they come from.
//
// A skill is one SKILL.md, or one legacy command file, with its metadata and
// the place it was found. A host (an agent such as Claude Code) says which
// places are looked at, in which order, and how its files become prompts; every
// host is a data file under hosts/, never Go. The data flows one way:
//
//	Env + Host -> roots -> Scan -> skills and problems -> Merge -> Library
//
// A Library holds everything that was found, winners and losers alike, with
// the reason for each. Metadata stays in memory; a body is read when somebody
// looks at it (Read).
//
// The package reads regular files and nothing else: it runs no command and
// opens no connection. Filling in arguments is left to package render, drawing to
// tui, and everything that is printed has to pass render/safe first, because all
// text in here is as untrusted as the files it came from.
package skill
