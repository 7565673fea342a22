package server

import (
	"context"
	"errors"
	"io/fs"
	"log"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"stdioscope/server/clients"
	"stdioscope/server/run"
	"stdioscope/server/store"
	"stdioscope/ui"
)

// Demo is a demonstration server that a newcomer can run.
type Demo struct {
	Mode  string   `json:"mode"`
	Title string   `json:"title"` // one line: what it does wrong
	Code  string   `json:"code"`  // the code of its first violation; "" = a clean server
	Argv  []string `json:"argv"`
	// Options are those under which it shows its fault.
	Options RunOptions `json:"options"`
}

// Config is what main hands in. Listener, Store and, unless Team is set, Runs are
// needed; the rest has defaults.
type Config struct {
	Listener net.Listener
	Runs     *run.Manager // nil for a team's server, which launches nothing
	Store    *store.Store // of shares
	Team     *Team        // nil = a workbench for this machine's user
	Bounds   Bounds
	Token    string // of this start; "" = a new one
	Version  string
	Demos    []Demo
	Examples fs.FS // recordings NAME.stdioscope.jsonl that the rules' pages name
	// Clients finds the servers in the configuration files of this machine's MCP
	// clients; nil = none are offered.
	Clients func() ([]clients.Server, []clients.Problem)
	// Selftest proves that intentional faults are caught, for the profiles that ask
	// for it; its word, "pass" or "fail", stands in the report. nil = none is done.
	Selftest func(context.Context) string
	Env      []string // what a launched server inherits, NAME=VALUE
	Dir      string   // where a command runs when no directory is given
	Names    []string // of this user and machine, which the page masks in what is shared
	UI       fs.FS    // the built page; nil = the embedded one
	Now      func() time.Time
	Log      *log.Logger
}

// Server is one workbench. Make it with New.
type Server struct {
	cfg   Config
	guard guard
	page  *page
	echo  *echo.Echo
	http  *http.Server

	origin   string                 // what our links begin with
	pass     atomic.Pointer[string] // of OneTimeURL; nil when there is none, or it was used
	uploads  chan struct{}          // one element an upload that is being read
	memory   *memory                // what they share
	draining atomic.Bool            // Shutdown has begun
	sweeping sync.WaitGroup

	// Sockets are no business of http.Server once they are hijacked: they end by
	// this context, as the sweeper does, and are waited for here.
	done    context.Context
	end     context.CancelFunc
	sockets sync.WaitGroup
}

// Bounds of one request. Bodies have theirs in the handlers, which extend the
// read deadline where a big one is expected.
const (
	headerTimeout  = 10 * time.Second
	requestTimeout = 30 * time.Second
	idleTimeout    = 2 * time.Minute
	maxHeaderBytes = 64 << 10
)

// New makes a server; nothing is answered before Serve.
func New(cfg Config) (*Server, error) {
	addr, err := addrOf(cfg.Listener)
	if err != nil {
		return nil, err
	}
	if cfg.Token == "" {
		cfg.Token = NewToken()
	}
	files, built := cfg.UI, cfg.UI != nil
	if !built {
		files, built = ui.Files()
	}
	page, err := newPage(files, built)
	if err != nil {
		return nil, err
	}
	cfg.Bounds = cfg.Bounds.withDefaults()
	page.patience = cfg.Bounds.ReaderTime
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	s := &Server{cfg: cfg, page: page, uploads: make(chan struct{}, cfg.Bounds.AtOnce), memory: newMemory(cfg.Bounds)}
	if cfg.Team != nil {
		s.origin = cfg.Team.PublicURL.String()
		s.guard = teamGuard(cfg.Team.PublicURL.Scheme, cfg.Team.PublicURL.Host)
	} else {
		s.origin = originOf(addr)
		s.guard = localGuard(addr, cfg.Token)
	}
	s.done, s.end = context.WithCancel(context.Background())
	s.echo = s.routes()
	s.http = &http.Server{
		Handler:           s.echo,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       requestTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          cfg.Log,
	}
	return s, nil
}

// URL is what the server prints: the address, and on a workbench the token, which
// is exchanged for a cookie when a browser opens it.
func (s *Server) URL() string {
	if s.cfg.Team != nil {
		return s.origin + "/"
	}
	return s.origin + "/?token=" + s.cfg.Token
}

// Origin is what our links begin with.
func (s *Server) Origin() string { return s.origin }

// originOf is where a listener can be reached from this machine.
func originOf(addr netip.AddrPort) string {
	host := addr.Addr().Unmap().String()
	if addr.Addr().IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, portOf(addr))
}

// Serve answers until Shutdown; it returns nil then.
func (s *Server) Serve() error {
	s.sweeping.Go(s.sweep)
	err := s.http.Serve(s.cfg.Listener)
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// sweepEvery is how often what has expired is looked for. Links end at their time
// all the same; this gives the space back.
const sweepEvery = 10 * time.Minute

func (s *Server) sweep() {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if err := s.cfg.Store.Sweep(s.done, s.cfg.Now()); err != nil && s.done.Err() == nil {
			s.logf("sweep the shares: %v", err)
		}
		select {
		case <-tick.C:
		case <-s.done.Done():
			return
		}
	}
}

// Drain makes a balancer send no more: /readyz says no, and everything else goes
// on as before.
func (s *Server) Drain() { s.draining.Store(true) }

// Shutdown stops accepting, lets what has begun finish, ends the runs (their
// recordings get their proper end) and the sockets that watch them. What is not
// done when ctx ends is cut off.
func (s *Server) Shutdown(ctx context.Context) error {
	s.Drain()
	drained := s.http.Shutdown(ctx)
	var ended error
	if s.cfg.Runs != nil {
		ended = s.cfg.Runs.Close(ctx)
	}
	// The tails of ended runs say their reason and go; the rest is told to go.
	s.waitForSockets(ctx, lastWords)
	s.end()
	s.sockets.Wait()
	s.sweeping.Wait()
	if drained != nil {
		_ = s.http.Close() // cuts what is left; the first error is the one to tell
	}
	return errors.Join(drained, ended)
}

// lastWords is how long the sockets of ended runs get to send what is left.
const lastWords = 2 * time.Second

// waitForSockets returns when all sockets have ended, or after a while.
func (s *Server) waitForSockets(ctx context.Context, most time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	// After the wait the sockets are told to end, so that this goroutine ends too.
	gone := make(chan struct{})
	go func() {
		s.sockets.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-ctx.Done():
	}
}

func (s *Server) logf(format string, args ...any) {
	if s.cfg.Log != nil {
		s.cfg.Log.Printf(format, args...)
	}
}
