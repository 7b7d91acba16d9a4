package skill

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
)

// listingHost is a host with small limits.
func listingHost(t testing.TB, over Over) *Host {
	t.Helper()
	host, err := parseHost("small.yaml", []byte(smallHost+`same-names: hide
settings:
  files: [{scope: user, path: "{home}/settings.json"}]
  skill-overrides: overrides
listing:
  head: "Skills:\n"
  line: "- {name}: {description}"
  name-only: "- {name}"
  joiner: " - "
  entry: {characters: 10, setting: entry}
  ellipsis: …
  budget: {percent: 1, characters: 60, setting: share, env: BUDGET}
  over: `+string(over)+`
  over-unverified: who goes first
`))
	must(t, err)
	return host
}

func skillsAt(texts ...string) world {
	w := world{"home/": "", "project/": ""}
	for i, text := range texts {
		w[fmt.Sprintf("home/.small/skills/%c/SKILL.md", 'a'+i)] = text
	}
	return w
}

// shown gives a line for each entry but those of what ships with knack.
func shown(l Listing) string {
	var lines []string
	for _, e := range l.Entries {
		if e.Skill.Source == Bundled {
			continue
		}
		line := fmt.Sprintf("%s %s", e.Skill.ID, e.Shown)
		if e.Cut > 0 {
			line += fmt.Sprintf(" %d", e.Cut)
		}
		if e.Line != "" {
			line += " |" + e.Line + "|"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestListing(t *testing.T) {
	tests := []struct {
		name  string
		texts []string
		opt   ListingOptions
		over  Over
		want  string
	}{
		{"whole", []string{about("ten chars.")}, ListingOptions{}, "", "a full |- a: ten chars.|"},
		{"one over", []string{about("ten chars.!")}, ListingOptions{}, "", "a shortened 9 |- a: ten chars…|"},
		{"counted and cut in characters", []string{about("部署服务到服务器上。"), about("部署服务到服务器上去。")}, ListingOptions{}, "",
			"a full |- a: 部署服务到服务器上。|\nb shortened 9 |- b: 部署服务到服务器上…|"},
		{"when_to_use counts", []string{about("abc", "when_to_use: wxyz"), about("abc", "when_to_use: vwxyz")}, ListingOptions{}, "",
			"a full |- a: abc - wxyz|\nb shortened 9 |- b: abc - vwx…|"},
		{"when_to_use alone", []string{"---\nwhen_to_use: often\n---\n"}, ListingOptions{}, "", "a full |- a: often|"},
		{"nothing to say", []string{"---\nname: x\n---\n"}, ListingOptions{}, "", "a name-only |- a|"},
		{"placeholders in a text stay", []string{about("'{name} {x}'")}, ListingOptions{}, "", "a full |- a: {name} {x}|"},
		{"another cap", []string{about("ten chars.")}, ListingOptions{Entry: 4}, "", "a shortened 3 |- a: ten…|"},
		{"not for the model", []string{about("x", "disable-model-invocation: true"), about("x", "user-invocable: false")}, ListingOptions{}, "",
			"a absent\nb full |- b: x|"},
		{"waiting", []string{about("x", "paths: '*.go'")}, ListingOptions{}, "", "a absent"},
		// The host reads nothing of malformed YAML: neither the description nor that the
		// model may not call it.
		{"the host's own reading", []string{"---\ndescription: \"a\" b\nwhen_to_use: x\ndisable-model-invocation: true\nuser-invocable: false\n---\n# Title\n\nFirst.\n"}, ListingOptions{}, "",
			"a full |- a: First.|"},
		{"descriptions of the last go", []string{about("123456789"), about("12345678"), about("1")}, ListingOptions{Budget: 24}, DropDescriptions,
			"a full |- a: 123456789|\nb name-only |- b|\nc name-only |- c|"},
		{"just fits", []string{about("123456789"), about("12345678"), about("1")}, ListingOptions{Budget: 36}, DropDescriptions,
			"a full |- a: 123456789|\nb full |- b: 12345678|\nc full |- c: 1|"},
		{"names stay", []string{about("1"), about("2")}, ListingOptions{Budget: 1}, DropDescriptions, "a name-only |- a|\nb name-only |- b|"},
		{"all are shortened", []string{about("123456789"), about("部署服务到服"), about("1")}, ListingOptions{Budget: 27}, ShortenAll,
			"a shortened 4 |- a: 1234|\nb shortened 4 |- b: 部署服务|\nc full |- c: 1|"},
		{"all shortened to nothing", []string{about("123"), about("12")}, ListingOptions{Budget: 12}, ShortenAll, "a name-only |- a|\nb name-only |- b|"},
		{"the last are left out", []string{about("123"), about("12")}, ListingOptions{Budget: 6}, ShortenAll, "a name-only |- a|\nb absent"},
		{"a window", []string{about("123456789"), about("12345678")}, ListingOptions{Window: 500}, DropDescriptions, "a full |- a: 123456789|\nb name-only |- b|"},
		{"a share of it", []string{about("123456789"), about("12345678")}, ListingOptions{Window: 500, Share: 1}, DropDescriptions,
			"a full |- a: 123456789|\nb full |- b: 12345678|"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l, _ := libraryUnder(t, listingHost(t, test.over), envOf(skillsAt(test.texts...).build(t)))
			list := l.Listing(test.opt)
			if got := shown(list); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			described := slices.ContainsFunc(list.Entries, func(e Entry) bool { return e.Shown == InFull || e.Shown == Shortened })
			if bare := list.Bare(); (bare > 0) != (!described && list.Wanted > list.Characters) {
				t.Errorf("%d lines are bare of\n%s", bare, test.want)
			}
			if list.Characters != utf8.RuneCountInString(list.Lines()) {
				t.Errorf("%d characters counted in %q", list.Characters, list.Lines())
			}
			if cut := list.Wanted > list.Budget; cut != (len(list.Unverified) == 1) {
				t.Errorf("%d of %d wanted, unverified: %q", list.Wanted, list.Budget, list.Unverified)
			}
			for _, e := range list.Entries {
				if (e.Shown == InFull) == (e.Reason != "") {
					t.Errorf("%s is %s: %q", e.Skill.ID, e.Shown, e.Reason)
				}
			}
		})
	}
}

func TestListingOverridesAndBundled(t *testing.T) {
	w := skillsAt(about("1"), about("2"), about("3"), about("4"))
	w["home/settings.json"] = `{"overrides": {"a": "name-only", "b": "user-invocable-only", "c": "off"}}`
	w["project/skills/a/SKILL.md"] = about("later")
	l, _ := libraryUnder(t, listingHost(t, ""), envOf(w.build(t)))
	list := l.Listing(ListingOptions{})
	if got, want := shown(list), "a name-only |- a|\nb absent\nc absent\nd full |- d: 4|\na absent"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if text := list.Text(); text != "Skills:\n- a\n- d: 4\n" {
		t.Errorf("got %q", text)
	}
	if text := l.Listing(ListingOptions{Bundled: true}).Text(); !strings.Contains(text, "- write-a-skill") {
		t.Errorf("with what ships: %q", text)
	}
	none, _ := libraryUnder(t, listingHost(t, ""), envOf(skillsAt().build(t)))
	if text := none.Listing(ListingOptions{}).Text(); text != "" {
		t.Errorf("without skills: %q", text)
	}
}

func TestListingOfUnknownForm(t *testing.T) {
	host := listingHost(t, "")
	host.Listing = nil
	l, _ := libraryUnder(t, host, envOf(skillsAt(about("123456789012", "when_to_use: x")).build(t)))
	if list := l.Listing(ReadListingOptions(host, Env{})); list.Text() != "- a: 123456789012 - x\n" || list.Budget != 0 {
		t.Errorf("got %q, budget %d", list.Text(), list.Budget)
	}
}

func TestListingOptions(t *testing.T) {
	tests := []struct {
		name, settings, env string
		entry, budget       int
		share               float64
		from                string
	}{
		{"nothing", ``, "", 0, 0, 0, ""},
		{"settings", `{"entry": 20, "share": 0.02}`, "", 20, 0, 0.02, "entry in @/home/settings.json, share in @/home/settings.json"},
		{"the variable wins", `{"share": 0.02}`, "500", 0, 500, 0, "BUDGET"},
		{"no numbers", `{"entry": "x", "share": -1}`, "many", 0, 0, 0, ""},
		{"more than the window", `{"share": 2}`, "", 0, 0, 0, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			top := world{"home/settings.json": test.settings, "project/": ""}.build(t)
			env := envOf(top)
			env.Getenv = func(name string) string { return map[string]string{"BUDGET": test.env}[name] }
			o := ReadListingOptions(listingHost(t, ""), env)
			if from := filepath.ToSlash(strings.ReplaceAll(o.From(), top, "@")); from != test.from {
				t.Errorf("from %q, want %q", from, test.from)
			}
			o.EntryFrom, o.BudgetFrom = "", ""
			if want := (ListingOptions{Entry: test.entry, Budget: test.budget, Share: test.share}); o != want {
				t.Errorf("got %+v, want %+v", o, want)
			}
		})
	}
}

// TestListingsOfHosts holds the exact text for one small world under two hosts.
func TestListingsOfHosts(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/listings.txtar")
	must(t, err)
	w, want := world{"home/": ""}, map[string]string{}
	for _, f := range archive.Files {
		if host, ok := strings.CutPrefix(f.Name, "want/"); ok {
			want[host] = string(f.Data)
		} else {
			w[f.Name] = string(f.Data)
		}
	}
	top := w.build(t)
	for host, text := range want {
		l, _ := libraryUnder(t, hostOf(t, host), envOf(top))
		got := l.Listing(ListingOptions{Budget: 1700}).Text()
		if got = filepath.ToSlash(strings.ReplaceAll(got, top, "@")); got != text {
			t.Errorf("%s: got\n%s\nwant\n%s", host, got, text)
		}
	}
}

// Whatever the skills say, a listing keeps to its budget, but for names, and to whole
// characters.
func FuzzListing(f *testing.F) {
	f.Add("Deploy it", "部署服务", 12, 7)
	f.Add("\xff", "", 1, 1)
	hosts := []*Host{listingHost(f, DropDescriptions), listingHost(f, ShortenAll)}
	f.Fuzz(func(t *testing.T, a, b string, budget, entry int) {
		for _, host := range hosts {
			roots := []Root{{}}
			skills := []*Skill{
				{Key: "a", ID: "a", RealPath: "a", State: Active, Frontmatter: Frontmatter{Description: a, WhenToUse: b, Strict: true, UserInvocable: true}},
				{Key: "b", ID: "b", RealPath: "b", State: Active, Frontmatter: Frontmatter{Description: b, Strict: true, UserInvocable: true}},
			}
			list := Merge(host, roots, skills).Listing(ListingOptions{Budget: budget, Entry: entry})
			names := utf8.RuneCountInString("- a\n- b\n")
			if list.Characters > list.Budget && (host.Listing.Over == ShortenAll || list.Characters > names) {
				t.Errorf("%d characters, budget %d: %q", list.Characters, list.Budget, list.Lines())
			}
			if utf8.ValidString(a) && utf8.ValidString(b) && !utf8.ValidString(list.Text()) {
				t.Errorf("cut inside a character: %q", list.Text())
			}
		}
	})
}

// A part of a description that a strict reader takes for a comment is listed, and doubted.
func TestListingDoubtsComments(t *testing.T) {
	top := world{
		"home/.claude/skills/cut/SKILL.md":  "---\ndescription: Posts to #general.\n---\n",
		"home/.claude/skills/fine/SKILL.md": about("Fine."),
	}.build(t)
	list := libraryOf(t, envOf(top)).Listing(ListingOptions{})
	want := "the text behind a # in the description of cut"
	if !strings.Contains(list.Text(), "- cut: Posts to #general.") || !slices.Contains(list.Unverified, want) {
		t.Errorf("listed %q, unverified %q", list.Text(), list.Unverified)
	}
	if list = libraryOf(t, envOf(top)).Listing(ListingOptions{Budget: 20}); slices.Contains(list.Unverified, want) {
		t.Error("the text is doubted though only the name is told")
	}
}
