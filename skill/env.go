package skill

import (
	"cmp"
	"runtime"
)

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
	// OS is the system whose places apply, in the words of runtime.GOOS; "" is the
	// one this runs on.
	OS string
	// Directories says where directories of the host are, by their name in its
	// file ("managed"). It comes before variables and defaults.
	Directories map[string]string
}

func (e Env) getenv(name string) string {
	if e.Getenv == nil || name == "" {
		return ""
	}
	return e.Getenv(name)
}

func (e Env) system() string { return cmp.Or(e.OS, runtime.GOOS) }
