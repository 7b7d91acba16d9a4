package skill

import (
	"path/filepath"
	"strings"
)

// commandFile reads one command.
func (s *scanner) commandFile(e walkedFile) entryRead {
	return s.walkedFile(s.commandID(filepath.ToSlash(e.rel)), e)
}

// commandID turns a path below the root into the name the command is called by.
func (s *scanner) commandID(rel string) string {
	stem := strings.TrimSuffix(rel, ".md")
	if s.host.CommandIDs == "name" {
		return stem[strings.LastIndexByte(stem, '/')+1:]
	}
	return strings.ReplaceAll(stem, "/", ":")
}
