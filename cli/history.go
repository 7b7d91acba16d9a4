package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"knack/pattern"
	"knack/tui/private"
)

// Limits of what is remembered.
const (
	linesPerSkill  = 5
	skillsKept     = 500
	longestKept    = 4 << 10 // bytes of a line
	largestHistory = 4 << 20 // bytes of the file
)

// A history remembers the argument lines used with each skill, in a file that
// only the person can read. The zero history remembers nothing.
type history struct {
	path string

	mu    sync.Mutex
	Lines map[string][]string `json:"lines"` // by key, the latest first
	Order []string            `json:"order"` // keys, the latest first
}

// openHistory reads what was remembered in dir. A file that is missing, or not
// one of ours, counts as empty and is written anew when there is something to
// remember.
func openHistory(dir string) *history {
	h := &history{Lines: map[string][]string{}}
	if dir == "" {
		return h
	}
	h.path = historyFile(dir)
	info, err := os.Lstat(h.path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > largestHistory {
		return h
	}
	data, err := os.ReadFile(h.path)
	if err != nil {
		return h
	}
	var read history
	if json.Unmarshal(data, &read) == nil && read.Lines != nil {
		h.Lines, h.Order = read.Lines, read.Order
	}
	return h
}

func historyFile(dir string) string { return filepath.Join(dir, "arguments.json") }

// past gives the lines used with a skill, the latest first.
func (h *history) past(key string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.Lines[key])
}

// keep remembers a line, unless it looks like a secret or is very long.
func (h *history) keep(key, line string) error {
	if h.path == "" || line == "" || len(line) > longestKept || looksSecret(line) {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Lines[key] = latestFirst(h.Lines[key], line, linesPerSkill)
	h.Order = latestFirst(h.Order, key, skillsKept)
	for known := range h.Lines {
		if !slices.Contains(h.Order, known) {
			delete(h.Lines, known)
		}
	}
	data, err := json.MarshalIndent(h, "", "  ")
	if err != nil {
		return fmt.Errorf("remembering the arguments: %w", err)
	}
	return private.Write(h.path, append(data, '\n'))
}

// latestFirst puts value in front of list, once, and cuts the list at most.
func latestFirst(list []string, value string, most int) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(v string) bool { return v == value })
	list = slices.Insert(list, 0, value)
	return list[:min(len(list), most)]
}

// secrets are shapes of values that must never be written down: tokens of known
// services, private keys, and words that say of themselves that a secret follows.
var secrets = pattern.Lazy(`(?i)` +
	`\b(sk|pk|rk)[-_](live|test|ant|proj)?[-_]?[a-z0-9]{16,}` +
	`|\bgh[pousr]_[a-z0-9]{20,}|\bgithub_pat_|\bglpat-|\bxox[abprs]-|\bAKIA[0-9A-Z]{16}\b|\bAIza[0-9a-z_-]{30,}` +
	`|\beyJ[a-z0-9_-]{10,}\.[a-z0-9_-]{10,}` +
	`|-----BEGIN [A-Z ]*PRIVATE KEY` +
	`|(pass(word|wd|phrase)?|secret|token|api[-_ ]?key|credential|bearer)["']?\s*[:= ]\s*\S` +
	`|://[^/\s:@]+:[^/\s@]+@`)

// unguessable is a word too random to be one: long, of letters in both cases and
// digits. Hashes and ids are dropped with it, which costs little.
var unguessable = pattern.Lazy(`[A-Za-z0-9+/_-]{24,}`)

func looksSecret(line string) bool {
	if secrets().MatchString(line) {
		return true
	}
	return slices.ContainsFunc(unguessable().FindAllString(line, -1), func(word string) bool {
		var upper, lower, digit bool
		for _, r := range word {
			upper = upper || 'A' <= r && r <= 'Z'
			lower = lower || 'a' <= r && r <= 'z'
			digit = digit || '0' <= r && r <= '9'
		}
		return upper && lower && digit
	})
}
