package cli

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"knack/skill"
)

// env fills in what the host's rules depend on. CLAUDE_CONFIG_DIR and the like
// count with --home as well: whoever sets one says where to look.
func (a *app) env() (skill.Env, error) {
	env := skill.Env{Getenv: a.getenv}
	var err error
	if env.Cwd, err = filepath.Abs(a.cwd); err != nil {
		return env, wrong("finding the working directory: %v", err)
	}
	for _, f := range []struct{ flag, dir string }{{"--cwd", a.cwd}, {"--home", a.home}} {
		if f.dir != "" && !isDir(f.dir) {
			return env, noDir(f.flag, f.dir)
		}
	}
	// The shell may have come here through a link; the agent goes by the real
	// folder, and so do the parents that are looked at.
	if real, err := filepath.EvalSymlinks(env.Cwd); err == nil {
		env.Cwd = real
	}
	for _, dir := range a.addDirs {
		if !isDir(dir) {
			return env, noDir("--add-dir", dir)
		}
		if dir, err = filepath.Abs(dir); err != nil {
			return env, wrong("finding --add-dir: %v", err)
		}
		env.AddDirs = append(env.AddDirs, dir)
	}
	if env.Home = a.home; env.Home == "" {
		env.Home, _ = os.UserHomeDir() // unknown is for the sources to say
	}
	if env.Home != "" {
		if env.Home, err = filepath.Abs(env.Home); err != nil {
			return env, wrong("finding the home directory: %v", err)
		}
	}
	return env, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// noDir is the failure of a flag for a directory that there isn't.
func noDir(flag, dir string) error { return usage("%s %s: no such directory", flag, dir) }

// place finds out whose rules apply and where.
func (a *app) place() (*skill.Host, skill.Env, error) {
	env, err := a.env()
	if err != nil {
		return nil, env, err
	}
	host, err := hostDir(env.Home, a.getenv).Load(cmp.Or(a.host, skill.DefaultHost))
	if err != nil {
		return nil, env, hostFailure("--host", a.host, hostDir(env.Home, a.getenv), err)
	}
	return host, env, nil
}

// hostFailure is the failure of a host that there isn't, asked for by what, or whose
// file is wrong.
func hostFailure(what, name string, dir skill.HostDir, err error) error {
	if errors.Is(err, skill.ErrUnknownHost) {
		return noneOf(what, name, dir.Names()).hint("knack hosts shows what each is")
	}
	return wrong("%v", err).hint("knack hosts %s shows a whole file, every key of it explained", skill.DefaultHost)
}

// hostDir is where a person's own host files are.
func hostDir(home string, getenv func(string) string) skill.HostDir {
	config, _ := configDir(home, getenv)
	if config == "" {
		return ""
	}
	return skill.HostDir(filepath.Join(config, "hosts"))
}

// configDir is where a person may keep files for knack, "" if there is no such place,
// and what says so.
func configDir(home string, getenv func(string) string) (dir, from string) {
	for _, name := range []string{"XDG_CONFIG_HOME", "APPDATA"} {
		if dir := getenv(name); filepath.IsAbs(dir) && (name != "APPDATA" || runtime.GOOS == "windows") {
			return filepath.Join(dir, "knack"), name
		}
	}
	if home == "" {
		return "", ""
	}
	return filepath.Join(home, ".config", "knack"), "home"
}

// library reads everything the host would look at.
func (a *app) library(ctx context.Context) (*skill.Library, error) {
	host, env, err := a.place()
	if err != nil {
		return nil, err
	}
	return libraryAt(ctx, host, env)
}

func libraryAt(ctx context.Context, host *skill.Host, env skill.Env) (*skill.Library, error) {
	l, err := skill.Load(ctx, host, env)
	if err != nil {
		return nil, wrong("reading the skills: %v", err)
	}
	return l, nil
}

// stateDir is where knack may keep files of its own, "" if there is no such place.
func stateDir(home string, getenv func(string) string) string {
	dir, _ := stateHome(home, getenv)
	return dir
}

// stateHome is stateDir and what says so.
func stateHome(home string, getenv func(string) string) (dir, from string) {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "knack"), "XDG_STATE_HOME"
	}
	if home == "" {
		return "", ""
	}
	return filepath.Join(home, ".local", "state", "knack"), "home"
}

// asciiOnly tells whether the locale says that the terminal shows nothing but
// ASCII. A locale that isn't set says nothing.
func asciiOnly(getenv func(string) string) bool {
	locale, _ := firstSet(getenv, "LC_ALL", "LC_CTYPE", "LANG")
	locale = strings.ToLower(locale)
	return locale != "" && !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
}

// firstSet gives the value and the name of the first variable that isn't empty.
func firstSet(getenv func(string) string, names ...string) (value, name string) {
	for _, name := range names {
		if value := getenv(name); value != "" {
			return value, name
		}
	}
	return "", ""
}
