package clients

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// A configuration may come with somebody else's project, or from a clipboard. What
// no client would write must not take the program down.

// maxFile bounds a file that is read; histories of chats lie in some of them.
const maxFile = 64 << 20

// maxDepth bounds the nesting that is parsed: the parser recurses, and a stack
// that overflows ends the program and all its runs.
const maxDepth = 1000

var errTooDeep = fmt.Errorf("it is nested more than %d levels deep", maxDepth)

// ReadFile reads a configuration file that may be anybody's: a device, a pipe and
// what is endless are refused instead of waited for.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "read", Path: path, Err: errors.New("it is no regular file")}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1)) // some files without a size go on for ever
	if err == nil && len(data) > maxFile {
		err = &os.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is larger than %d MiB", maxFile>>20)}
	}
	return data, err
}

// tooDeep counts brackets outside of strings and comments, as the parser would
// meet them.
func tooDeep(data []byte) bool {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = endOfString(data, i)
		case '/':
			i = endOfComment(data, i)
		case '[', '{':
			if depth++; depth > maxDepth {
				return true
			}
		case ']', '}':
			depth--
		}
	}
	return false
}

// endOfString is where the quote stands that closes the one at i.
func endOfString(data []byte, i int) int {
	for i++; i < len(data) && data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	return i
}

// endOfComment is the last byte of the comment that begins at i; i when none does.
func endOfComment(data []byte, i int) int {
	for _, form := range []struct{ open, close string }{{"//", "\n"}, {"/*", "*/"}} {
		if !bytes.HasPrefix(data[i:], []byte(form.open)) {
			continue
		}
		body := i + len(form.open)
		if end := bytes.Index(data[body:], []byte(form.close)); end >= 0 {
			return body + end + len(form.close) - 1
		}
		return len(data)
	}
	return i
}
