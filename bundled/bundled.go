// Package bundled holds the skills that ship with knack, as they would lie on
// disk: NAME/SKILL.md with its reference files beside it.
//
// It only holds them. Finding, ranking and reading them is left to package
// skill, which treats them like any other root.
package bundled

import "embed"

// FS has one folder for each skill at its top and nothing else.
//
//go:embed */*
var FS embed.FS
