package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"knack/skill/search"
)

// noneOf is the failure of something given that is none of what there is. It says what
// may have been meant.
func noneOf(what, given string, there []string) *failure {
	f := usage("%s can't be %q; it is one of: %s", what, given, strings.Join(there, ", "))
	if meant := nearest(given, there); meant != "" {
		if strings.HasPrefix(what, "--") {
			meant = what + " " + meant
		}
		f.hint("did you mean %s?", meant)
	}
	return f
}

// nearest gives the name that begins as typed, or else differs from it in one letter;
// "" for none.
func nearest(typed string, names []string) string {
	if typed == "" {
		return ""
	}
	for _, name := range names {
		if len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed) {
			return name
		}
	}
	return search.Likely(strings.ToLower(typed), names)
}

// offer has the shell complete a flag with some values.
func offer(cmd *cobra.Command, flag string, values []string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // there is no such flag: ours to mend
	}
}

// wordsOf gives names as texts.
func wordsOf[T ~string](names []T) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = string(name)
	}
	return all
}
