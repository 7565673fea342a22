package server

import (
	"context"
	"errors"
	"io/fs"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"stdioscope/server/clients"
	"stdioscope/server/run"
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

// Config is what main hands in. Runs and Listener are needed, the rest has
// defaults.
type Config struct {
	Listener net.Listener
	Runs     *run.Manager
	Token    string // of this start; "" = a new one
	Version  string
	Demos    []Demo
	// Clients finds the servers in the configuration files of this machine's MCP
	// clients; nil = none are offered.
	Clients func() ([]clients.Server, []clients.Problem)
	Env     []string // what a launched server inherits, NAME=VALUE
	Dir     string   // where a command runs when no directory is given
	UI      fs.FS    // the built page; nil = the embedded one
	Log     *log.Logger
}

// Server is one workbench. Make it with New.
type Server struct {
	cfg   Config
	guard guard
	page  *page
	echo  *echo.Echo
	http  *http.Server

	// Sockets are no business of http.Server once they are hijacked: they end by
	// this context, and are waited for here.
	socketsDone context.Context
	endSockets  context.CancelFunc
	sockets     sync.WaitGroup
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
	s := &Server{cfg: cfg, guard: localGuard(addr, cfg.Token), page: page}
	s.socketsDone, s.endSockets = context.WithCancel(context.Background())
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

// URL is what the server prints: the address with the token, exchanged for a
// cookie when a browser opens it.
func (s *Server) URL() string { return s.Origin() + "/?token=" + s.cfg.Token }

// Origin is the address without the token.
func (s *Server) Origin() string {
	addr, err := addrOf(s.cfg.Listener)
	if err != nil { // New has asked before
		panic(err)
	}
	host := addr.Addr().Unmap().String()
	if addr.Addr().IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, portOf(addr))
}

// Handler answers requests as Serve does, for tests that need no listener's loop.
func (s *Server) Handler() http.Handler { return s.echo }

// Serve answers until Shutdown; it returns nil then.
func (s *Server) Serve() error {
	err := s.http.Serve(s.cfg.Listener)
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Shutdown stops accepting, lets what has begun finish, ends the runs (their
// recordings get their proper end) and the sockets that watch them. What is not
// done when ctx ends is cut off.
func (s *Server) Shutdown(ctx context.Context) error {
	drained := s.http.Shutdown(ctx)
	ended := s.cfg.Runs.Close(ctx)
	// The tails of ended runs say their reason and go; the rest is told to go.
	s.waitForSockets(ctx, lastWords)
	s.endSockets()
	s.sockets.Wait()
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
