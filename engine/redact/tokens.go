package redact

// shape is a token known by its beginning.
type shape struct {
	prefix string
	min    int // bytes behind the prefix
	max    int // 0 = no bound
	body   func(c byte) bool
}

func dashed(c byte) bool { return isAlnum(c) || c == '_' || c == '-' }
func dotted(c byte) bool { return dashed(c) || c == '.' }
func upper(c byte) bool  { return c >= 'A' && c <= 'Z' || isDigit(c) }

// shapes are the published prefixes of services that servers are given keys of.
var shapes = []shape{
	{"sk-", 20, 0, dashed}, {"sk_live_", 16, 0, isAlnum}, {"sk_test_", 16, 0, isAlnum}, {"rk_live_", 16, 0, isAlnum},
	{"whsec_", 16, 0, dashed},
	{"ghp_", 20, 0, isAlnum}, {"gho_", 20, 0, isAlnum}, {"ghu_", 20, 0, isAlnum}, {"ghs_", 20, 0, dotted}, {"ghr_", 20, 0, isAlnum},
	{"github_pat_", 20, 0, dashed}, {"glpat-", 16, 0, dotted}, {"glptt-", 16, 0, dashed},
	{"xoxb-", 10, 0, dashed}, {"xoxp-", 10, 0, dashed}, {"xoxa-", 10, 0, dashed}, {"xoxr-", 10, 0, dashed}, {"xoxs-", 10, 0, dashed},
	{"xoxc-", 10, 0, dashed}, {"xoxd-", 10, 0, dashed}, {"xapp-", 10, 0, dashed},
	{"AKIA", 16, 16, upper}, {"ASIA", 16, 16, upper}, {"AIza", 35, 0, dashed}, {"ya29.", 20, 0, dotted}, {"GOCSPX-", 20, 0, dashed},
	{"npm_", 30, 0, isAlnum}, {"pypi-", 30, 0, dashed}, {"hf_", 30, 0, isAlnum}, {"SG.", 30, 0, dotted},
	{"dop_v1_", 30, 0, isAlnum}, {"shpat_", 20, 0, isAlnum}, {"shpss_", 20, 0, isAlnum}, {"lin_api_", 20, 0, isAlnum},
	{"ntn_", 30, 0, isAlnum}, {"secret_", 30, 0, isAlnum}, {"figd_", 20, 0, dashed}, {"tvly-", 16, 0, dashed}, {"pplx-", 20, 0, isAlnum},
	{"gsk_", 20, 0, isAlnum}, {"r8_", 30, 0, isAlnum}, {"sntrys_", 20, 0, dashed}, {"sntryu_", 20, 0, isAlnum}, {"fc-", 24, 0, isAlnum},
	{"dapi", 32, 0, isAlnum}, {"PMAK-", 20, 0, dashed}, {"atlasv1.", 20, 0, dashed}, {"hvs.", 20, 0, dashed}, {"xai-", 30, 0, isAlnum},
}

// tokenLength is the length of the token that text begins with, 0 when none.
func tokenLength(text []byte) int {
	if n := jwtLength(text); n > 0 {
		return n
	}
	for _, s := range shapes {
		if len(text) < len(s.prefix)+s.min || string(text[:len(s.prefix)]) != s.prefix {
			continue
		}
		n := len(s.prefix)
		for n < len(text) && s.body(text[n]) {
			n++
		}
		for n > 0 && (text[n-1] == '.' || text[n-1] == '-') {
			n-- // the end of a sentence is no part of a token
		}
		behind := n - len(s.prefix)
		if behind >= s.min && (s.max == 0 || behind <= s.max) {
			return n
		}
	}
	return 0
}

// jwtLength is the length of the three-part token that text begins with.
func jwtLength(text []byte) int {
	if len(text) < 20 || string(text[:3]) != "eyJ" {
		return 0
	}
	dots, part, n := 0, 0, 0
	for n < len(text) {
		switch c := text[n]; {
		case dashed(c):
			part++
		case c == '.' && dots < 2 && part >= 4:
			dots, part = dots+1, 0
		default:
			goto done
		}
		n++
	}
done:
	if dots < 2 {
		return 0
	}
	return n
}
