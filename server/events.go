package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/gorilla/websocket"
	"github.com/labstack/echo/v4"

	"stdioscope/server/run"
)

// How the socket behaves. A batch is sent when it is full or when what waits in
// it is as old as one frame of a display, whichever comes first. The tail gives up
// to 16 KiB at a time, so batches are of about that size.
const (
	batchBytes   = 8 << 10 // a batch of so much is full
	batchAge     = 16 * time.Millisecond
	writeTimeout = 20 * time.Second // a browser that takes nothing for so long comes back by its offset
	pingEvery    = 20 * time.Second
	pongTimeout  = 3 * pingEvery
	maxIncoming  = 4 << 10 // nothing is said to us but pongs and close
)

// Close codes: the reason's word stands beside them.
const (
	closeFinished    = websocket.CloseNormalClosure
	closeInterrupted = 4000 // the recording has no proper end
	closeDeleted     = 4001 // the run was deleted while it was watched
	closeShutdown    = websocket.CloseGoingAway
)

// streamEvents carries the transcript's own whole lines, in binary batches, from
// a byte offset on, and nothing else. It reads the file, so a slow browser slows
// itself alone; one that lost its connection comes back with the offset after
// the last whole line that it got.
func (s *Server) streamEvents(c echo.Context) error {
	if !websocket.IsWebSocketUpgrade(c.Request()) {
		return refuse(http.StatusUpgradeRequired, "Upgrade", "GET …/transcript gives the same bytes without a socket", "this address speaks WebSocket")
	}
	from, err := parseOffset(c.QueryParam("from"))
	if err != nil {
		return err
	}
	tail, err := s.cfg.Runs.Tail(c.Param("id"), from)
	if err != nil {
		return err
	}
	defer tail.Close()
	// The upgrader compares Origin and Host once more by itself.
	upgrader := websocket.Upgrader{ReadBufferSize: 1 << 10, WriteBufferSize: 32 << 10, Error: upgradeFailed}
	conn, err := upgrader.Upgrade(c.Response(), c.Request(), nil)
	if err != nil {
		return err
	}
	s.sockets.Add(1)
	defer s.sockets.Done()
	watch(s.done, conn, tail)
	return nil
}

// upgradeFailed leaves the answer to the one error handler.
func upgradeFailed(_ http.ResponseWriter, _ *http.Request, _ int, _ error) {}

func parseOffset(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	from, err := strconv.ParseInt(text, 10, 64)
	if err != nil || from < 0 {
		return 0, badField("from", "the byte offset after the last whole line received; 0 = all", "%q is no offset", clip(text))
	}
	return from, nil
}

// watch sends until the tail, the client or the server ends. It owns the
// connection and the one goroutine that reads from it.
func watch(done context.Context, conn *websocket.Conn, tail *run.Tail) {
	ctx, cancel := context.WithCancel(done)
	readerGone := make(chan struct{})
	go func() {
		defer close(readerGone)
		defer cancel()
		listenForPongs(conn)
	}()
	err := pump(ctx, conn, tail)
	if code, reason := goodbye(err, tail, done.Err() != nil); code != 0 {
		message := websocket.FormatCloseMessage(code, reason)
		_ = conn.WriteControl(websocket.CloseMessage, message, time.Now().Add(writeTimeout))
		// The client's own close ends the reader; one that says nothing is not waited for long.
		_ = conn.SetReadDeadline(time.Now().Add(lastWords))
		<-readerGone
	}
	cancel()
	conn.Close() // ends the reader, if it is still there
	<-readerGone
}

// goodbye says how the socket ends; 0 when there is nobody to say it to.
func goodbye(err error, tail *run.Tail, shuttingDown bool) (code int, reason string) {
	switch {
	case errors.Is(err, io.EOF):
		switch reason := tail.Reason(); reason {
		case run.ReasonInterrupted:
			return closeInterrupted, string(reason)
		case run.ReasonDeleted:
			return closeDeleted, string(reason)
		default:
			return closeFinished, string(reason)
		}
	case shuttingDown:
		return closeShutdown, "the server is shutting down"
	case errors.Is(err, errClientGone):
		return 0, ""
	}
	return websocket.CloseInternalServerErr, "the transcript cannot be read"
}

// errClientGone ends a pump whose client is not there any more.
var errClientGone = errors.New("the client is gone")

// listenForPongs returns when the client goes, or is silent for too long.
func listenForPongs(conn *websocket.Conn) {
	alive := func(string) error { return conn.SetReadDeadline(time.Now().Add(pongTimeout)) }
	conn.SetReadLimit(maxIncoming)
	conn.SetPongHandler(alive)
	_ = alive("")
	for {
		if _, _, err := conn.NextReader(); err != nil {
			return
		}
	}
}

// pump is the only writer of data: batches, and a ping now and then. It ends with
// io.EOF when all has been sent.
func pump(ctx context.Context, conn *websocket.Conn, tail *run.Tail) error {
	var lastSent, lastPing time.Time
	lastPing = time.Now()
	var batch []byte
	for {
		var err error
		batch, err = gather(ctx, tail, batch[:0], lastSent.Add(batchAge))
		if len(batch) > 0 {
			lastSent = time.Now()
			_ = conn.SetWriteDeadline(lastSent.Add(writeTimeout))
			if conn.WriteMessage(websocket.BinaryMessage, batch) != nil {
				return errClientGone
			}
		}
		if err != nil {
			return err
		}
		if now := time.Now(); now.Sub(lastPing) >= pingEvery {
			lastPing = now
			if conn.WriteControl(websocket.PingMessage, nil, now.Add(writeTimeout)) != nil {
				return errClientGone
			}
		}
	}
}

// gather waits for whole lines, for as long as pings allow, and then goes on
// until the batch is full or due. Lines after a pause are due at once: only a
// burst is held together. An empty batch without an error means that nothing came.
func gather(ctx context.Context, tail *run.Tail, batch []byte, due time.Time) ([]byte, error) {
	until := time.Now().Add(pingEvery)
	for len(batch) < batchBytes {
		lines, err := nextUntil(ctx, tail, until)
		batch = append(batch, lines...)
		if errors.Is(err, context.DeadlineExceeded) {
			return batch, nil
		}
		if errors.Is(err, context.Canceled) {
			return batch, errClientGone
		}
		if err != nil || !time.Now().Before(due) {
			return batch, err
		}
		until = due
	}
	return batch, nil
}

func nextUntil(ctx context.Context, tail *run.Tail, until time.Time) ([]byte, error) {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	return tail.Next(ctx)
}
