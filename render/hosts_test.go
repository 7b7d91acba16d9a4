package render

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The rules of every host that ships, as its file has them.
var (
	hosts      = readHosts()
	claudeCode = hosts["claude-code"]
)

// readHosts takes out of the host files what this package needs: package skill, which
// reads them whole, imports this one.
func readHosts() map[string]Rules {
	files, err := filepath.Glob("../skill/hosts/*.yaml")
	if err != nil || len(files) == 0 {
		panic("no host files")
	}
	rules := map[string]Rules{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		var host struct {
			Substitution Rules
			Variables    map[string]string
		}
		if err := yaml.NewDecoder(bytes.NewReader(data)).Decode(&host); err != nil {
			panic(err)
		}
		host.Substitution.Variables = slices.Sorted(maps.Keys(host.Variables))
		rules[strings.TrimSuffix(filepath.Base(file), ".yaml")] = host.Substitution
	}
	return rules
}
