package server

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// DefaultPort is tried first; when it is taken, the next free one.
const DefaultPort = 7437

// portsTried bounds the search for a free port before the system is asked for any.
const portsTried = 20

// AddressError is a listen address that is refused before anything is opened.
type AddressError struct{ Addr, What, Hint string }

func (e *AddressError) Error() string { return fmt.Sprintf("cannot listen on %q: %s", e.Addr, e.What) }

// Reach says how far a server may be reached.
type Reach int

// The two reaches.
const (
	Loopback Reach = iota // this machine alone
	Anywhere              // whoever has a route here: said in words by the user
)

// Listen opens the address. An empty addr is the default port of IPv4 loopback or
// the next free one. A name other than localhost is refused, so that no name
// server decides where we listen.
func Listen(addr string, reach Reach) (net.Listener, error) {
	if addr == "" {
		return listenNextFree(netip.AddrFrom4([4]byte{127, 0, 0, 1}))
	}
	at, err := parseAddr(addr)
	if err != nil {
		return nil, err
	}
	if reach == Loopback && !at.Addr().IsLoopback() {
		return nil, &AddressError{Addr: addr, What: "other machines could reach it, and this server starts programs", Hint: "use 127.0.0.1:PORT"}
	}
	return net.Listen("tcp", at.String())
}

// parseAddr takes "IP:PORT", "localhost:PORT", ":PORT" (every address) and "PORT".
func parseAddr(addr string) (netip.AddrPort, error) {
	refuse := func(what string) (netip.AddrPort, error) {
		return netip.AddrPort{}, &AddressError{Addr: addr, What: what, Hint: "write an address like 127.0.0.1:7437"}
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		if strings.Trim(addr, "0123456789") != "" {
			return refuse("it is no address and port")
		}
		host, port = "127.0.0.1", addr
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return refuse("its port is no number from 0 to 65535")
	}
	switch host {
	case "localhost":
		host = "127.0.0.1"
	case "":
		host = "::"
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return refuse("its host is a name, not an address")
	}
	return netip.AddrPortFrom(ip, uint16(number)), nil
}

func listenNextFree(ip netip.Addr) (net.Listener, error) {
	for port := uint16(DefaultPort); port < DefaultPort+portsTried; port++ {
		// Why it failed is told apart differently on every system: go on in any case.
		if ln, err := net.Listen("tcp", netip.AddrPortFrom(ip, port).String()); err == nil {
			return ln, nil
		}
	}
	return net.Listen("tcp", netip.AddrPortFrom(ip, 0).String())
}

// NewToken is 32 random bytes in the alphabet of URLs.
func NewToken() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails since Go 1.24: it ends the program instead
	return base64.RawURLEncoding.EncodeToString(b[:])
}

func portOf(addr netip.AddrPort) string { return strconv.Itoa(int(addr.Port())) }

// addrOf is where a listener listens.
func addrOf(ln net.Listener) (netip.AddrPort, error) {
	tcp, ok := ln.Addr().(*net.TCPAddr)
	if !ok {
		return netip.AddrPort{}, fmt.Errorf("listen on %v: not a TCP address", ln.Addr())
	}
	return tcp.AddrPort(), nil
}
