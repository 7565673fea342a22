//go:build !linux

package store

import (
	"errors"
	"os"
)

func openNameless() (*os.File, error) { return nil, errors.ErrUnsupported }
