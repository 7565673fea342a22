package server

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
)

func TestChangesFromOneRunToAnother(t *testing.T) {
	b := newBench(t)
	good := b.start(RunRequest{Demo: "clean"})
	bad := b.start(RunRequest{Demo: "banner"})
	b.wait(good)
	b.wait(bad)
	var got struct {
		Same    bool
		Verdict struct{ Before, After string }
		Rows    []int
	}
	answer := b.call(http.StatusOK, "GET", "/api/runs/"+good+"/changes/"+bad, nil)
	if err := json.Unmarshal(answer.body, &got); err != nil {
		t.Fatalf("%v: %s", err, answer.body)
	}
	if got.Same || got.Verdict.Before != "pass" || got.Verdict.After != "fail" {
		t.Errorf("got %s", answer.body)
	}
	// The banner alone has no partner.
	alone := slices.DeleteFunc(slices.Clone(got.Rows), func(row int) bool { return row >= 0 })
	if len(got.Rows)%2 != 0 || len(alone) != 1 {
		t.Errorf("rows %v", got.Rows)
	}
	open := b.start(RunRequest{Demo: "never-answers", RunOptions: RunOptions{TimeoutMs: 600000}})
	b.call(http.StatusConflict, "GET", "/api/runs/"+good+"/changes/"+open, nil)
	b.call(http.StatusAccepted, "POST", "/api/runs/"+open+"/stop", nil)
	b.wait(open)
	b.call(http.StatusNotFound, "GET", "/api/runs/"+good+"/changes/none", nil)
	b.call(http.StatusNotFound, "GET", "/api/runs/none/changes/"+bad, nil)
}
