package server

import (
	"errors"
	"net"
	"testing"
)

func TestListenRefuses(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.168.1.7:0", "example.com:80", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000", "[::1"} {
		t.Run(addr, func(t *testing.T) {
			ln, err := Listen(addr, Loopback)
			if err == nil {
				ln.Close()
				t.Fatal("it listens")
			}
			var refused *AddressError
			if !errors.As(err, &refused) || refused.Hint == "" {
				t.Errorf("got %v, want an AddressError with a hint", err)
			}
		})
	}
}

func TestListen(t *testing.T) {
	tests := []struct {
		addr  string
		reach Reach
		host  string
	}{
		{"127.0.0.1:0", Loopback, "127.0.0.1"},
		{"localhost:0", Loopback, "127.0.0.1"},
		{"0", Loopback, "127.0.0.1"},
		{"127.8.0.1:0", Loopback, "127.8.0.1"},
		{"0.0.0.0:0", Anywhere, "0.0.0.0"},
	}
	for _, tt := range tests {
		t.Run(tt.addr, func(t *testing.T) {
			ln, err := Listen(tt.addr, tt.reach)
			if err != nil {
				t.Fatal(err)
			}
			defer ln.Close()
			at, err := addrOf(ln)
			if err != nil {
				t.Fatal(err)
			}
			if got := at.Addr().Unmap().String(); got != tt.host && !(tt.host == "0.0.0.0" && got == "::") {
				t.Errorf("listens on %s, want %s", got, tt.host)
			}
		})
	}
}

// The default port may be taken: by another workbench, or by a test beside this one.
func TestListenTakesTheNextFreePort(t *testing.T) {
	first, err := Listen("", Loopback)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := Listen("", Loopback)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if a, b := first.Addr().(*net.TCPAddr).Port, second.Addr().(*net.TCPAddr).Port; a == b {
		t.Errorf("both listen on %d", a)
	}
}
