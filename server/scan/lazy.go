package scan

import (
	"regexp"
	"sync"
)

// lazy compiles a pattern when it is first needed: most commands scan nothing, and
// all of them together would be a third of a start.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
