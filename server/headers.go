package server

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// contentPolicy lets the page run its own scripts and the engine, and nothing
// else: stored content can never script it.
const contentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; worker-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'none'"

// securityHeaders stand on every answer, refusals included.
func securityHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")        // for browsers older than frame-ancestors
		h.Set("Referrer-Policy", "no-referrer") // the printed URL carries the token, a share's its secret id
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		return next(c)
	}
}

// answerTime bounds an answer from its question on, so that a client who takes
// nothing does not hold it for ever. What is sent in pieces has a bound for each;
// a socket has its own.
const answerTime = 5 * time.Minute

func answerInTime(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		// Without a connection, as in a test, there is nobody to wait for.
		_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(answerTime))
		return next(c)
	}
}
