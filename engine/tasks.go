package engine

import (
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// taskTable follows the tasks of the one revision that has them in its core.
type taskTable struct {
	status map[string]string // by task id, the last status
	tokens idSet             // progress tokens of requests that became tasks
}

// maxTasks bounds the tasks that are followed.
const maxTasks = 10_000

// keeps reports whether a progress token lives on in a task.
func (t *taskTable) keeps(token *ident) bool { return t.tokens.has(token) }

// onResult takes over what a result says about a task.
func (t *taskTable) onResult(r *run, fr *frame, m *wire.Message, x *exchange, result []byte) {
	if x.rev != rule.R4 {
		return
	}
	switch x.method {
	case "tasks/get", "tasks/cancel":
		t.change(r, fr, m, x.rev, result, x.method)
	default:
		if !x.asTask {
			return
		}
		task, ok := wire.Get(result, "task")
		if !ok || wire.TypeOf(task) != wire.Object {
			return
		}
		if x.token.kind != noID {
			t.tokens.add(&x.token)
		}
		raw, _ := wire.Get(task, "status")
		if s, _ := wire.String(raw); s != "" && s != "working" {
			r.add(r.newAt(fr, "task-invalid", "", x.rev, wire.Offset(fr.text, raw), len(raw),
				"a task begins as working, not as "+quoted(s)))
		}
		t.change(r, fr, m, x.rev, task, x.method)
	}
}

// onStatus takes over what a notification says about a task.
func (t *taskTable) onStatus(r *run, fr *frame, m *wire.Message, rev string, params []byte) {
	if rev == rule.R4 {
		t.change(r, fr, m, rev, params, "notifications/tasks/status")
	}
}

func terminal(status string) bool {
	return status == "completed" || status == "failed" || status == "cancelled"
}

// change judges a task's new status: a terminal one is final.
func (t *taskTable) change(r *run, fr *frame, m *wire.Message, rev string, task []byte, method string) {
	raw, _ := wire.Get(task, "taskId")
	id, ok := wire.String(raw)
	if !ok {
		return
	}
	raw, _ = wire.Get(task, "status")
	status, ok := wire.String(raw)
	if !ok {
		return
	}
	before, known := t.status[id]
	if known && terminal(before) && status != before {
		f := r.newAt(fr, "task-invalid", "", rev, wire.Offset(fr.text, raw), len(raw),
			"task "+quoted(id)+" was "+before+", which is final, and is "+quoted(status)+" now")
		if f != nil {
			f.method = method
		}
		r.add(f)
	}
	if t.status == nil {
		t.status = map[string]string{}
	}
	if known || len(t.status) < maxTasks {
		t.status[id] = status
	}
}
