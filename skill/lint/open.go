package lint

import (
	"path/filepath"
	"slices"

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

// Own gives the skills that are checked when nobody names any: those that don't ship with
// knack, and that the host loads, or drops.
func Own(skills []*skill.Skill) []*skill.Skill {
	return slices.DeleteFunc(slices.Clone(skills), func(k *skill.Skill) bool {
		return k.Source == skill.Bundled || k.State == skill.Shadowed || k.State == skill.Disabled
	})
}
