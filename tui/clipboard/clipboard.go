// Package clipboard puts a text where the person can paste it and says which
// way was used, never claiming more than is known.
//
// Ways are tried in this order: a native tool, which is known to have worked
// when it exits with 0; in tmux its paste buffer, known likewise; the terminal's
// own clipboard sequence (OSC 52), which no terminal confirms, so the text was
// "sent", not "copied"; and a private file for what a terminal would lose.
//
// The package starts the tools and writes the file. Bytes for the terminal it
// only hands over in Result.Sequence, because the running program owns the
// terminal and must write them between two frames.
package clipboard

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"knack/tui/private"
)

const (
	// terminalLimit is the longest text, in bytes, sent to a terminal. tmux 3.3a
	// passes on 700,000 bytes and silently drops 800,000: it ends a sequence at
	// 1 MiB, and base64 makes three bytes four.
	terminalLimit = 700_000

	// screenChunk is how much of a sequence goes into one GNU screen string,
	// which may hold 768 bytes and in old versions far fewer.
	screenChunk = 76

	fileName = "copied.txt"
)

// A Kind is one of the four ways out.
type Kind int

const (
	Native   Kind = iota // a tool that owns the desktop's clipboard
	Tmux                 // tmux's paste buffer
	Terminal             // OSC 52
	File                 // a private file
)

// A Way is one way that was tried.
type Way struct {
	Kind Kind
	Name string // the program ("xclip"), or "OSC 52", or "file"
	// Err is nil when the way worked, for Terminal when there are bytes to write.
	// A tool that is not installed gives exec.ErrNotFound.
	Err error
}

// A Result says what became of a text. The zero Result is that of an empty text,
// which is left alone: sending it would only clear the clipboard.
type Result struct {
	Ways     []Way  // in the order tried
	Sequence string // what the program must now write to the terminal; "" for nothing
	File     string // where the text was saved; "" for nowhere
	Bytes    int    // length of the text
}

// Copy puts text into the clipboard by the first native tool that works. Without
// one it fills tmux's buffer, if in tmux, and prepares the sequence for the
// terminal, or saves a text over 700 kB to a file. A failure is in Result.Ways.
func Copy(ctx context.Context, env Env, text string) Result {
	r := Result{Bytes: len(text)}
	if text == "" {
		return r
	}
	for _, t := range env.nativeTools() {
		err := env.feed(ctx, t, text)
		r.Ways = append(r.Ways, Way{Native, t.name, err})
		if err == nil {
			return r
		}
	}
	if env.Getenv("TMUX") != "" {
		r.Ways = append(r.Ways, Way{Tmux, "tmux", env.fillTmux(ctx, text)})
	}
	if len(text) > terminalLimit {
		tooBig := fmt.Errorf("too big for the terminal (%s > %s)", kilobytes(len(text)), kilobytes(terminalLimit))
		r.Ways = append(r.Ways, Way{Terminal, "OSC 52", tooBig})
		return r.save(env, text)
	}
	r.Ways = append(r.Ways, Way{Terminal, "OSC 52", nil})
	r.Sequence = env.sequence(text)
	return r
}

// Save writes text to a file only its owner can read, in place of the last one
// saved: the clipboard holds one text too, and prompts should not pile up.
func Save(env Env, text string) Result {
	return Result{Bytes: len(text)}.save(env, text)
}

// SavePath is the file that Save writes.
func SavePath(env Env) string { return filepath.Join(env.Dir, fileName) }

// Status says in plain words what happened to a text, which what names, the most important
// part first: every way that worked, then what went wrong. Names, paths and errors in it
// are untrusted.
func (r Result) Status(what string) []string {
	if len(r.Ways) == 0 {
		return []string{"nothing to copy: the text is empty"}
	}
	var done, failed []string
	for _, w := range r.Ways {
		switch {
		case w.Err == nil && len(done) == 0:
			done = append(done, w.done(" "+what+": "+Bytes(r.Bytes), r.File))
		case w.Err == nil:
			done = append(done, w.done("", r.File))
		case w.Kind == Terminal:
			done = append(done, w.Err.Error())
		case w.Kind == File:
			failed = append(failed, "not saved: "+w.Err.Error())
		case !errors.Is(w.Err, exec.ErrNotFound):
			failed = append(failed, w.Name+" failed: "+w.Err.Error())
		}
	}
	return append(done, failed...)
}

// done names the way that worked; text is " letter: 2,143 bytes", or "" after the first
// part.
func (w Way) done(text, file string) string {
	switch w.Kind {
	case Native:
		return "copied" + text + " (" + w.Name + ")"
	case Tmux:
		return "copied" + text + " to the tmux buffer"
	case Terminal:
		return "sent" + text + " to the terminal (OSC 52)"
	default:
		return "saved" + text + " to " + file
	}
}

// A tool takes the text on its standard input.
type tool struct {
	name string
	args []string
}

// nativeTools lists the tools that fit this desktop, best first. Over ssh there
// are none: they would fill the clipboard of the wrong machine.
func (env Env) nativeTools() []tool {
	set := func(name string) bool { return env.Getenv(name) != "" }
	if set("SSH_CONNECTION") || set("SSH_TTY") {
		return nil
	}
	if env.OS == "darwin" {
		return []tool{{"pbcopy", nil}}
	}
	var tools []tool
	if env.OS == "windows" || set("WSL_DISTRO_NAME") {
		tools = append(tools, tool{"clip.exe", nil})
	}
	if set("WAYLAND_DISPLAY") {
		// Without a type wl-copy guesses one, and a prompt is offered as a script or XML.
		tools = append(tools, tool{"wl-copy", []string{"--type", "text/plain"}})
	}
	if set("DISPLAY") {
		tools = append(tools,
			tool{"xclip", []string{"-selection", "clipboard"}},
			tool{"xsel", []string{"--clipboard", "--input"}})
	}
	return tools
}

func (env Env) feed(ctx context.Context, t tool, text string) error {
	path, err := env.LookPath(t.name)
	if err != nil {
		return err
	}
	if t.name == "clip.exe" {
		if text, err = utf16Text(text); err != nil {
			return err
		}
	}
	return env.Run(ctx, text, path, t.args...)
}

// fillTmux loads tmux's paste buffer. With -w (tmux 3.2) tmux also passes the
// text on to its own terminal, whatever its set-clipboard option says.
func (env Env) fillTmux(ctx context.Context, text string) error {
	if err := env.feed(ctx, tool{"tmux", []string{"load-buffer", "-w", "-"}}, text); err == nil {
		return nil
	}
	return env.feed(ctx, tool{"tmux", []string{"load-buffer", "-"}}, text)
}

// sequence is OSC 52 in every form the terminal may need. In GNU screen that is
// the pass-through form alone: screen 4.9 prints a long plain one as text, and
// tmux's form too. tmux drops the forms it doesn't take. Where one runs in the
// other both variables are set, and only tmux calls its terminal "tmux…".
func (env Env) sequence(text string) string {
	plain := ansi.SetSystemClipboard(text)
	inTmux, inScreen := env.Getenv("TMUX") != "", env.Getenv("STY") != ""
	if inTmux && inScreen {
		inScreen = !strings.HasPrefix(env.Getenv("TERM"), "tmux")
	}
	switch {
	case inScreen:
		return ansi.ScreenPassthrough(plain, screenChunk)
	case inTmux:
		return plain + ansi.TmuxPassthrough(plain)
	default:
		return plain
	}
}

func (r Result) save(env Env, text string) Result {
	path := SavePath(env)
	err := private.Write(path, []byte(text))
	r.Ways = append(r.Ways, Way{File, "file", err})
	if err == nil {
		r.File = path
	}
	return r
}

// utf16Text is what clip.exe reads: ASCII as it is, everything else as UTF-16LE
// with a byte order mark, since it takes other bytes for the local code page.
func utf16Text(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", errors.New("text is not valid UTF-8")
	}
	if strings.IndexFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) < 0 {
		return text, nil
	}
	out := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return string(out), nil
}

// Bytes is a length for reading: "1 byte", "2,143 bytes".
func Bytes(n int) string {
	if n == 1 {
		return "1 byte"
	}
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits + " bytes"
}

// kilobytes rounds up, so that a length over a limit never reads as the limit.
func kilobytes(n int) string {
	return fmt.Sprintf("%d kB", (n+999)/1000)
}
