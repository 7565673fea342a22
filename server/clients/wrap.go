package clients

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// The recorder stands in front of a server as
//
//	EXECUTABLE record --wrapped[=no-args] -- COMMAND ARGS…
//
// The flag marks the place for Unwrap, and says whether the file had "args" at
// all, so that undoing gives back the very bytes.
const (
	flagWrapped       = "--wrapped"
	flagWrappedNoArgs = "--wrapped=no-args"
)

// BackupSuffix is added to the name of the file that Wrap keeps beside the one
// it edits.
const BackupSuffix = ".before-stdioscope"

// ErrWrapped is returned by Wrap for a server that is wrapped already, and by
// Unwrap, inverted, as ErrNotWrapped.
var (
	ErrWrapped    = errors.New("the recorder already stands in front of this server")
	ErrNotWrapped = errors.New("the recorder does not stand in front of this server")
)

// Wrap puts the recorder in front of the server called name: data edited in
// that one place, every other byte kept. extra are further flags of "record".
func Wrap(path string, data []byte, name, executable string, extra ...string) ([]byte, error) {
	server, where, err := find(path, data, name)
	if err != nil {
		return nil, err
	}
	if server.Wrapped {
		return nil, ErrWrapped
	}
	if where.command == nil || where.command.Value.Kind() != '"' {
		return nil, fmt.Errorf(`%s: the "command" of %q is not a string; wrap it by hand`, path, name)
	}
	original := data[where.command.StartOffset:where.command.EndOffset]
	edits := []edit{{where.command.StartOffset, where.command.EndOffset, quote(executable)}}
	if where.args == nil {
		list := quoteAll(append(append([]string{"record", flagWrappedNoArgs}, extra...), "--"))
		edits = append(edits, edit{where.command.EndOffset, where.command.EndOffset,
			`, "args": [` + list + ", " + string(original) + "]"})
	} else {
		list := quoteAll(append(append([]string{"record", flagWrapped}, extra...), "--")) + ", " + string(original)
		if len(where.args.Value.(*hujson.Array).Elements) > 0 {
			list += ", "
		}
		start := where.args.StartOffset + 1
		edits = append(edits, edit{start, start, list})
	}
	return apply(data, edits), nil
}

// Unwrap takes the recorder away again and gives back the bytes that Wrap was
// given, whatever else was edited in between.
func Unwrap(path string, data []byte, name string) ([]byte, error) {
	server, where, err := find(path, data, name)
	if err != nil {
		return nil, err
	}
	if !server.Wrapped {
		return nil, ErrNotWrapped
	}
	elements := where.args.Value.(*hujson.Array).Elements
	dashes := slices.IndexFunc(elements, func(v hujson.ArrayElement) bool { return literal(v) == "--" })
	if dashes < 0 || dashes+1 >= len(elements) {
		return nil, fmt.Errorf(`%s: the arguments of %q were edited by hand: no command after "--"`, path, name)
	}
	inner := elements[dashes+1]
	original := string(data[inner.StartOffset:inner.EndOffset])
	edits := []edit{{where.command.StartOffset, where.command.EndOffset, original}}
	switch {
	case server.Args[1] == flagWrappedNoArgs && argsFollow(data, where):
		edits = append(edits, edit{where.command.EndOffset, where.args.EndOffset, ""})
	case server.Args[1] == flagWrappedNoArgs: // a client laid its file out anew
		edits = append(edits, edit{where.args.StartOffset + 1, where.args.EndOffset - 1, ""})
	default:
		end := inner.EndOffset
		if dashes+2 < len(elements) {
			end += len(inner.AfterExtra) + len(",")
			if data[end] == ' ' { // ours, unless a client laid its file out anew
				end++
			}
		}
		edits = append(edits, edit{where.args.StartOffset + 1, end, ""})
	}
	return apply(data, edits), nil
}

// EditFile applies change to a configuration file: the original is kept beside
// it (once: a second edit does not overwrite the first backup), the new text is
// written to a temporary file and renamed over it, mode kept.
func EditFile(path string, change func(data []byte) ([]byte, error)) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	data, err := ReadFile(path)
	if err != nil {
		return err
	}
	edited, err := change(data)
	if err != nil {
		return err
	}
	if err := keepCopy(path+BackupSuffix, data, info.Mode().Perm()); err != nil {
		return fmt.Errorf("keeping a copy: %w", err)
	}
	next, err := os.CreateTemp(filepath.Dir(path), ".stdioscope-*")
	if err != nil {
		return err
	}
	defer os.Remove(next.Name())
	_, err = next.Write(edited)
	err = errors.Join(err, next.Chmod(info.Mode().Perm()), next.Close())
	if err != nil {
		return err
	}
	return os.Rename(next.Name(), path)
}

// keepCopy makes a file that is not there yet. A link that leads nowhere is refused:
// in a project of somebody else it would have us write their text where they like.
func keepCopy(path string, data []byte, mode os.FileMode) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

type edit struct {
	start, end int
	text       string
}

func apply(data []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(out, data[at:e.start]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, data[at:]...)
}

// argsFollow says whether nothing but the name stands between command and "args",
// as Wrap puts them.
func argsFollow(data []byte, at site) bool {
	return at.command.EndOffset < at.args.StartOffset &&
		strings.Join(strings.Fields(string(data[at.command.EndOffset:at.args.StartOffset])), "") == `,"args":`
}

// site is where the members of one server's entry stand in the file.
type site struct{ command, args *hujson.Value }

func find(path string, data []byte, name string) (Server, site, error) {
	if strings.EqualFold(filepath.Ext(path), ".toml") {
		return Server{}, site{}, fmt.Errorf("%s: only JSON files are edited; put `stdioscope record --` in front of the command by hand", path)
	}
	servers, err := Parse(path, data)
	if err != nil {
		return Server{}, site{}, err
	}
	server, err := Pick(servers, name)
	if err != nil {
		return Server{}, site{}, err
	}
	root, err := parse(data)
	if err != nil {
		return Server{}, site{}, err
	}
	for _, p := range serverMaps(&root) {
		for i := range p.servers.Members {
			m := &p.servers.Members[i]
			if p.scope == server.Scope && literal(m.Name) == server.Name {
				return server, site{command: member(&m.Value, "command"), args: member(&m.Value, "args")}, nil
			}
		}
	}
	return Server{}, site{}, fmt.Errorf("%s: no server %q", path, name)
}

func member(v *hujson.Value, name string) *hujson.Value {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	for i := range object.Members {
		if literal(object.Members[i].Name) == name {
			return &object.Members[i].Value
		}
	}
	return nil
}

func isWrapped(_ string, args []string) bool {
	return len(args) > 2 && args[0] == "record" && (args[1] == flagWrapped || args[1] == flagWrappedNoArgs)
}

func quote(s string) string {
	b, _ := json.Marshal(s) // a string always encodes
	return string(b)
}

func quoteAll(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = quote(s)
	}
	return strings.Join(quoted, ", ")
}
