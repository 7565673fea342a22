package scan

import (
	"bytes"
)

var dotenvConfig = lazy(`\bimport\s*\{[^{}]*\bconfig\b(?:\s+as\s+([\w$]+))?[^{}]*\}\s*from\s*["']dotenv["']|` +
	`\b(?:const|let|var)\s*\{[^{}]*\bconfig\b(?:\s*:\s*([\w$]+))?[^{}]*\}\s*=\s*require\s*\(\s*["']dotenv["']`)

// namedDotenv finds the calls of dotenv's config by the name that an import gives it.
func namedDotenv(src, code []byte) []hit {
	if !bytes.Contains(src, []byte("dotenv")) {
		return nil
	}
	name := ""
	for _, m := range dotenvConfig().FindAllSubmatch(src, -1) {
		if name = string(m[1]) + string(m[2]); name == "" {
			name = "config"
		}
	}
	if name == "" {
		return nil
	}
	var hits []hit
	for _, at := range usesOf(code)[name] {
		open := skipSpace(code, at+len(name))
		if open >= len(code) || code[open] != '(' || bytes.HasSuffix(bytes.TrimRight(code[:at], " \t\r\n"), []byte(".")) || declares().Match(code[max(0, at-20):at]) {
			continue
		}
		if args := arguments(code, open+1); !dotenvQuiet().Match(code[args.start:args.end]) {
			hits = append(hits, hit{offset: at, reason: ReasonStartup, message: dotenvBanner})
		}
	}
	return hits
}

var dotenvQuiet = lazy(`\bquiet\s*:`)

const dotenvBanner = "dotenv 17 prints a banner to stdout when it loads: config({ quiet: true })"
