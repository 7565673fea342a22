package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/engine/redact"
	"stdioscope/engine/transcript"
	"stdioscope/server"
	"stdioscope/server/store"
)

// uploadTokenVariable holds the upload token of a team's server: an argument
// would be seen by every process of the machine.
const uploadTokenVariable = "STDIOSCOPE_UPLOAD_TOKEN"

type shareFlags struct {
	to, expires, name, data string
	literals, hide          []string
	payloads, noMask, json  bool
}

func newShare(std streams) *cobra.Command {
	f := &shareFlags{}
	cmd := &cobra.Command{
		Use:   "share FILE",
		Short: "Share a recording by a link that a teammate opens, trusts and can check",
		Long: `share masks a recording and stores it under a link that cannot be guessed. Whoever
opens the link sees the run and its verdict, judged again in their own browser.

Without --to the link is on this machine's workbench and only this machine can
open it. With --to it goes to a team's server, which wants an upload token in
` + uploadTokenVariable + `.

The link stands on stdout. What takes the share back stands on stderr: keep it.`,
		Example: `  stdioscope share run.stdioscope.jsonl
  stdioscope share run.stdioscope.jsonl --to https://scope.example.com --expires 7d`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("name a transcript, or - for standard input", "one recording at a time")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.share(cmd.Context(), args[0], std) },
	}
	fs := cmd.Flags()
	fs.StringVar(&f.to, "to", "", "the `URL` of a team's server")
	fs.StringVar(&f.expires, "expires", "", "how `long` the link lives: 12h, 7d, never (default 30d)")
	fs.StringVar(&f.name, "name", "", "what the share is called (default the file's name)")
	fs.StringVar(&f.data, "data", "", "`folder` of this machine's workbench (default $XDG_STATE_HOME/stdioscope)")
	fs.StringArrayVar(&f.literals, "mask", nil, "mask this `text`, too, wherever it stands; repeatable")
	fs.StringArrayVar(&f.hide, "hide", nil, "keep only the length of this `pipe`: stdin, stdout or stderr; repeatable")
	fs.BoolVar(&f.payloads, "payloads", false, "mask arguments, contents and structured results, too")
	fs.BoolVar(&f.noMask, "no-mask", false, "share every byte as it was recorded, secrets and all")
	fs.BoolVar(&f.json, "json", false, "print the link, its expiry and its deletion token as JSON")
	return cmd
}

// share masks, sends and tells.
func (f *shareFlags) share(ctx context.Context, file string, std streams) error {
	content, err := f.content(ctx, file, std)
	if err != nil {
		return err
	}
	if f.name == "" && file != "-" {
		f.name = strings.TrimSuffix(filepath.Base(file), ".stdioscope.jsonl")
	}
	shared, err := f.send(ctx, content, std.err)
	if err != nil {
		return plainProblem(err)
	}
	if f.json {
		return json.NewEncoder(std.out).Encode(shared)
	}
	if _, err := fmt.Fprintln(std.out, shared.URL); err != nil {
		return failure(err, "")
	}
	tellShared(std.err, shared)
	return nil
}

func tellShared(w io.Writer, shared server.Shared) {
	switch shared.Expires {
	case nil:
		fmt.Fprintln(w, "stdioscope: the link never expires")
	default:
		fmt.Fprintf(w, "stdioscope: the link expires on %s\n", shared.Expires.Local().Format("2 January 2006, 15:04"))
	}
	if shared.Reach == "machine" {
		fmt.Fprintln(w, "stdioscope: only this machine can open it, while stdioscope serve runs; --to URL shares it on a team's server")
	}
	fmt.Fprintf(w, "stdioscope: to take it back: stdioscope unshare %s --token %s\n", shared.URL, shared.DeletionToken)
}

// content is the recording as it is to be shared: masked, unless the user said
// otherwise.
func (f *shareFlags) content(ctx context.Context, file string, std streams) ([]byte, error) {
	opts := redact.Options{Names: ownNames(), Literals: f.literals, Payloads: f.payloads}
	for _, pipe := range f.hide {
		s := transcript.Stream(pipe)
		if s != transcript.Stdin && s != transcript.Stdout && s != transcript.Stderr {
			return nil, usage("--hide takes stdin, stdout or stderr", "there is no pipe %q", pipe)
		}
		opts.Hide = append(opts.Hide, s)
	}
	if f.noMask && (len(f.literals) > 0 || len(f.hide) > 0 || f.payloads) {
		return nil, usage("leave --no-mask out, or the others", "--no-mask masks nothing, and something is to be masked")
	}
	content, err := readInput(ctx, file, std)
	if err != nil {
		return nil, unread(err, "recording", "name a file, or - for standard input")
	}
	if f.noMask {
		return content, nil
	}
	masked, summary, err := redact.Transcript(content, opts)
	if err != nil {
		return nil, usage("share takes a transcript: stdioscope check --transcript FILE writes one", "%s: %v", file, err)
	}
	if err := sayMasked(std.err, content, masked, summary); err != nil {
		return nil, failure(err, "")
	}
	return masked, nil
}

func (f *shareFlags) send(ctx context.Context, content []byte, stderr io.Writer) (server.Shared, error) {
	up := server.Upload{Body: bytes.NewReader(content), Name: f.name, Expires: f.expires}
	if f.to == "" {
		return f.keep(ctx, up, stderr)
	}
	remote, err := server.ParseRemote(f.to)
	if err != nil {
		return server.Shared{}, err
	}
	if up.Token = os.Getenv(uploadTokenVariable); up.Token == "" {
		return server.Shared{}, usage("whoever runs the server makes one: stdioscope token create NAME", "set %s to an upload token of %s", uploadTokenVariable, f.to)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(content); err != nil {
		return server.Shared{}, err
	}
	if err := w.Close(); err != nil {
		return server.Shared{}, err
	}
	up.Body, up.Encoding = &packed, "gzip"
	return remote.Share(ctx, up)
}

// keep shares on this machine, whether its workbench runs or not.
func (f *shareFlags) keep(ctx context.Context, up server.Upload, stderr io.Writer) (server.Shared, error) {
	dir, shares, err := localShares(ctx, f.data, stderr)
	if err != nil {
		return server.Shared{}, err
	}
	defer shares.Close()
	return server.ShareLocally(ctx, shares, workbenchOrigin(dir), up, time.Now())
}

func localShares(ctx context.Context, data string, stderr io.Writer) (dir string, shares *store.Store, err error) {
	if dir, err = dataDir(data, stderr); err != nil {
		return "", nil, err
	}
	shares, err = store.Open(ctx, filepath.Join(dir, sharesFile))
	if err != nil {
		return "", nil, failure(err, "name another folder: --data DIR")
	}
	return dir, shares, nil
}

// workbenchOrigin is where the workbench of a data folder is, or will be.
func workbenchOrigin(dir string) string {
	if noted, err := os.ReadFile(filepath.Join(dir, addressFile)); err == nil {
		return strings.TrimSpace(string(noted))
	}
	return fmt.Sprintf("http://127.0.0.1:%d", server.DefaultPort)
}

func newUnshare(std streams) *cobra.Command {
	var token, data string
	cmd := &cobra.Command{
		Use:   "unshare LINK --token TOKEN",
		Short: "Take a share back: its link says gone from then on",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("stdioscope share printed the whole command", "one link at a time")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if token == "" {
				return usage("stdioscope share printed it on stderr", "unshare needs the deletion token: --token TOKEN")
			}
			if err := unshare(cmd.Context(), args[0], token, data, std.err); err != nil {
				return plainProblem(err)
			}
			fmt.Fprintln(std.err, "stdioscope: taken back")
			return nil
		},
	}
	cmd.Flags().StringVar(&token, "token", "", "the deletion `token` that share printed")
	cmd.Flags().StringVar(&data, "data", "", "`folder` of this machine's workbench (default $XDG_STATE_HOME/stdioscope)")
	return cmd
}

func unshare(ctx context.Context, link, token, data string, stderr io.Writer) error {
	u, err := url.Parse(link)
	id, found := "", false
	if err == nil {
		id, found = strings.CutPrefix(u.Path, "/r/")
		id, _, _ = strings.Cut(id, "/")
	}
	if !found || id == "" {
		return usage("give the link that share printed, like https://scope.example.com/r/ID", "%q is no link of a share", link)
	}
	if host, err := netip.ParseAddr(u.Hostname()); u.Hostname() == "localhost" || err == nil && host.IsLoopback() {
		_, shares, err := localShares(ctx, data, stderr)
		if err != nil {
			return err
		}
		err = errors.Join(shares.TakeBack(ctx, id, token, time.Now()), shares.Close())
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	remote, err := server.ParseRemote(link)
	if err != nil {
		return err
	}
	return remote.TakeBack(ctx, id, token)
}

// plainProblem turns what the server package says into this program's words.
func plainProblem(err error) error {
	var problem *server.Problem
	switch {
	case errors.Is(err, store.ErrDenied):
		return usage("share printed it when the share was made", "the token is not that of this share")
	case errors.Is(err, store.ErrGone):
		return usage("", "the share has expired or was taken back already")
	case errors.Is(err, store.ErrNotFound):
		return usage("is the link complete?", "there is no such share")
	case errors.As(err, &problem) && problem.Status < 500:
		return usage(problem.Hint, "%s", problem.What)
	case errors.As(err, &problem):
		return failure(errors.New(problem.What), problem.Hint)
	}
	var s *stop
	if errors.As(err, &s) {
		return err
	}
	return failure(err, "")
}
