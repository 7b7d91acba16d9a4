package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"knack/skill/search"
)

// mostNamed is how many names are read at a glance.
const mostNamed = 12

// noneOf is the failure of something given that is none of what there is. It says what
// may have been meant.
func noneOf(what, given string, there []string) *failure {
	named := strings.Join(there[:min(len(there), mostNamed)], ", ")
	if n := len(there) - mostNamed; n > 0 {
		named += fmt.Sprintf(" and %d more", n)
	}
	f := usage("%s can't be %q; it is one of: %s", what, given, named)
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

// listType is the type of flags that take a list.
const listType = "stringSlice"

// offer has the shell complete the values of a flag; those of a list, behind each comma.
func offer(cmd *cobra.Command, flag string, values []string) {
	isList := cmd.Flag(flag).Value.Type() == listType
	complete := func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := ""
		if isList {
			before = typed[:strings.LastIndexByte(typed, ',')+1]
		}
		var offers []string
		for _, value := range values {
			offers = append(offers, before+value)
		}
		return offers, cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // it has one already: ours to mend
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
