package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/engine"
	"stdioscope/fixtures"
	"stdioscope/server"
	"stdioscope/server/clients"
	"stdioscope/server/run"
	"stdioscope/server/store"
)

// serveFlags is what the command line says of a server.
type serveFlags struct {
	listen    string
	dangerous string
	noOpen    bool
	data      string

	team      bool
	publicURL string
	store     string
	retention int // days
	perHour   int
	perToken  int
	maxUpload int64 // MiB
	drain     time.Duration
}

func newServe(std streams) *cobra.Command {
	var flags serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Open the workbench in the browser, or serve a team's shared reports",
		Long: `serve starts the workbench on this machine and opens it in the browser. Its URL,
with the token that lets a browser in, is printed on stderr.

The workbench starts programs, so it listens on loopback alone, on port 7437 or
the next free one.

With --team it serves shared reports to a team instead and launches nothing: who
has a link reads it, who has an upload token (stdioscope token create) shares. TLS
is the proxy's job; --public-url is the address that the proxy answers to.
/livez and /readyz are for a balancer; several instances may share a PostgreSQL.`,
		Example: `  stdioscope serve
  stdioscope serve --listen 127.0.0.1:9000 --no-open
  stdioscope serve --team --listen 0.0.0.0:8080 --public-url https://scope.example.com --store postgres://scope@db/scope`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if flags.dangerous != "" && (flags.listen != "" || flags.team) {
				return usage("leave it out: --listen ADDR does, and a team's server may listen anywhere", "--listen-dangerously stands alone")
			}
			if flags.team {
				return flags.serveTeam(cmd.Context(), std.err)
			}
			for _, name := range []string{"public-url", "store", "retention", "uploads-per-hour", "shares-per-token", "max-upload", "drain"} {
				if cmd.Flags().Changed(name) {
					return usage("add --team, or leave it out", "--%s is for a team's server", name)
				}
			}
			return flags.serve(cmd.Context(), std.err)
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.listen, "listen", "", "loopback address to listen on, `IP:PORT`; port 0 takes any free one (with --team: any address)")
	f.StringVar(&flags.dangerous, "listen-dangerously", "", "listen on this `IP:PORT` although other machines can reach it: whoever gets the token can start programs here")
	f.BoolVar(&flags.noOpen, "no-open", false, "print the URL, open no browser")
	f.StringVar(&flags.data, "data", "", "`folder` of the recordings (default $XDG_STATE_HOME/stdioscope)")
	f.BoolVar(&flags.team, "team", false, "serve shared reports to a team; launch nothing")
	f.StringVar(&flags.publicURL, "public-url", "", "team: the `URL` under which people reach the server")
	f.StringVar(&flags.store, "store", "", "team: where shares lie, a postgres:// `URL` or a file (default $STDIOSCOPE_STORE, else a file in --data)")
	f.IntVar(&flags.retention, "retention", 0, "team: the most `days` that a share lives (default no bound)")
	f.IntVar(&flags.perHour, "uploads-per-hour", 120, "team: uploads an hour and token; 0 = no bound")
	f.IntVar(&flags.perToken, "shares-per-token", 10000, "team: shares that one token may have at a time; 0 = no bound")
	f.Int64Var(&flags.maxUpload, "max-upload", 64, "team: the most `MiB` of one transcript, unpacked")
	f.DurationVar(&flags.drain, "drain", 0, "team: how long to go on serving after a SIGTERM, for a balancer to notice that /readyz says no")
	return cmd
}

// shutdownTime is how long runs and requests may take to end in order.
const shutdownTime = 20 * time.Second

// listen opens the address that the flags name.
func (f *serveFlags) open(reach server.Reach) (net.Listener, error) {
	addr := f.listen
	if f.dangerous != "" {
		addr, reach = f.dangerous, server.Anywhere
	}
	ln, err := server.Listen(addr, reach)
	var refused *server.AddressError
	if errors.As(err, &refused) {
		return nil, usage(refused.Hint, "%v", refused)
	}
	if err != nil {
		return nil, failure(err, "choose another port: --listen 127.0.0.1:0 takes any free one")
	}
	return ln, nil
}

// serve is the workbench of this machine's user.
func (f *serveFlags) serve(ctx context.Context, stderr io.Writer) error {
	ln, err := f.open(server.Loopback)
	if err != nil {
		return err
	}
	defer ln.Close() // again after Serve, which is harmless
	dir, err := dataDir(f.data, stderr)
	if err != nil {
		return err
	}
	runs, err := run.Open(dir, run.Settings{Version: engine.Version, Engine: server.Engine()})
	if err != nil {
		return failure(fmt.Errorf("open %s: %w", dir, err), "name another folder: --data DIR")
	}
	shares, err := store.Open(ctx, filepath.Join(dir, sharesFile))
	if err != nil {
		return failure(err, "name another folder: --data DIR")
	}
	defer shares.Close()
	cwd, err := os.Getwd()
	if err != nil {
		return failure(err, "")
	}
	s, err := server.New(server.Config{
		Listener: ln,
		Runs:     runs,
		Store:    shares,
		Version:  engine.Version,
		Demos:    demoServers(),
		Examples: fixtures.Transcripts(),
		Clients: func() ([]clients.Server, []clients.Problem) {
			return clients.Find(clients.ThisMachine(runtime.GOOS, cwd))
		},
		Selftest: func(ctx context.Context) string {
			return selftestOutcome(ctx, streams{err: stderr})
		},
		Env:   os.Environ(),
		Names: ownNames(),
		Dir:   cwd,
		Log:   log.New(stderr, "stdioscope: ", 0),
	})
	if err != nil {
		return failure(err, "")
	}
	forget, err := announce(dir, s.Origin())
	if err != nil {
		return failure(err, "")
	}
	defer forget()
	fmt.Fprintf(stderr, "stdioscope: the workbench is at %s\n", s.URL())
	if f.dangerous != "" {
		fmt.Fprintln(stderr, "stdioscope: other machines can reach it, and it starts programs: keep the token to yourself")
	}
	if !f.noOpen {
		openBrowser(s.OneTimeURL())
	}
	return serveUntilDone(ctx, s, 0, stderr)
}

// serveTeam serves shares and has nothing that could be launched.
func (f *serveFlags) serveTeam(ctx context.Context, stderr io.Writer) error {
	if f.publicURL == "" {
		return usage("add --public-url https://scope.example.com", "a team's server must know the address that people use")
	}
	public, err := server.ParsePublicURL(f.publicURL)
	if err != nil {
		return usage("write scheme and host alone, like https://scope.example.com", "%v", err)
	}
	place, err := storePlace(f.store, f.data, stderr)
	if err != nil {
		return err
	}
	ln, err := f.open(server.Anywhere)
	if err != nil {
		return err
	}
	defer ln.Close()
	shares, err := store.Open(ctx, place)
	if err != nil {
		return failure(err, "is the database up, and the --store URL right?")
	}
	defer shares.Close()
	s, err := server.New(f.teamConfig(ln, shares, public, stderr))
	if err != nil {
		return failure(err, "")
	}
	fmt.Fprintf(stderr, "stdioscope: serving shared reports at %s, listening on %s\n", s.URL(), ln.Addr())
	return serveUntilDone(ctx, s, f.drain, stderr)
}

func (f *serveFlags) teamConfig(ln net.Listener, shares *store.Store, public *url.URL, stderr io.Writer) server.Config {
	return server.Config{
		Listener: ln,
		Store:    shares,
		Version:  engine.Version,
		Examples: fixtures.Transcripts(),
		Team: &server.Team{
			PublicURL: public,
			Limits:    store.Limits{PerHour: f.perHour, Shares: f.perToken},
			Retention: time.Duration(f.retention) * 24 * time.Hour,
		},
		Bounds: server.Bounds{Unpacked: f.maxUpload << 20},
		Log:    log.New(stderr, "stdioscope: ", 0),
	}
}

// serveUntilDone serves until ctx ends, then shuts down in order.
func serveUntilDone(ctx context.Context, s *server.Server, drain time.Duration, stderr io.Writer) error {
	served := make(chan error, 1)
	go func() { served <- s.Serve() }()
	var broken error
	select {
	case broken = <-served: // it ends by itself only when the listener breaks
		served <- nil
	case <-ctx.Done():
		fmt.Fprintln(stderr, "stdioscope: shutting down")
		s.Drain()
		time.Sleep(drain)
	}
	shut, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	if err := errors.Join(broken, s.Shutdown(shut), <-served); err != nil {
		return failure(err, "")
	}
	return nil
}

// sharesFile is the SQLite file of shares in the data folder.
const sharesFile = "shares.db"

// storePlace is where shares lie: what was said, else this machine's own file.
func storePlace(asked, data string, stderr io.Writer) (string, error) {
	if asked == "" {
		asked = os.Getenv("STDIOSCOPE_STORE")
	}
	if asked != "" {
		return asked, nil
	}
	dir, err := dataDir(data, stderr)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, sharesFile), nil
}

// dataDir is the folder that was named, else the one that everybody uses; it is
// made when it is missing. Whether others can look into it is said.
func dataDir(asked string, stderr io.Writer) (dir string, err error) {
	if asked != "" {
		dir, err = filepath.Abs(asked)
	} else {
		dir, err = run.DataDir()
	}
	if err != nil {
		return "", failure(err, "name a folder: --data DIR")
	}
	open, err := run.ClaimDir(dir)
	if err != nil {
		return "", failure(err, "name another folder: --data DIR")
	}
	if open {
		fmt.Fprintf(stderr, "stdioscope: others can look into %s; what is written there is for you alone to read, its names are not\nhint: chmod 700 %[1]s\n", dir)
	}
	return dir, nil
}

// addressFile says where the workbench of a data folder can be reached, so that
// `stdioscope share` can name links on it.
const addressFile = "serve.address"

// announce writes the address; forget takes it away again, unless another
// workbench on the same folder has written its own.
func announce(dir, origin string) (forget func(), err error) {
	path := filepath.Join(dir, addressFile)
	if err := os.WriteFile(path, []byte(origin+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("note the address: %w", err)
	}
	return func() {
		if now, err := os.ReadFile(path); err == nil && string(now) == origin+"\n" {
			_ = os.Remove(path) // a stale note does no harm
		}
	}, nil
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
