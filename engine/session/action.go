package session

import (
	"time"

	"stdioscope/engine/transcript"
)

// ActionKind says what the runner is to do.
type ActionKind uint8

// The actions. The runner carries them out in order, recording what each does.
const (
	// Record: put Event into the transcript (T and Run are the runner's).
	Record ActionKind = iota + 1
	// Send: write Data to stdin and record it as a stdin event.
	Send
	// Arm: start the one timer, replacing an armed one. When it fires, feed a
	// deadline event with Phase Name and Ms After; record that event first unless
	// Quiet (a quiet timer is a pause of ours, no deadline of the server's).
	Arm
	// Disarm: stop the timer.
	Disarm
	// CloseStdin: close the pipe behind what was sent; its eof event follows.
	CloseStdin
	// Signal: send Name to the process group, for the reason Why, and record it.
	Signal
	// Relaunch: when this run is over, do it again with Config.SkipProbe.
	Relaunch
	// Done: the session has nothing more to do; wait for the process and reap it.
	Done
)

// Action is one thing for the runner to do; the fields that its Kind names hold.
type Action struct {
	Kind  ActionKind
	Event transcript.Event
	Data  []byte
	Name  string
	After time.Duration
	Quiet bool
	Why   string
}

func record(ev transcript.Event) Action { return Action{Kind: Record, Event: ev} }

func phase(name string) Action {
	return record(transcript.Event{Kind: transcript.KindPhase, Name: name})
}

func deadline(name string, after time.Duration) Action {
	return Action{Kind: Arm, Name: name, After: after}
}

func pause(name string, after time.Duration) Action {
	return Action{Kind: Arm, Name: name, After: after, Quiet: true}
}
