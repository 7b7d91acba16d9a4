//go:build unix

package skill

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Whatever stands where a SKILL.md or a command should be: nothing may wait for it,
// and each gives a reason. A test that blocks fails by the test's own time limit.
func TestWhatIsNoFile(t *testing.T) {
	top := world{
		"home/.claude/skills/fine/SKILL.md":    about("found"),
		"home/.claude/skills/zero/SKILL.md":    "-> /dev/zero",
		"home/.claude/skills/null/SKILL.md":    "-> /dev/null",
		"home/.claude/skills/piped/SKILL.md":   "-> @/pipe",
		"home/.claude/skills/pipe/":            "",
		"home/.claude/skills/socket/":          "",
		"home/.claude/commands/device.md":      "-> /dev/zero",
		"home/.claude/commands/folder.md/x.md": "Found.",
	}.build(t)
	skills := filepath.Join(top, "home/.claude/skills")
	for _, path := range []string{
		filepath.Join(top, "pipe"), filepath.Join(skills, "pipe/SKILL.md"), filepath.Join(skills, "a-pipe"),
		filepath.Join(top, "home/.claude/commands/pipe.md"),
	} {
		must(t, unix.Mkfifo(path, 0o644))
	}
	t.Chdir(filepath.Join(skills, "socket")) // the path of a socket must be short
	listener, err := net.Listen("unix", "SKILL.md")
	must(t, err)
	defer listener.Close()

	l := libraryOf(t, envOf(top))
	const pipe, device = "not-a-file: SKILL.md is a named pipe, not a file; not opened", "not-a-file: SKILL.md is a device or socket, not a file; not read"
	checkTold(t, l, top,
		"fine user active",
		"null user broken real=/dev/null", "  "+device,
		"pipe user broken", "  "+pipe,
		"piped user broken real=@/pipe", "  "+pipe,
		"socket user broken", "  "+device,
		"zero user broken real=/dev/zero", "  "+device,
		"device command broken real=/dev/zero", "  not-a-file: device.md is a device or socket, not a file; not read",
		"folder.md:x command active",
		"pipe command broken", "  not-a-file: pipe.md is a named pipe, not a file; not opened",
	)
}

// A sparse file costs neither time nor memory.
func TestSparseFile(t *testing.T) {
	top := world{"home/.claude/skills/huge/SKILL.md": ""}.build(t)
	must(t, os.Truncate(filepath.Join(top, "home/.claude/skills/huge/SKILL.md"), 10<<30))
	checkTold(t, libraryOf(t, envOf(top)), top,
		"huge user broken", "  too-big: SKILL.md is 10737418240 bytes, over the limit of 1 MiB; not loaded")
}

// These run wherever the tests do, unless that is as root, who may read anything.
func TestPermissions(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything; run the tests as another user as well")
	}
	tests := []struct {
		name   string
		world  world
		locked string
		want   []string
	}{
		{
			name: "a file",
			world: world{
				"home/.claude/skills/fine/SKILL.md":   about("found"),
				"home/.claude/skills/locked/SKILL.md": about("not for us"),
			},
			locked: "home/.claude/skills/locked/SKILL.md",
			want: []string{
				"fine user active",
				"locked user broken", "  denied: SKILL.md cannot be read: permission denied",
			},
		},
		{
			name: "a skill's folder",
			world: world{
				"home/.claude/skills/fine/SKILL.md":   about("found"),
				"home/.claude/skills/locked/SKILL.md": about("not for us"),
			},
			locked: "home/.claude/skills/locked",
			want: []string{
				"fine user active",
				"locked user broken", "  denied: SKILL.md cannot be read: permission denied",
			},
		},
		{
			name: "a root",
			world: world{
				"home/.claude/skills/locked/SKILL.md":  about("not for us"),
				"project/.claude/skills/fine/SKILL.md": about("found"),
			},
			locked: "home/.claude/skills",
			want: []string{
				"fine project active",
				"root user denied",
				"user denied: @/home/.claude/skills: cannot be read: permission denied",
				"root synced denied",
				"synced denied: @/home/.claude/skills/synced: cannot be read: permission denied",
			},
		},
		{
			name: "the folder above a root",
			world: world{
				"home/.claude/skills/locked/SKILL.md":  about("not for us"),
				"project/.claude/skills/fine/SKILL.md": about("found"),
			},
			locked: "home/.claude",
			want: []string{
				"fine project active",
				"root user denied",
				"user denied: @/home/.claude/skills: cannot be read: permission denied",
				"root user commands denied",
				"user commands denied: @/home/.claude/commands: cannot be read: permission denied",
				"root plugin denied",
				"plugin denied: @/home/.claude/plugins: cannot be read: permission denied",
				"root synced denied",
				"synced denied: @/home/.claude/skills/synced: cannot be read: permission denied",
			},
		},
		{
			name: "the target of a link",
			world: world{
				"home/.claude/skills/link":  "-> @/store/deep/skill",
				"store/deep/skill/SKILL.md": about("not for us"),
			},
			locked: "store/deep",
			want:   []string{"link user broken", "  denied: SKILL.md cannot be read: permission denied"},
		},
		{
			name: "a command and a folder of commands",
			world: world{
				"home/.claude/commands/fine.md":       "Found.",
				"home/.claude/commands/locked/sub.md": "Not for us.",
			},
			locked: "home/.claude/commands/locked",
			want: []string{
				"fine command active",
				"user commands denied: @/home/.claude/commands/locked: cannot be read: permission denied",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			top := test.world.build(t)
			locked := filepath.Join(top, test.locked)
			info, err := os.Stat(locked)
			must(t, err)
			must(t, os.Chmod(locked, 0))
			t.Cleanup(func() { _ = os.Chmod(locked, info.Mode()) })
			checkTold(t, libraryOf(t, envOf(top)), top, test.want...)
		})
	}
	t.Run("a folder that can be entered and not listed", func(t *testing.T) {
		top := world{
			"home/.claude/skills/some/SKILL.md":  about("can be opened"),
			"home/.claude/skills/other/notes.md": "",
		}.build(t)
		for _, name := range []string{"some", "other"} {
			dir := filepath.Join(top, "home/.claude/skills", name)
			must(t, os.Chmod(dir, 0o311))
			t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
		}
		checkTold(t, libraryOf(t, envOf(top)), top,
			"some user active",
			"user denied: @/home/.claude/skills/other: cannot be read: permission denied")
	})
}

func TestNamesTooLong(t *testing.T) {
	top := world{"home/.claude/skills/fine/SKILL.md": about("found")}.build(t)
	env := envOf(top)
	env.AddDirs = []string{filepath.Join(top, strings.Repeat("n", 300))}
	l := libraryOf(t, env)
	checkTold(t, l, top,
		"fine user active",
		"root add-dir failed",
		"add-dir unreadable: @/"+strings.Repeat("n", 300)+"/.claude/skills: cannot be read: file name too long",
		"root add-dir commands failed",
		"add-dir commands unreadable: @/"+strings.Repeat("n", 300)+"/.claude/commands: cannot be read: file name too long",
	)
}
