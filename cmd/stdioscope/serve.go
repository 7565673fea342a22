package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/engine"
	"stdioscope/server"
	"stdioscope/server/clients"
	"stdioscope/server/run"
)

// serveFlags is what the command line says of a workbench.
type serveFlags struct {
	listen    string
	dangerous string
	noOpen    bool
	data      string
}

func newServe(std streams) *cobra.Command {
	var flags serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Open the workbench in the browser",
		Long: `serve starts the workbench on this machine and opens it in the browser. Its URL,
with the token that lets a browser in, is printed on stderr.

The workbench starts programs, so it listens on loopback alone, on port 7437 or
the next free one.`,
		Example: `  stdioscope serve
  stdioscope serve --listen 127.0.0.1:9000 --no-open`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return serve(cmd.Context(), flags, std.err) },
	}
	f := cmd.Flags()
	f.StringVar(&flags.listen, "listen", "", "loopback address to listen on, `IP:PORT`; port 0 takes any free one")
	f.StringVar(&flags.dangerous, "listen-dangerously", "", "listen on this `IP:PORT` although other machines can reach it: whoever gets the token can start programs here")
	f.BoolVar(&flags.noOpen, "no-open", false, "print the URL, open no browser")
	f.StringVar(&flags.data, "data", "", "`folder` of the recordings (default $XDG_STATE_HOME/stdioscope)")
	cmd.MarkFlagsMutuallyExclusive("listen", "listen-dangerously")
	return cmd
}

// shutdownTime is how long runs and requests may take to end in order.
const shutdownTime = 20 * time.Second

func serve(ctx context.Context, flags serveFlags, stderr io.Writer) error {
	addr, reach := flags.listen, server.Loopback
	if flags.dangerous != "" {
		addr, reach = flags.dangerous, server.Anywhere
	}
	ln, err := server.Listen(addr, reach)
	var refused *server.AddressError
	if errors.As(err, &refused) {
		return usage(refused.Hint, "%v", refused)
	}
	if err != nil {
		return failure(err, "choose another port: --listen 127.0.0.1:0 takes any free one")
	}
	defer ln.Close() // again after Serve, which is harmless

	dir, err := dataDir(flags.data)
	if err != nil {
		return failure(err, "name a folder: --data DIR")
	}
	runs, err := run.Open(dir, run.Settings{Version: engine.Version})
	if err != nil {
		return failure(fmt.Errorf("open %s: %w", dir, err), "name another folder: --data DIR")
	}
	cwd, err := os.Getwd()
	if err != nil {
		return failure(err, "")
	}
	s, err := server.New(server.Config{
		Listener: ln,
		Runs:     runs,
		Version:  engine.Version,
		Demos:    demoServers(),
		Clients: func() ([]clients.Server, []clients.Problem) {
			return clients.Find(clients.ThisMachine(runtime.GOOS, cwd))
		},
		Env: os.Environ(),
		Dir: cwd,
		Log: log.New(stderr, "stdioscope: ", 0),
	})
	if err != nil {
		return failure(err, "")
	}
	fmt.Fprintf(stderr, "stdioscope: the workbench is at %s\n", s.URL())
	if flags.dangerous != "" {
		fmt.Fprintln(stderr, "stdioscope: other machines can reach it, and it starts programs: keep the token to yourself")
	}
	if !flags.noOpen {
		openBrowser(s.URL())
	}
	return serveUntilDone(ctx, s, runs, stderr)
}

// serveUntilDone serves until ctx ends, then shuts down in order.
func serveUntilDone(ctx context.Context, s *server.Server, runs *run.Manager, stderr io.Writer) error {
	served := make(chan error, 1)
	go func() { served <- s.Serve() }()
	select {
	case err := <-served: // it ends by itself only when the listener breaks
		shut, cancel := context.WithTimeout(context.Background(), shutdownTime)
		defer cancel()
		return failure(errors.Join(err, runs.Close(shut)), "")
	case <-ctx.Done():
	}
	fmt.Fprintln(stderr, "stdioscope: ending the runs")
	shut, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	err := s.Shutdown(shut)
	if err = errors.Join(err, <-served); err != nil {
		return failure(err, "")
	}
	return nil
}

// dataDir is the folder that was named, else the one that everybody uses.
func dataDir(asked string) (string, error) {
	if asked != "" {
		return filepath.Abs(asked)
	}
	return run.DataDir()
}

// openBrowser opens the page where there is a browser to open it in; where there
// is none the printed URL has to do.
func openBrowser(url string) {
	argv := browserArgv(runtime.GOOS, os.Getenv)
	if argv == nil {
		return
	}
	cmd := exec.Command(argv[0], append(argv[1:], url)...)
	if cmd.Start() == nil {
		go func() { _ = cmd.Wait() }() // only so that no zombie stays; it ends with the opener
	}
}

// browserArgv is the system's opener of URLs, nil when there is no display.
func browserArgv(goos string, getenv func(string) string) []string {
	switch goos {
	case "darwin":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	if getenv("DISPLAY") == "" && getenv("WAYLAND_DISPLAY") == "" {
		return nil
	}
	return []string{"xdg-open"}
}
