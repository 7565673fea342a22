package engine_test

import (
	"bytes"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/intake"
)

// A token on stdout or stderr is not told again by the report: neither whole nor
// in hex, nor in a message that quotes it. What is no secret stays.
func TestReportTellsNoToken(t *testing.T) {
	const token = "ghp_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	for name, line := range map[string]string{
		"in the middle": "connecting with " + token + " to the service\n",
		"at the start":  token + " is the token\n",
		"by its name":   "password=hunter2hunter2 set\n",
	} {
		t.Run(name, func(t *testing.T) {
			report, err := engine.Check(intake.Raw([]byte(line)))
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{token, "hunter2", "67 68 70 5f 41 42 43", "6768705f414243"} {
				if bytes.Contains(report, []byte(secret)) {
					t.Errorf("%q stands in the report:\n%s", secret, report)
				}
			}
			if !bytes.Contains(report, []byte("****")) {
				t.Error("nothing is masked")
			}
		})
	}
	report, err := engine.Check(intake.Raw([]byte("server of /home/ann starting\n")))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(report, []byte("/home/ann starting")) {
		t.Errorf("too much is masked:\n%s", report)
	}
}
