package clipboard

import (
	"context"
	"encoding/base64"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A desk is a machine that exists only in a test.
type desk struct {
	os    string
	vars  map[string]string
	tools map[string]error // installed tools, and what each ends with
	dir   string

	calls []string // command lines run, "tmux load-buffer -w -"
	stdin []string // what each was given
}

func (d *desk) env() Env {
	return Env{
		OS:     d.os,
		Getenv: func(name string) string { return d.vars[name] },
		LookPath: func(name string) (string, error) {
			if _, ok := d.tools[name]; !ok {
				return "", exec.ErrNotFound
			}
			return "/usr/bin/" + name, nil
		},
		Run: func(_ context.Context, stdin, name string, args ...string) error {
			d.calls = append(d.calls, strings.Join(append([]string{name}, args...), " "))
			d.stdin = append(d.stdin, stdin)
			err := d.tools[filepath.Base(name)]
			if errors.Is(err, errOldTmux) && !slices.Contains(args, "-w") {
				return nil
			}
			return err
		},
		Dir: d.dir,
	}
}

var (
	errTool    = errors.New("exit status 1")
	errOldTmux = errors.New("exit status 1: unknown flag -w")
)

// The sequences for "é$" (bytes c3 a9 24).
const (
	plain    = "\x1b]52;c;w6kk\x07"
	inTmux   = "\x1bPtmux;\x1b\x1b]52;c;w6kk\x07\x1b\\"
	inScreen = "\x1bP\x1b]52;c;w6kk\x07\x1b\\"
)

func TestCopy(t *testing.T) {
	type vars = map[string]string
	type tools = map[string]error
	wslUTF16 := "\xff\xfe\xe9\x00\x24\x00"
	for _, c := range []struct {
		name     string
		desk     desk
		calls    []string
		stdin    string // of every call; "" means the text itself
		sequence string
		status   string
	}{{
		name:   "macOS",
		desk:   desk{os: "darwin", tools: tools{"pbcopy": nil}},
		calls:  []string{"/usr/bin/pbcopy"},
		status: "copied letter: 3 bytes (pbcopy)",
	}, {
		name:   "Windows reads UTF-16",
		desk:   desk{os: "windows", tools: tools{"clip.exe": nil}},
		calls:  []string{"/usr/bin/clip.exe"},
		stdin:  wslUTF16,
		status: "copied letter: 3 bytes (clip.exe)",
	}, {
		name: "WSL before its own Wayland",
		desk: desk{
			os: "linux", vars: vars{"WSL_DISTRO_NAME": "Debian", "WAYLAND_DISPLAY": "wayland-0"},
			tools: tools{"clip.exe": nil, "wl-copy": nil},
		},
		calls:  []string{"/usr/bin/clip.exe"},
		stdin:  wslUTF16,
		status: "copied letter: 3 bytes (clip.exe)",
	}, {
		name: "Wayland before X11",
		desk: desk{
			os: "linux", vars: vars{"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"},
			tools: tools{"wl-copy": nil, "xclip": nil},
		},
		calls:  []string{"/usr/bin/wl-copy --type text/plain"},
		status: "copied letter: 3 bytes (wl-copy)",
	}, {
		name:   "X11",
		desk:   desk{os: "linux", vars: vars{"DISPLAY": ":0"}, tools: tools{"xclip": nil, "xsel": nil}},
		calls:  []string{"/usr/bin/xclip -selection clipboard"},
		status: "copied letter: 3 bytes (xclip)",
	}, {
		name:   "X11 with xsel alone",
		desk:   desk{os: "linux", vars: vars{"DISPLAY": ":0"}, tools: tools{"xsel": nil}},
		calls:  []string{"/usr/bin/xsel --clipboard --input"},
		status: "copied letter: 3 bytes (xsel)",
	}, {
		name: "a native tool that fails is named, after what worked",
		desk: desk{
			os: "linux", vars: vars{"DISPLAY": ":0"}, tools: tools{"xclip": errTool},
		},
		calls:    []string{"/usr/bin/xclip -selection clipboard"},
		sequence: plain,
		status:   "sent letter: 3 bytes to the terminal (OSC 52); xclip failed: exit status 1",
	}, {
		name:     "tools without a display are left alone",
		desk:     desk{os: "linux", tools: tools{"xclip": nil, "wl-copy": nil}},
		sequence: plain,
		status:   "sent letter: 3 bytes to the terminal (OSC 52)",
	}, {
		name: "ssh with a forwarded display",
		desk: desk{
			os: "linux", vars: vars{"SSH_CONNECTION": "1 2 3 4", "DISPLAY": "localhost:10.0"},
			tools: tools{"xclip": nil},
		},
		sequence: plain,
		status:   "sent letter: 3 bytes to the terminal (OSC 52)",
	}, {
		name:     "ssh to a Mac",
		desk:     desk{os: "darwin", vars: vars{"SSH_TTY": "/dev/ttys001"}, tools: tools{"pbcopy": nil}},
		sequence: plain,
		status:   "sent letter: 3 bytes to the terminal (OSC 52)",
	}, {
		name: "tmux over ssh",
		desk: desk{
			os: "linux", vars: vars{"SSH_TTY": "/dev/pts/1", "TMUX": "/tmp/tmux-0/default,1,0"},
			tools: tools{"tmux": nil},
		},
		calls:    []string{"/usr/bin/tmux load-buffer -w -"},
		sequence: plain + inTmux,
		status:   "copied letter: 3 bytes to the tmux buffer; sent to the terminal (OSC 52)",
	}, {
		name:     "tmux before 3.2 has no -w",
		desk:     desk{os: "linux", vars: vars{"TMUX": "/tmp/tmux-0/default,1,0"}, tools: tools{"tmux": errOldTmux}},
		calls:    []string{"/usr/bin/tmux load-buffer -w -", "/usr/bin/tmux load-buffer -"},
		sequence: plain + inTmux,
		status:   "copied letter: 3 bytes to the tmux buffer; sent to the terminal (OSC 52)",
	}, {
		name:     "tmux whose server is gone",
		desk:     desk{os: "linux", vars: vars{"TMUX": "/tmp/tmux-0/default,1,0"}, tools: tools{"tmux": errTool}},
		calls:    []string{"/usr/bin/tmux load-buffer -w -", "/usr/bin/tmux load-buffer -"},
		sequence: plain + inTmux,
		status:   "sent letter: 3 bytes to the terminal (OSC 52); tmux failed: exit status 1",
	}, {
		name:     "tmux that isn't on PATH",
		desk:     desk{os: "linux", vars: vars{"TMUX": "/tmp/tmux-0/default,1,0"}},
		sequence: plain + inTmux,
		status:   "sent letter: 3 bytes to the terminal (OSC 52)",
	}, {
		name: "a desktop's tmux",
		desk: desk{
			os: "linux", vars: vars{"DISPLAY": ":0", "TMUX": "/tmp/tmux-0/default,1,0"},
			tools: tools{"xclip": nil, "tmux": nil},
		},
		calls:  []string{"/usr/bin/xclip -selection clipboard"},
		status: "copied letter: 3 bytes (xclip)",
	}, {
		name:     "GNU screen never gets the plain form",
		desk:     desk{os: "linux", vars: vars{"STY": "77.pts-0"}},
		sequence: inScreen,
		status:   "sent letter: 3 bytes to the terminal (OSC 52)",
	}, {
		name: "GNU screen in tmux",
		desk: desk{
			os: "linux", vars: vars{"STY": "77.pts-0", "TMUX": "/tmp/tmux-0/default,1,0", "TERM": "screen.xterm"},
			tools: tools{"tmux": nil},
		},
		calls:    []string{"/usr/bin/tmux load-buffer -w -"},
		sequence: inScreen,
		status:   "copied letter: 3 bytes to the tmux buffer; sent to the terminal (OSC 52)",
	}, {
		name: "tmux in GNU screen",
		desk: desk{
			os: "linux", vars: vars{"STY": "77.pts-0", "TMUX": "/tmp/tmux-0/default,1,0", "TERM": "tmux-256color"},
			tools: tools{"tmux": nil},
		},
		calls:    []string{"/usr/bin/tmux load-buffer -w -"},
		sequence: plain + inTmux,
		status:   "copied letter: 3 bytes to the tmux buffer; sent to the terminal (OSC 52)",
	}} {
		t.Run(c.name, func(t *testing.T) {
			const text = "é$"
			r := Copy(t.Context(), c.desk.env(), text)
			if !slices.Equal(c.desk.calls, c.calls) {
				t.Errorf("ran %q, want %q", c.desk.calls, c.calls)
			}
			want := c.stdin
			if want == "" {
				want = text
			}
			for _, got := range c.desk.stdin {
				if got != want {
					t.Errorf("stdin %q, want %q", got, want)
				}
			}
			if r.Sequence != c.sequence {
				t.Errorf("sequence %q, want %q", r.Sequence, c.sequence)
			}
			checkStatus(t, r, c.status)
		})
	}
}

func TestCopyEmptyTextTouchesNothing(t *testing.T) {
	d := desk{os: "darwin", tools: map[string]error{"pbcopy": nil}}
	r := Copy(t.Context(), d.env(), "")
	if len(d.calls) > 0 || r.Sequence != "" {
		t.Errorf("ran %q, sequence %q", d.calls, r.Sequence)
	}
	checkStatus(t, r, "nothing to copy: the text is empty")
}

func TestCopyKeepsEveryByte(t *testing.T) {
	text := strings.Repeat("\x00\x1b]52;c;\x07\xff中文\r\n", 500) // also several screen strings long
	r := Copy(t.Context(), (&desk{vars: map[string]string{"STY": "1"}}).env(), text)
	joined := strings.NewReplacer("\x1bP", "", "\x1b\\", "").Replace(r.Sequence)
	base, _ := strings.CutPrefix(joined, "\x1b]52;c;")
	got, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(base, "\x07"))
	if err != nil || string(got) != text {
		t.Errorf("%d bytes came back (%v), want %d", len(got), err, len(text))
	}
	for part := range strings.SplitSeq(r.Sequence, "\x1b\\") {
		if len(part) > screenChunk+len("\x1bP") {
			t.Errorf("a screen string of %d bytes", len(part))
		}
	}
}

func TestCopyLimit(t *testing.T) {
	for _, c := range []struct {
		name   string
		bytes  int
		vars   map[string]string
		saved  bool
		status string // DIR stands for the directory
	}{
		{"at the limit", 700_000, nil, false, "sent letter: 700,000 bytes to the terminal (OSC 52)"},
		{"over it", 700_001, nil, true, "too big for the terminal (701 kB > 700 kB); saved to DIR/copied.txt"},
		{
			"in tmux", 812_000, map[string]string{"TMUX": "x"}, true,
			"copied letter: 812,000 bytes to the tmux buffer; too big for the terminal (812 kB > 700 kB); saved to DIR/copied.txt",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := desk{vars: c.vars, tools: map[string]error{"tmux": nil}, dir: filepath.Join(t.TempDir(), "new", "state")}
			text := strings.Repeat("a", c.bytes)
			r := Copy(t.Context(), d.env(), text)
			if (r.Sequence == "") != c.saved || (r.File != "") != c.saved {
				t.Errorf("sequence of %d bytes, file %q", len(r.Sequence), r.File)
			}
			if c.saved {
				checkPrivate(t, r.File, text)
			}
			checkStatus(t, r, strings.ReplaceAll(c.status, "DIR/", d.dir+string(filepath.Separator)))
		})
	}
}

func TestSave(t *testing.T) {
	d := desk{dir: t.TempDir()}
	target := filepath.Join(t.TempDir(), "theirs")
	if err := os.WriteFile(target, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, filepath.Join(d.dir, fileName)); err != nil {
		t.Skip("no links here:", err)
	}
	for _, text := range []string{"first", "s"} {
		r := Save(d.env(), text)
		checkPrivate(t, r.File, text)
		checkStatus(t, r, "saved letter: "+Bytes(len(text))+" to "+filepath.Join(d.dir, fileName))
	}
	if got, _ := os.ReadFile(target); string(got) != "theirs" {
		t.Errorf("wrote through a link: %q", got)
	}
	if left, _ := os.ReadDir(d.dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestSaveFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", "relative", file} {
		r := Save((&desk{dir: dir}).env(), "x")
		if status := r.Status("letter"); r.File != "" || len(status) != 1 || !strings.HasPrefix(status[0], "not saved: ") {
			t.Errorf("Save in %q: file %q, status %q", dir, r.File, status)
		}
	}
}

func TestUTF16Text(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain\r\n", "plain\r\n"},
		{"中", "\xff\xfe\x2d\x4e"},
		{"😀", "\xff\xfe\x3d\xd8\x00\xde"},
	} {
		if got, err := utf16Text(c.text); err != nil || got != c.want {
			t.Errorf("utf16Text(%q) = %q, %v, want %q", c.text, got, err, c.want)
		}
	}
	if got, err := utf16Text("\xff"); err == nil {
		t.Errorf("utf16Text of invalid UTF-8 = %q, want an error: it would arrive changed", got)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int]string{
		1: "1 byte", 0: "0 bytes", 999: "999 bytes", 1000: "1,000 bytes", 2143: "2,143 bytes", 1234567: "1,234,567 bytes",
	} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
}

func checkStatus(t *testing.T, r Result, want string) {
	t.Helper()
	if got := strings.Join(r.Status("letter"), "; "); got != want {
		t.Errorf("status\n got %q\nwant %q", got, want)
	}
}

func checkPrivate(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %d bytes (%v), want %d", name, len(got), err, len(want))
	}
	info, err := os.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode() != 0o600 { // Windows has no such bits
		t.Errorf("%s: mode %v, want a file with 0600", name, info.Mode())
	}
}
