package tui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// A panic in a goroutine nobody guards leaves the terminal as the browser has it.
// So goroutines are started in two places: here, and where the skills are read,
// which brings the panic back to the caller.
func TestGoroutinesAreGuarded(t *testing.T) {
	guarded := map[string]bool{"../tui/recover.go": true, "../skill/parallel/parallel.go": true}
	started := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path == filepath.Join("..", "docs") {
			return fs.SkipDir // programs that measure, no part of this one
		}
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if !starts(n) {
				return true
			}
			name := filepath.ToSlash(path)
			started[name] = true
			if !guarded[name] {
				t.Errorf("%s starts a goroutine", files.Position(n.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range guarded {
		if !started[name] {
			t.Errorf("%s starts no goroutine: this test would find none", name)
		}
	}
}

// starts tells whether something starts a goroutine: a go statement, or a call
// of what the standard library has for it.
func starts(n ast.Node) bool {
	if _, ok := n.(*ast.GoStmt); ok {
		return true
	}
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "Go" || sel.Sel.Name == "AfterFunc")
}
