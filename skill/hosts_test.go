package skill

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// hostOf gives a host that ships.
func hostOf(t testing.TB, name string) *Host {
	t.Helper()
	host, err := LoadHost(name)
	must(t, err)
	return host
}

// libraryUnder scans and merges by the rules of a host.
func libraryUnder(t testing.TB, host *Host, env Env) (l *Library, found []Skill) {
	t.Helper()
	var roots []Root
	must(t, Scan(context.Background(), host, env, func(b Batch) { roots, found = b.Roots, append(found, b.Skills...) }))
	return Merge(host, roots, found), found
}

// TestHosts holds for one tree what every host makes of it.
func TestHosts(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/hosts.txtar")
	must(t, err)
	w, want := world{}, map[string]string{}
	for _, f := range archive.Files {
		if host, ok := strings.CutPrefix(f.Name, "want/"); ok {
			want[host] = string(f.Data)
		} else {
			w[f.Name] = string(f.Data)
		}
	}
	top := w.build(t)
	env := envOf(top)
	env.Cwd = filepath.Join(top, "project/sub")
	for _, name := range HostNames() {
		t.Run(name, func(t *testing.T) {
			host := hostOf(t, name)
			env := env
			env.Directories = map[string]string{"admin": filepath.Join(top, "admin"), "managed": filepath.Join(top, "managed")}
			l, found := libraryUnder(t, host, env)
			checkFate(t, l, found)
			if got := fates(l, top); got != want[name] {
				t.Errorf("got\n%swant\n%s", got, want[name])
			}
		})
	}
}

// Under every host each file that a scan finds has one state, whatever the order in
// which it was found; and what is no near miss is found.
func TestEveryFileHasOneState(t *testing.T) {
	for _, name := range HostNames() {
		t.Run(name, func(t *testing.T) {
			host := hostOf(t, name)
			for seed := range uint64(6) {
				r := rand.New(rand.NewPCG(seed, 3))
				top := world{"home/": "", "project/.git/HEAD": "", "project/sub/": "", "store/": ""}.build(t)
				env := envOf(top)
				env.Cwd = filepath.Join(top, "project/sub")
				growTree(t, r, top, filepath.Join(top, "store"), 3)
				for _, root := range host.Roots(env) {
					if root.Dir != "" && within(root.Dir, top) && holdsSkills(root) {
						growTree(t, r, top, root.Dir, 4)
					}
				}
				l, found := libraryUnder(t, host, env)
				checkFate(t, l, found)
				r.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
				checkEqualLibraries(t, fmt.Sprintf("seed %d, another order", seed), l, Merge(host, l.Roots, found))
			}
		})
	}
}

// fates gives a line for each skill but those that ship with knack.
func fates(l *Library, top string) string {
	var lines strings.Builder
	for i := range l.Skills {
		k := &l.Skills[i]
		if k.Source == Bundled {
			continue
		}
		fmt.Fprintf(&lines, "%s %s %s", k.ID, k.State, k.Path)
		if winner, ok := l.ByKey(k.ShadowedBy); ok {
			fmt.Fprintf(&lines, " by %s", winner.Path)
		} else if k.Reason != "" {
			fmt.Fprintf(&lines, ": %s", k.Reason)
		}
		lines.WriteString("\n")
	}
	return filepath.ToSlash(strings.ReplaceAll(lines.String(), top+string(filepath.Separator), ""))
}
