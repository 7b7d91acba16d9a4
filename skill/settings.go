package skill

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// maxSettingsFiles bounds how many files one pattern stands for.
const maxSettingsFiles = 100

// settings are the settings files of a host that exist and could be read, the
// first of which wins.
type settings struct {
	keys     Settings
	files    []settingsFile
	problems map[Source][]Problem // by the scope of the file they are about
	trail    Trail
}

type settingsFile struct {
	SettingsFile
	path    string
	values  map[string]json.RawMessage
	plugins map[string]json.RawMessage
	skills  map[string]json.RawMessage
}

// readSettings reads the settings files of a host. What is wrong with one becomes
// a problem, and the others count all the same.
func readSettings(h *Host, env Env) settings {
	s := settings{keys: h.Settings, problems: map[Source][]Problem{}}
	at := placeOf(env.Cwd)
	for _, file := range h.Settings.Files {
		if file.Each != Added {
			s.readAll(file, h.expand(file.Path, env, at))
			continue
		}
		for _, dir := range env.AddDirs {
			s.readAll(file, h.expand(file.Path, env, at, "{added}", dir))
		}
	}
	return s
}

// readAll reads the file at path, or all files when its last part is a pattern.
func (s *settings) readAll(file SettingsFile, path string) {
	switch dir, pattern := filepath.Split(path); {
	case path == "":
	case !strings.Contains(pattern, "*"):
		s.read(file, path)
	default:
		s.readFolder(file, dir, pattern)
	}
}

func (s *settings) readFolder(file SettingsFile, dir, pattern string) {
	s.trail = append(s.trail, traceOf(dir, whole))
	entries, err := readSome(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.problem(file, entryProblem(dir, err))
	}
	slices.Reverse(entries)
	read := 0
	for _, e := range entries {
		if fits, err := filepath.Match(pattern, e.Name()); err != nil || !fits {
			continue
		}
		if read++; read > maxSettingsFiles {
			s.problem(file, Problem{Code: "limit", Severity: Warning, Path: dir, Message: fmt.Sprintf("holds more than %d settings files; the rest is not read", maxSettingsFiles)})
			return
		}
		s.read(file, filepath.Join(dir, e.Name()))
	}
}

func (s *settings) read(file SettingsFile, path string) {
	f := settingsFile{SettingsFile: file, path: path}
	s.trail = append(s.trail, traceOf(path, whole))
	p, ok := readJSON(path, &f.values)
	if p != nil {
		s.problem(file, *p)
	}
	if !ok {
		return
	}
	f.plugins = s.table(f, s.keys.EnabledPlugins)
	f.skills = s.table(f, s.keys.SkillOverrides)
	s.files = append(s.files, f)
}

func (s *settings) problem(file SettingsFile, p Problem) {
	s.problems[file.Scope] = append(s.problems[file.Scope], p)
}

// table gives a value that has to be a map.
func (s *settings) table(f settingsFile, key string) map[string]json.RawMessage {
	raw, ok := f.values[key]
	if !ok {
		return nil
	}
	var table map[string]json.RawMessage
	if err := json.Unmarshal(raw, &table); err != nil {
		s.problem(f.SettingsFile, badValue(f.path, "`"+key+"` is no object; it is left out"))
	}
	return table
}

// badValue is a problem with a value in a file that is well-formed JSON.
func badValue(path, message string) Problem {
	return Problem{Code: "bad-value", Severity: Warning, Path: path, Message: message}
}

// plugin tells what the settings say of a plugin: whether it is on, and which file
// decided that. Without a file nothing is said.
func (s *settings) plugin(id string) (on bool, from string) {
	for _, f := range s.files {
		raw, ok := f.plugins[id]
		if !ok || string(raw) == "null" {
			continue
		}
		// A list of versions means on as well.
		return string(raw) != "false", f.path
	}
	return true, ""
}

// enabledPlugins gives the plugins that some file switches on, in order of id.
func (s *settings) enabledPlugins() []string {
	var ids []string
	for _, f := range s.files {
		for id := range f.plugins {
			if on, from := s.plugin(id); on && from != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// override gives what the settings say of a skill.
func (s *settings) override(id string) Override {
	for _, f := range s.files {
		raw, ok := f.skills[id]
		if !ok || f.PluginsOnly {
			continue
		}
		var value string
		if err := json.Unmarshal(raw, &value); err != nil || !slices.Contains([]string{NameOnly, UserOnly, Off}, value) {
			return Override{}
		}
		return Override{value, f.path}
	}
	return Override{}
}

// number gives the number above 0 that a key has, and the file that says so, "" where
// there is none.
func (s *settings) number(key string) (value float64, from string) {
	for _, f := range s.files {
		raw, ok := f.values[key]
		if !ok || f.PluginsOnly {
			continue
		}
		if err := json.Unmarshal(raw, &value); err != nil || value <= 0 {
			return 0, ""
		}
		return value, f.path
	}
	return 0, ""
}

// pluginsOnly gives the managed file that allows nothing but plugins, or "".
func (s *settings) pluginsOnly() string {
	for _, f := range s.files {
		raw, ok := f.values[s.keys.PluginOnly]
		if !ok || f.Scope != Managed {
			continue
		}
		var yes bool
		var kinds []string
		if json.Unmarshal(raw, &yes) == nil && yes || json.Unmarshal(raw, &kinds) == nil && slices.Contains(kinds, "skills") {
			return f.path
		}
		return ""
	}
	return ""
}

// withoutBuiltin gives the file that switches off what the host brings along, or "".
func (s *settings) withoutBuiltin() string {
	for _, f := range s.files {
		if raw, ok := f.values[s.keys.DisableBuiltin]; ok && !f.PluginsOnly {
			if string(raw) == "true" {
				return f.path
			}
			return ""
		}
	}
	return ""
}

// readJSON reads a JSON file into a value. A file that isn't there is no problem,
// nor is one in a folder that can't be entered: whoever reads the folder says so.
func readJSON(path string, value any) (problem *Problem, ok bool) {
	f, err := readFile(path)
	if err != nil {
		if !exists(path) {
			return nil, false
		}
		p := entryProblem(path, err)
		return &p, false
	}
	defer f.release()
	data := bytes.TrimPrefix(f.data, []byte("\ufeff"))
	d := json.NewDecoder(bytes.NewReader(data))
	err = d.Decode(value)
	end := d.InputOffset()
	if rest := bytes.TrimLeft(data[end:], " \t\r\n"); err == nil && len(rest) > 0 {
		// It makes the file unreadable for the host as well.
		end = int64(len(data) - len(rest))
		err = errors.New("text after its end")
	}
	if err == nil {
		return nil, true
	}
	p := badJSON(path, data, err, end)
	return &p, false
}

// badJSON says what is wrong with a JSON file, and where.
func badJSON(path string, data []byte, err error, offset int64) Problem {
	p := Problem{Code: "bad-json", Severity: Error, Path: path, Hint: "mend it: the whole file is left out"}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		p.Severity, p.Hint = Note, ""
		p.Message = "is empty"
		return p
	case errors.As(err, &syntax):
		offset = syntax.Offset - 1
		p.Message = "is no JSON: " + syntax.Error()
	case errors.As(err, &kind):
		offset = kind.Offset
		p.Message = "holds a " + kind.Value + " where something else belongs"
	case errors.Is(err, io.ErrUnexpectedEOF):
		offset = int64(len(data))
		p.Message = "is no JSON: it ends too early"
	default:
		p.Message = "is no JSON: " + err.Error()
	}
	before := data[:max(0, min(offset, int64(len(data))))]
	p.Line = bytes.Count(before, []byte("\n")) + 1
	p.Column = len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:]))) + 1
	return p
}
