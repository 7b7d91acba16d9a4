package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"knack/skill/search"
)

// flagError words what the flag parser found wrong: what was given, what there is, and
// what may have been meant.
func flagError(cmd *cobra.Command, err error) error {
	f := usage("%v", err)
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var bad *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		f = unknownFlag(cmd, unknown)
	case errors.As(err, &missing):
		value, _ := pflag.UnquoteUsage(missing.GetFlag())
		f = usage("--%s needs %s", missing.GetFlag().Name, value)
	case errors.As(err, &bad):
		f = usage("--%s can't be %q; it is %s", bad.GetFlag().Name, bad.GetValue(), takes(bad.GetFlag()))
	}
	return f.hint("%s --help shows what there is", cmd.CommandPath())
}

// takes says what the value of a flag has to be.
func takes(flag *pflag.Flag) string {
	switch flag.Value.Type() {
	case new(quantity).Type():
		return "a whole number above 0, such as 8000 or 200k"
	case new(part).Type():
		return "a number above 0 and at most 1, such as 0.02"
	case listType:
		return "names with commas between them"
	}
	return "true or false"
}

// unknownFlag is the failure of a flag that a command doesn't have.
func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) *failure {
	name, given := unknown.GetSpecifiedName(), "--"+unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		given = "-" + name
	}
	f := usage("%s has no flag %s", cmd.Name(), given)
	command := ""
	if !cmd.HasParent() {
		command = likelyCommand(cmd, cmd.Flags().Args())
	}
	switch meant, owners := nearestFlag(cmd, name), owners(cmd.Root(), name); {
	case unknown.GetSpecifiedShortnames() != "":
	case command != "":
		f.hint("did you mean knack %s?", command)
	case len(owners) > 0:
		f.hint("%s is for %s", given, orList(owners))
	case meant != "":
		f.hint("did you mean --%s?", meant)
	}
	if cmd.Name() == "render" {
		f.hint("an argument that starts with a dash comes after --, as in: knack render NAME -- -x")
	}
	return f
}

// nearestFlag gives the flag of a command that a name comes close to.
func nearestFlag(cmd *cobra.Command, typed string) string {
	var names []string
	add := func(flag *pflag.Flag) { names = append(names, flag.Name) }
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	return nearest(typed, names)
}

// fewOwners is how many commands with a flag are named.
const fewOwners = 3

// owners names the commands that have a flag of that name, and knack without one.
func owners(root *cobra.Command, flag string) []string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.LocalFlags().Lookup(flag) != nil {
			names = append(names, c.CommandPath())
		}
	}
	if n := len(names); n > fewOwners {
		names = append(names[:fewOwners], fmt.Sprintf("%d more", n-fewOwners))
	}
	if root.LocalNonPersistentFlags().Lookup(flag) != nil {
		names = append(names, "knack without a command, as in: knack --"+flag)
	}
	return names
}

// otherWords are those that people know from other programs, and what says it here.
var otherWords = map[string]string{"ls": "list", "search": "list", "find": "list", "info": "show", "version": "--version"}

// likelyCommand says which command the first of some words may have been meant to be, ""
// for none.
func likelyCommand(root *cobra.Command, words []string) string {
	if len(words) == 0 {
		return ""
	}
	if here := otherWords[words[0]]; here != "" {
		return strings.Join(append([]string{here}, words[1:]...), " ")
	}
	if len(words[0]) < 3 {
		return ""
	}
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	meant := search.Likely(words[0], names)
	if meant == "" || slices.Contains(names, words[0]) {
		return ""
	}
	return strings.Join(append([]string{meant}, words[1:]...), " ")
}
