package run

import "os"

// nameOfSignal is a signal as POSIX names it; "" for one that is not handed on.
func nameOfSignal(s os.Signal) string {
	if s == os.Interrupt {
		return "SIGINT"
	}
	return ""
}

// parent cannot be asked usefully: a client that is gone has closed our stdin.
func parent() int { return 0 }
