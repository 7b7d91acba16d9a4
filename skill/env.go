package skill

// Env is what a host's rules may depend on besides the files: the caller fills
// it once, so that nothing in here asks the process.
type Env struct {
	// Home and Cwd are absolute directories. An empty Home means that it isn't
	// known: places below it are then reported, not guessed.
	Home, Cwd string
	// AddDirs are the directories given with --add-dir, in that order.
	AddDirs []string
	// Getenv looks up an environment variable; nil finds none.
	Getenv func(string) string
}

func (e Env) getenv(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}
