package server

import "github.com/labstack/echo/v4"

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
