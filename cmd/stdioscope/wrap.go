package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stdioscope/server/clients"
)

func newWrap(std streams) *cobra.Command {
	var file, client string
	var shield bool
	cmd := &cobra.Command{
		Use:   "wrap NAME",
		Short: "Put the recorder in front of a server in an MCP client's configuration",
		Long: `wrap edits the configuration of the client that names the server, so that the
client launches "stdioscope record" and the recorder launches the server. Only
that one place changes; a copy of the file is kept beside it, and unwrap gives
back the very bytes. Restart the client afterwards.`,
		Example: `  stdioscope wrap filesystem
  stdioscope wrap --client Cursor filesystem
  stdioscope wrap --file .vscode/mcp.json my-server`,
		Args: oneName,
		RunE: func(_ *cobra.Command, args []string) error {
			self, err := os.Executable()
			if err != nil {
				return failure(fmt.Errorf("find this program: %w", err), "")
			}
			var extra []string
			if shield {
				extra = append(extra, "--shield")
			}
			path, err := configOf(file, client, args[0], false)
			if err != nil {
				return err
			}
			if err := edit(path, func(data []byte) ([]byte, error) {
				return clients.Wrap(path, data, args[0], self, extra...)
			}); err != nil {
				return err
			}
			fmt.Fprintf(std.err, "stdioscope: %s is recorded from the next start on; edited %s, the copy ends in %s\nhint: restart the client; stdioscope unwrap %s undoes it\n",
				args[0], path, clients.BackupSuffix, args[0])
			return nil
		},
	}
	placeFlags(cmd, &file, &client)
	cmd.Flags().BoolVar(&shield, "shield", false, "let only well-formed messages through to the client")
	return cmd
}

func newUnwrap(std streams) *cobra.Command {
	var file, client string
	cmd := &cobra.Command{
		Use:   "unwrap NAME",
		Short: "Take the recorder away again",
		Args:  oneName,
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := configOf(file, client, args[0], true)
			if err != nil {
				return err
			}
			if err := edit(path, func(data []byte) ([]byte, error) { return clients.Unwrap(path, data, args[0]) }); err != nil {
				return err
			}
			fmt.Fprintf(std.err, "stdioscope: %s is launched directly again; edited %s\nhint: restart the client\n", args[0], path)
			return nil
		},
	}
	placeFlags(cmd, &file, &client)
	return cmd
}

func oneName(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage("give the server's name as the client's configuration has it", "one server at a time")
	}
	return nil
}

func placeFlags(cmd *cobra.Command, file, client *string) {
	cmd.Flags().StringVar(file, "file", "", "the client's configuration `file`, when it is not found by itself")
	cmd.Flags().StringVar(client, "client", "", "the `client`, when several know a server of this name: Claude Desktop, Cursor, …")
}

func edit(path string, change func([]byte) ([]byte, error)) error {
	err := clients.EditFile(path, change)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, clients.ErrWrapped), errors.Is(err, clients.ErrNotWrapped):
		return usage("", "%s: %v", path, err)
	case errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return usage("give another file with --file", "edit the client's configuration: %v", plainError(err))
	}
	return usage("edit the file by hand: put the recorder in front of the command", "%v", err)
}

// configOf finds the file to edit: the given one, or the one of this machine that
// names the server (and is wrapped, when that is asked for).
func configOf(file, client, name string, wrapped bool) (string, error) {
	if file != "" {
		return file, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", failure(err, "")
	}
	machine := clients.ThisMachine(runtime.GOOS, dir)
	if known := machine.Clients(); client != "" && !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, client) }) {
		return "", usage("one of "+strings.Join(known, ", "), "no client is called %q%s", client, didYouMean(client, known))
	}
	found, problems := clients.Find(machine)
	var paths, names []string
	otherwise := ""
	for _, s := range found {
		if client != "" && !strings.EqualFold(s.Client, client) {
			continue
		}
		names = append(names, s.Name)
		if s.Name == name && s.Wrapped == wrapped {
			paths = append(paths, s.Path)
		} else if s.Name == name {
			otherwise = s.Path
		}
	}
	switch {
	case len(paths) == 1:
		return paths[0], nil
	case len(paths) > 1:
		return "", usage("say which: --file "+paths[0], "several files name the server %q: %s", name, strings.Join(paths, ", "))
	}
	if otherwise != "" && wrapped {
		return "", usage("stdioscope wrap "+name+" puts the recorder in", "%s is not being recorded in %s", name, otherwise)
	}
	if otherwise != "" {
		return "", usage("stdioscope unwrap "+name+" takes the recorder away", "%s is being recorded already, in %s", name, otherwise)
	}
	hint := "give the file with --file"
	if len(problems) > 0 {
		hint += "; not read: " + problems[0].Message
	}
	return "", usage(hint, "no client's configuration on this machine has a server %q%s", name, didYouMean(name, names))
}
