// Knack is a terminal browser for agent skills: every skill your agent would
// see, why, and exactly what it will say.
package main

import (
	"os"

	"knack/cli"
	"knack/cli/early"
)

func main() {
	early.Restore()
	os.Exit(cli.Main())
}
