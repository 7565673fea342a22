package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// A kind of handle, as wasm/guest numbers them.
type kind uint64

const (
	indexed kind = 0 // a transcript, with the frame index
	pasted  kind = 1 // any bytes, to become a transcript
	judged  kind = 2 // a transcript, the report alone
)

// blockSize is how many bytes go in with one call, and so how much of the guest's memory the input takes.
const blockSize = 1 << 20

// Session is one transcript on its way through an instance of its own. It is for one goroutine at a time.
type Session struct {
	instance api.Module
	stderr   cappedBuffer // what the guest says when it panics
	handle   uint64
	block    uint64 // address of the guest's input buffer; 0 = not asked for yet
	broken   error  // why the instance must not be called again
}

// GuestError says that the engine itself failed: it panicked, or ran out of memory. The input may be to blame; the
// verdict is unknown.
type GuestError struct {
	Reason string // the guest's own words, "" when it had none left
	Err    error  // wazero's
}

// Error tells the reason in one line.
func (e *GuestError) Error() string {
	if e.Reason == "" {
		return fmt.Sprintf("the engine's WebAssembly module stopped: %v", e.Err)
	}
	return "the engine's WebAssembly module stopped: " + e.Reason
}

// Unwrap returns wazero's error.
func (e *GuestError) Unwrap() error { return e.Err }

// Start opens a session. Close it.
func (e *Engine) Start(ctx context.Context) (*Session, error) { return e.start(ctx, judged) }

func (e *Engine) start(ctx context.Context, k kind) (*Session, error) {
	s := &Session{}
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").WithStderr(&s.stderr)
	var err error
	if s.instance, err = e.runtime.InstantiateModule(ctx, e.module, config); err != nil {
		return nil, fmt.Errorf("starting the module: %w", s.blame(ctx, err))
	}
	abi, err := s.call(ctx, "abi")
	if err == nil && abi != abiVersion {
		err = fmt.Errorf("the module speaks ABI %d, this program %d: run `make wasm`, then build again", abi, abiVersion)
	}
	if err == nil {
		s.handle, err = s.call(ctx, "open", uint64(k))
	}
	if err != nil {
		s.Close(ctx)
		return nil, err
	}
	return s, nil
}

// Feed hands in the next bytes, as many as there are. The error says that they belong to no transcript that this engine
// can read, or as for Check.
func (s *Session) Feed(ctx context.Context, transcript []byte) error {
	for len(transcript) > 0 {
		n := min(len(transcript), blockSize)
		if err := s.feedBlock(ctx, transcript[:n]); err != nil {
			return err
		}
		transcript = transcript[n:]
	}
	return nil
}

func (s *Session) feedBlock(ctx context.Context, block []byte) error {
	if s.block == 0 {
		address, err := s.call(ctx, "alloc", blockSize)
		if err != nil {
			return err
		}
		s.block = address
	}
	if !s.instance.Memory().Write(uint32(s.block), block) {
		return errors.New("the module's input buffer lies outside its memory")
	}
	return s.status(ctx, "feed", s.handle, s.block, uint64(len(block)))
}

// Finish says that no more bytes follow.
func (s *Session) Finish(ctx context.Context) error { return s.status(ctx, "finish", s.handle) }

// Report returns the report of what was fed so far, JSON. The bytes are the caller's.
func (s *Session) Report(ctx context.Context) ([]byte, error) {
	return s.bytes(ctx, "report", s.handle)
}

// Close ends the instance. Closing twice does nothing.
func (s *Session) Close(ctx context.Context) {
	if s.broken == nil {
		s.broken = errors.New("the session is closed")
	}
	_ = s.instance.Close(ctx) // the only error is the exit code of a module that had ended already
}

// status calls a function that gives 0 or 1, and fetches the reason for 1.
func (s *Session) status(ctx context.Context, function string, arguments ...uint64) error {
	status, err := s.call(ctx, function, arguments...)
	if err != nil || status == 0 {
		return err
	}
	reason, err := s.bytes(ctx, "failure", s.handle)
	if err != nil {
		return err
	}
	return errors.New(string(reason))
}

// bytes calls a function that gives address<<32 | length, and copies what it points at.
func (s *Session) bytes(ctx context.Context, function string, arguments ...uint64) ([]byte, error) {
	where, err := s.call(ctx, function, arguments...)
	if err != nil || where == 0 {
		return nil, err
	}
	view, ok := s.instance.Memory().Read(uint32(where>>32), uint32(where))
	if !ok {
		return nil, fmt.Errorf("the module's %s gave bytes outside its memory", function)
	}
	return bytes.Clone(view), nil
}

func (s *Session) call(ctx context.Context, function string, arguments ...uint64) (uint64, error) {
	if s.broken != nil {
		return 0, s.broken
	}
	exported := s.instance.ExportedFunction(function)
	if exported == nil {
		return 0, fmt.Errorf("the module has no function %s: run `make wasm`, then build again", function)
	}
	results, err := exported.Call(ctx, arguments...)
	if err != nil {
		// After a trap the guest is in an unknown state.
		s.broken = s.blame(ctx, err)
		return 0, s.broken
	}
	if len(results) == 0 {
		return 0, nil
	}
	return results[0], nil
}

// blame tells a context that ended from a guest that failed.
func (s *Session) blame(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return fmt.Errorf("judging was stopped: %w", cause)
	}
	reason, _, _ := strings.Cut(strings.TrimSpace(s.stderr.String()), "\n")
	return &GuestError{Reason: reason, Err: err}
}

// cappedBuffer keeps the beginning of what is written to it: a panic's first line says why, its stack may be long.
type cappedBuffer struct{ bytes.Buffer }

const stderrCap = 4096

func (b *cappedBuffer) Write(p []byte) (int, error) {
	if room := stderrCap - b.Len(); room > 0 {
		b.Buffer.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}
