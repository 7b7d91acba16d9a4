//go:build !linux

package skill

import (
	"context"
	"errors"
)

// A bell would ring when something changes; see Watch for why there is none here.
type bell struct{}

func newBell(Trail) (bell, error) { return bell{}, errors.ErrUnsupported }

func (bell) next(context.Context) error { return nil }

func (bell) close() {}
