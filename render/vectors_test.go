package render

import (
	"encoding/json"
	"os"
	"testing"
)

func readVectors(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func TestSubstitutionVectors(t *testing.T) {
	var rows []struct {
		ID, Body, Args string
		Names          []string
		Want           map[string]json.RawMessage
	}
	readVectors(t, "testdata/substitution.json", &rows)
	if len(rows) < 59 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		for host, raw := range row.Want {
			t.Run(row.ID+"/"+host, func(t *testing.T) {
				rules, known := hosts[host]
				if !known {
					t.Fatal("there is no file of this host")
				}
				got, err := Parse(row.Body, row.Names, rules).Render(Input{Args: row.Args})
				var want string
				if json.Unmarshal(raw, &want) != nil { // {"error": true}
					if err == nil {
						t.Fatalf("got %q, want an error", got.Text)
					}
					return
				}
				if err != nil || got.Text != want {
					t.Errorf("got %q, %v, want %q", got.Text, err, want)
				}
				checkSpans(t, row.Body, got)
			})
		}
	}
}

func TestCommandVectors(t *testing.T) {
	var rows []struct {
		ID, Host, Body, Args string
		Names, Outputs       []string
		SkillDir             string  `json:"skill_dir"`
		Prompt               *string `json:"prompt"`
		Commands             []struct {
			Text    string
			InCode  bool `json:"in_code"`
			Spliced bool `json:"arguments_spliced"`
			Block   bool
		}
	}
	readVectors(t, "testdata/commands.json", &rows)
	if len(rows) < 22 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		t.Run(row.ID, func(t *testing.T) {
			in := Input{Args: row.Args, Outputs: row.Outputs}
			if row.SkillDir != "" {
				in.Vars = map[string]string{"CLAUDE_SKILL_DIR": row.SkillDir}
			}
			got, err := Parse(row.Body, row.Names, hosts[row.Host]).Render(in)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Commands) != len(row.Commands) {
				t.Fatalf("got %+v, want %+v", got.Commands, row.Commands)
			}
			for i, want := range row.Commands {
				c := got.Commands[i]
				if c.Text != want.Text || c.InCode != want.InCode || c.ArgumentsSpliced != want.Spliced || c.Block != want.Block {
					t.Errorf("got %+v, want %+v", c, want)
				}
			}
			if row.Prompt != nil && got.Text != *row.Prompt {
				t.Errorf("got %q, want %q", got.Text, *row.Prompt)
			}
			checkSpans(t, row.Body, got)
		})
	}
}
