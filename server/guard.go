package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/labstack/echo/v4"
)

// guard decides who may ask what. It is plain data and holds no state, so that
// the same request always gets the same answer.
//
// Its questions, in order: is the host ours (a rebound page sends no Origin, but
// it cannot choose its Host); for everything but reading the page: does the
// browser say that another site asks; is the token right; and for what changes
// something: does the Origin prove that our own page asks, or a bearer token that
// no page asks.
type guard struct {
	scheme   string // of our own origin: "http", or "https" behind a proxy
	hosts    map[string]bool
	anyIP    string // port when every IP literal is ours (a wildcard bind); "" otherwise
	cookie   string // the session cookie's name; "" = no sessions here (team mode)
	token    [sha256.Size]byte
	probes   map[string]bool // paths that are answered under any host: they hold no data
	tokenOff bool            // team mode: reading is open, writing has tokens of its own
}

// cookieName is per port: browsers do not keep the cookies of two ports apart,
// and two workbenches on one machine must not log each other out.
func cookieName(port string) string { return "stdioscope-" + port }

// localGuard guards a workbench that listens on addr.
func localGuard(addr netip.AddrPort, token string) guard {
	port := portOf(addr)
	g := guard{
		scheme: "http",
		hosts:  map[string]bool{},
		cookie: cookieName(port),
		token:  sha256.Sum256([]byte(token)),
	}
	if addr.Addr().IsUnspecified() {
		g.anyIP = port
	} else {
		g.allow(addr.Addr().Unmap().String(), port)
	}
	// A browser takes "localhost" to loopback without asking a name server, so no
	// page can be rebound to it.
	g.allow("localhost", port)
	return g
}

// teamGuard guards a team's server, whose only name is that of its public URL.
func teamGuard(scheme, host string) guard {
	return guard{
		scheme:   scheme,
		hosts:    map[string]bool{strings.ToLower(host): true},
		probes:   map[string]bool{"/livez": true, "/readyz": true},
		tokenOff: true,
	}
}

func (g *guard) allow(host, port string) {
	full := net.JoinHostPort(host, port)
	g.hosts[full] = true
	if port == "80" { // browsers leave it out
		g.hosts[strings.TrimSuffix(full, ":80")] = true
	}
}

// middleware runs before routing, so that a path that does not exist is guarded too.
func (g guard) middleware(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if problem := g.check(c.Request()); problem != nil {
			return problem
		}
		return next(c)
	}
}

// check is nil when the request may go on to its route.
func (g guard) check(r *http.Request) *Problem {
	if !g.ownHost(r.Host) && !g.probes[r.URL.Path] {
		return refuse(http.StatusForbidden, "Host", "use the address that the server printed", "the server does not go by the name %q", clip(r.Host))
	}
	if !guarded(r) {
		return nil
	}
	if problem := g.checkSite(r); problem != nil {
		return problem
	}
	if g.tokenOff {
		return g.checkTeam(r)
	}
	return g.checkToken(r)
}

// guarded says whether a request needs more than the right host. The rest is
// reading the page, its assets and shared reports, which any site may link to.
func guarded(r *http.Request) bool {
	return changes(r) || upgrades(r) || r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/")
}

// changes says whether the method may change something. OPTIONS counts: nothing
// here answers a preflight.
func changes(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead
}

func upgrades(r *http.Request) bool {
	return r.Header.Get("Upgrade") != "" || r.Method == http.MethodConnect
}

func (g guard) ownHost(host string) bool {
	host = strings.ToLower(host)
	if g.hosts[host] {
		return true
	}
	if g.anyIP == "" {
		return false
	}
	// On a wildcard bind any of the machine's addresses will do: a rebound page
	// comes by a name, never by a literal.
	name, port, err := net.SplitHostPort(host)
	if err != nil || port != g.anyIP {
		return false
	}
	_, err = netip.ParseAddr(name)
	return err == nil
}

// checkSite believes what a browser says of where the request comes from. Ports
// do not count for a "site", so a page on another port of this machine is
// same-site, gets our cookie sent along, and is refused here.
func (g guard) checkSite(r *http.Request) *Problem {
	foreign := func(header, value string) *Problem {
		return refuse(http.StatusForbidden, header, "only the workbench's own page may do this", "the request comes from elsewhere (%q)", clip(value))
	}
	for _, site := range r.Header.Values("Sec-Fetch-Site") {
		typed := site == "none" && !changes(r) && !upgrades(r) // the address was typed by a person
		if site != "same-origin" && !typed {
			return foreign("Sec-Fetch-Site", site)
		}
	}
	for _, origin := range r.Header.Values("Origin") {
		if !g.ownOrigin(r, origin) {
			return foreign("Origin", origin)
		}
	}
	return nil
}

// ownOrigin compares with the host that was asked for, which has been checked.
func (g guard) ownOrigin(r *http.Request, origin string) bool {
	return strings.EqualFold(origin, g.scheme+"://"+r.Host)
}

// checkToken wants the session's cookie from our page, or the token as a bearer
// from a program. Both at once is neither: a page that could add the one to the
// other must gain nothing by it.
func (g guard) checkToken(r *http.Request) *Problem {
	_, cookied := r.Header["Cookie"]
	authorization, bearing := r.Header["Authorization"]
	if cookied && bearing {
		return refuse(http.StatusForbidden, "Authorization", "send the cookie or the bearer token, not both", "the request carries two kinds of credentials")
	}
	if bearing {
		if len(authorization) != 1 || !g.isToken(bearer(authorization[0])) {
			return refuse(http.StatusUnauthorized, "Authorization", "the token is in the URL that the server printed", "the bearer token is not this server's")
		}
		return nil
	}
	if !g.hasSession(r) {
		return refuse(http.StatusUnauthorized, "Cookie", "open the URL that the server printed when it started: it carries the token", "this browser has not been let in")
	}
	if (changes(r) || upgrades(r)) && r.Header.Get("Origin") == "" {
		return refuse(http.StatusForbidden, "Origin", "programs send Authorization: Bearer instead of the cookie", "nothing says that the workbench's own page asks")
	}
	return nil
}

// checkTeam holds back cross-site writes; whether a token is right is decided
// where uploads and deletions are handled.
func (g guard) checkTeam(r *http.Request) *Problem {
	if !changes(r) && !upgrades(r) {
		return nil
	}
	_, cookied := r.Header["Cookie"]
	_, bearing := r.Header["Authorization"]
	if r.Header.Get("Origin") == "" && (cookied || !bearing) {
		return refuse(http.StatusUnauthorized, "Authorization", "an upload needs a token: Authorization: Bearer TOKEN", "nothing says who asks")
	}
	return nil
}

// hasSession looks at every cookie of that name: a page on another port can add
// one of its own beside ours, and must not lock us out by it.
func (g guard) hasSession(r *http.Request) bool {
	for _, cookie := range r.CookiesNamed(g.cookie) {
		if g.isToken(cookie.Value) {
			return true
		}
	}
	return false
}

// isToken compares digests in constant time, so that neither the length nor the
// first wrong byte can be measured.
func (g guard) isToken(given string) bool {
	digest := sha256.Sum256([]byte(given))
	return g.cookie != "" && subtle.ConstantTimeCompare(digest[:], g.token[:]) == 1
}

// sameSecret compares in constant time, as isToken does.
func sameSecret(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// bearer is the token of an Authorization header, "" when it is of another kind.
func bearer(header string) string {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// clip keeps an attacker's header from filling an error message.
func clip(s string) string {
	const most = 80
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
