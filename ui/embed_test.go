package ui

import "testing"

func TestBuildOfAModule(t *testing.T) {
	for name, test := range map[string]struct{ module, want string }{
		"signed":       {"\x00asm…\x00\x12\x05build0123456789ab", "0123456789ab"},
		"not signed":   {"\x00asm… and more that is long enough", ""},
		"another name": {"\x00asm…\x00\x12\x05built0123456789ab", ""},
		"too short":    {"0123456789ab", ""},
		"empty":        {"", ""},
	} {
		if got := buildOf([]byte(test.module)); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
	if _, built := Files(); built && EngineBuild() == "" {
		t.Error("the page is built, but its engine does not say which build it is")
	}
}
