package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"stdioscope/engine/transcript"
)

// progress is one line on a terminal's stderr that says what is being waited for;
// elsewhere it writes nothing.
type progress struct {
	w     io.Writer
	shown bool
}

func newProgress(w io.Writer) *progress {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return &progress{}
	}
	return &progress{w: w}
}

// event takes what the run records; it is called under the run's lock.
func (p *progress) event(ev *transcript.Event) {
	if p.w == nil {
		return
	}
	switch ev.Kind {
	case transcript.KindSpawn:
		p.say(ev.Run, "starting the server")
	case transcript.KindPlan:
		p.say(ev.Run, "waiting for "+ev.Method)
	case transcript.KindPhase:
		switch ev.Name {
		case "post-initialize":
			p.say(ev.Run, "listening for late output")
		case "shutdown":
			p.say(ev.Run, "waiting for the server to leave")
		}
	case transcript.KindSignal:
		p.say(ev.Run, "sent "+ev.Name)
	}
}

func (p *progress) say(run int, what string) {
	p.shown = true
	if run > 1 {
		what = fmt.Sprintf("run %d: %s", run, what)
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s …", what)
}

func (p *progress) clear() {
	if p.w != nil && p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
