package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"stdioscope/server/run"
	"stdioscope/server/store"
)

// Problem is a refusal as a person reads it: what is wrong, where, and what to do.
type Problem struct {
	Status int    `json:"-"`
	What   string `json:"what"`
	Where  string `json:"where"` // the field, header or path it is about; "" = the request
	Hint   string `json:"hint"`
}

func (p *Problem) Error() string {
	if p.Where == "" {
		return p.What
	}
	return p.Where + ": " + p.What
}

// refuse makes a Problem; hint may be "".
func refuse(status int, where, hint, format string, args ...any) *Problem {
	return &Problem{Status: status, What: fmt.Sprintf(format, args...), Where: where, Hint: hint}
}

// badField is the refusal of one field of a request's body or query.
func badField(where, hint, format string, args ...any) *Problem {
	return refuse(http.StatusBadRequest, where, hint, format, args...)
}

// problemOf says what an error means to the client. Errors nobody foresaw become
// a 500 that does not carry their text: it may name paths of this machine.
func problemOf(err error) *Problem {
	var (
		problem *Problem
		tooBig  *http.MaxBytesError
		routing *echo.HTTPError
	)
	switch {
	case errors.As(err, &problem):
		return problem
	case errors.As(err, &tooBig):
		return refuse(http.StatusRequestEntityTooLarge, "body", "", "the body is larger than %d bytes", tooBig.Limit)
	case errors.Is(err, run.ErrNotFound):
		return refuse(http.StatusNotFound, "run", "GET /api/runs lists the runs there are", "no such run")
	case errors.Is(err, run.ErrNotRunning):
		return refuse(http.StatusConflict, "run", "start it again to talk to it", "the run has ended")
	case errors.Is(err, run.ErrNotInteractive):
		return refuse(http.StatusConflict, "run", `start it with "interactive": true, or "byHand": true for answers alone`, "the run takes no input")
	case errors.Is(err, run.ErrNotYet):
		return refuse(http.StatusConflict, "run", "try again when its own requests have been answered", "the run is still in its own exchange")
	case errors.Is(err, run.ErrOffset):
		return refuse(http.StatusBadRequest, "from", "the byte offset after the last whole line received; 0 = all", "no line of the transcript begins there")
	case errors.Is(err, run.ErrStillRunning):
		return refuse(http.StatusConflict, "run", "its report is stored when it ends; until then the transcript tells", "the run has not ended yet")
	case errors.Is(err, run.ErrForeign):
		return refuse(http.StatusConflict, "run", "end it where it was started", "another process records this run")
	case errors.Is(err, run.ErrClosed):
		return refuse(http.StatusServiceUnavailable, "", "try again in a moment", "the server is shutting down")
	case errors.Is(err, store.ErrNotFound):
		return refuse(http.StatusNotFound, "share", "is the link complete?", "there is no such share")
	case errors.Is(err, store.ErrGone):
		return refuse(http.StatusGone, "share", "ask whoever shared it for a new link", "the share has expired or was taken back")
	case errors.Is(err, store.ErrDenied):
		return refuse(http.StatusForbidden, deletionHeader, "it was shown when the share was made", "the token is not that of this share")
	case errors.Is(err, store.ErrLimit):
		return refuse(http.StatusTooManyRequests, "Authorization", "take shares back, or try again in an hour", "%v", err)
	case errors.Is(err, context.Canceled):
		return refuse(http.StatusBadRequest, "", "", "the client went away")
	case errors.As(err, &routing):
		return routingProblem(routing)
	}
	return refuse(http.StatusInternalServerError, "", "the server's stderr says more", "the server could not do this")
}

func routingProblem(err *echo.HTTPError) *Problem {
	switch err.Code {
	case http.StatusNotFound:
		return refuse(err.Code, "path", "", "there is nothing at this address")
	case http.StatusMethodNotAllowed:
		return refuse(err.Code, "method", "", "this address does not take this method")
	}
	return refuse(err.Code, "", "", "%v", err.Message)
}

// fail is the one error handler.
func (s *Server) fail(err error, c echo.Context) {
	problem := problemOf(err)
	if problem.Status >= http.StatusInternalServerError {
		s.logf("%s %q: %q", c.Request().Method, clip(c.Request().URL.Path), err.Error()) // the client chose the path
	}
	if c.Response().Committed {
		return // the answer has begun: nothing can be taken back
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	if c.Request().Method == http.MethodHead {
		_ = c.NoContent(problem.Status) // the client is gone when this fails
		return
	}
	_ = c.JSON(problem.Status, map[string]*Problem{"error": problem})
}
