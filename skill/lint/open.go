package lint

import (
	"path/filepath"

	"knack/skill"
)

// Open reads a skill's file for Check, by the means of package skill. It takes as long as
// the disk does, so a screen calls it off its event loop.
func Open(k *skill.Skill) File {
	f := File{
		Name: filepath.Base(k.Path), Folder: k.Folder(), Command: k.IsCommand(),
		Exists: k.Holds,
	}
	data, err := k.File()
	if f.Data = data; err != nil {
		f.Unread = k.Unreadable(err)
	}
	return f
}
