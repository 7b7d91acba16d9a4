package cli

import (
	"cmp"
	"runtime/debug"
	"strings"
)

// Set by the linker in a release build.
var version, commit, date string

// versionText says which build this is: what the linker was told, else what Go
// recorded.
func versionText() string {
	number, revision := version, commit
	if build, ok := debug.ReadBuildInfo(); ok && number == "" {
		number = strings.Trim(build.Main.Version, "()") // "(devel)" from source
		for _, s := range build.Settings {
			if s.Key == "vcs.revision" {
				revision = s.Value
			}
		}
	}
	text := cmp.Or(number, "devel")
	var details []string
	for _, d := range []string{revision[:min(len(revision), 7)], date} {
		if d != "" {
			details = append(details, d)
		}
	}
	if len(details) > 0 {
		text += " (" + strings.Join(details, ", ") + ")"
	}
	return text
}
