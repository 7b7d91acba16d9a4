package cli

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"knack/render/safe"
	"knack/skill"
	"knack/tui"
	"knack/tui/clipboard"
)

func (a *app) configCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show what knack goes by, and where its own files are",
		Long: `Show what knack goes by, each with the flag or variable that says so, the variables of
the agent that are set, and where knack's own files are. There is no file of
settings: flags and variables are all there is.`,
		Args: none,
		RunE: func(*cobra.Command, []string) error {
			host, env, err := a.place()
			if err != nil {
				return err
			}
			c := a.config(host, env)
			if asJSON {
				return a.printJSON(c)
			}
			table(a.out, 0, c.rows())
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

// A configJSON is what one run goes by.
type configJSON struct {
	envelopeJSON
	Settings  []settingJSON  `json:"settings"`
	Variables []variableJSON `json:"variables"` // of the host, that are set
	Files     []fileJSON     `json:"files"`     // of knack; none where there is no place for them
}

// A settingJSON has the flag or variable that says so in From, "" where none does.
type settingJSON struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

type variableJSON struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type fileJSON struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	Exists bool   `json:"exists"`
}

func (a *app) config(host *skill.Host, env skill.Env) configJSON {
	c := configJSON{envelopeJSON: envelope(host), Settings: []settingJSON{}, Variables: []variableJSON{}, Files: []fileJSON{}}
	add := func(name, value, from string) { c.Settings = append(c.Settings, settingJSON{name, value, from}) }
	flag := func(given bool, name string) string {
		if given {
			return name
		}
		return ""
	}
	add("host", host.Name, flag(a.host != "", "--host"))
	add("cwd", env.Cwd, flag(a.cwd != "", "--cwd"))
	homeFrom := "HOME"
	if runtime.GOOS == "windows" {
		homeFrom = "USERPROFILE"
	}
	add("home", env.Home, cmp.Or(flag(a.home != "", "--home"), homeFrom))
	for _, dir := range env.AddDirs {
		add("add-dir", dir, "--add-dir")
	}
	add("theme", a.theme, flag(tui.Theme(a.theme) != tui.Auto, "--theme"))
	_, noColor := firstSet(a.getenv, "NO_COLOR")
	noColor = cmp.Or(flag(a.noColor, "--no-color"), noColor)
	add("colours", onOff(noColor == ""), noColor)
	_, locale := firstSet(a.getenv, "LC_ALL", "LC_CTYPE", "LANG")
	add("signs beyond ASCII", onOff(!asciiOnly(a.getenv)), locale)
	editor, from := firstSet(a.getenv, "VISUAL", "EDITOR")
	add("editor", editor, from)
	config, from := configDir(env.Home, a.getenv)
	add("configuration", config, from)
	state, from := stateHome(env.Home, a.getenv)
	add("state", state, from)

	for _, name := range host.EnvNames() {
		if value := a.getenv(name); value != "" {
			c.Variables = append(c.Variables, variableJSON{name, value})
		}
	}
	c.Files = files(config, state)
	return c
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// files are what knack reads or writes for itself.
func files(config, state string) []fileJSON {
	found := []fileJSON{}
	add := func(name, dir, path string) {
		if dir != "" {
			_, err := os.Lstat(path)
			found = append(found, fileJSON{name, path, err == nil})
		}
	}
	add("agents of your own", config, filepath.Join(config, "hosts"))
	add("remembered arguments", state, historyFile(state))
	add("saved texts", state, clipboard.SavePath(clipboard.Env{Dir: state}))
	add("report of a crash", state, crashFile(state))
	return found
}

// rows has a line for each: its name, what says so, and its value.
func (c configJSON) rows() [][]safe.Text {
	var rows [][]safe.Text
	row := func(cells ...string) {
		line := make([]safe.Text, len(cells))
		for i, cell := range cells {
			line[i] = safe.Line(cell)
		}
		rows = append(rows, line)
	}
	for _, s := range c.Settings {
		if s.Value == "" {
			row(s.Name, "not set", "")
			continue
		}
		row(s.Name, cmp.Or(s.From, "by default"), s.Value)
	}
	for _, v := range c.Variables {
		row("of the agent", v.Name, v.Value)
	}
	for _, f := range c.Files {
		there := "not there"
		if f.Exists {
			there = "there"
		}
		row(f.Name, there, f.Path)
	}
	return rows
}
