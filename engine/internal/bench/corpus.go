package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// corpus is a stream of JSON-RPC lines of one sort; the same on every machine.
type corpus struct {
	name string
	data []byte
}

func corpora(size int) []corpus {
	small, medium, large := stream(size, smallLine), stream(size, mediumLine), stream(size, largeLine)
	return []corpus{{"small", small}, {"medium", medium}, {"large", large}, {"mixed", stream(size, mixedLine())}}
}

type lineMaker func(r *rand.Rand, id int) string

func stream(size int, line lineMaker) []byte {
	r := rand.New(rand.NewPCG(7, 11))
	var b bytes.Buffer
	for id := 0; b.Len() < size; id++ {
		b.WriteString(line(r, id))
		b.WriteByte('\n')
	}
	return b.Bytes()
}

var words = strings.Fields(`file path query limit search result update branch commit message server client
	request response content value number list item index project folder database table column record user account token
	session start stop open close read write delete create the of for with from into and or to by`)

func sentence(r *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word(r))
	}
	return b.String()
}

func word(r *rand.Rand) string { return words[r.IntN(len(words))] }

// smallLine is the daily traffic of a session: about 150 bytes. Half of the
// results have their members in the order of the TypeScript SDK.
func smallLine(r *rand.Rand, id int) string {
	switch r.IntN(8) {
	case 0:
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, id)
	case 1:
		return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%d,"progress":%d,"total":100,"message":"%s"}}`, id, r.IntN(100), sentence(r, 5))
	case 2:
		return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"%s","data":{"text":"%s","elapsed":%.3f}}}`, word(r), sentence(r, 8), r.Float64())
	case 3:
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-32602,"message":"Invalid params: %s","data":{"argument":"%s"}}}`, id, sentence(r, 4), word(r))
	case 4:
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s_%s","arguments":{"path":"/home/user/%s","limit":%d,"recursive":%v}}}`, id, word(r), word(r), word(r), r.IntN(1000), r.IntN(2) == 0)
	case 5:
		return fmt.Sprintf(`{"result":{"content":[{"type":"text","text":"%s"}]},"jsonrpc":"2.0","id":%d}`, sentence(r, 8+r.IntN(24)), id)
	case 6:
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":"%s-%d","result":{}}`, word(r), id)
	default:
		return callResult(r, id, 10+r.IntN(24))
	}
}

// callResult is the answer to a call of a tool: one text of so many words.
func callResult(r *rand.Rand, id, n int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"%s"}],"isError":false}}`, id, sentence(r, n))
}

// mediumLine is a tools/list of four tools: about 2.3 KB of ASCII, many names.
func mediumLine(r *rand.Rand, id int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":%s}`, id, toolList(r))
}

// toolList is the result of a tools/list: four tools, of which no other list has
// one.
func toolList(r *rand.Rand) string {
	var tools [4]string
	for i := range tools {
		tools[i] = tool(r, i)
	}
	return listOf(tools[:])
}

func listOf(tools []string) string { return `{"tools":[` + strings.Join(tools, ",") + `]}` }

// tool is the n-th tool of a list.
func tool(r *rand.Rand, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"name":"%s_%s_%d","title":"%s","description":"%s.","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{`,
		word(r), word(r), n, sentence(r, 2), sentence(r, 14))
	var names [3]string
	for p := range names {
		if p > 0 {
			b.WriteByte(',')
		}
		names[p] = fmt.Sprintf("%s%d", word(r), p)
		switch (p + r.IntN(2)) % 3 {
		case 0:
			fmt.Fprintf(&b, `"%s":{"type":"string","description":"%s"}`, names[p], sentence(r, 6))
		case 1:
			fmt.Fprintf(&b, `"%s":{"type":"integer","minimum":0,"maximum":%d}`, names[p], r.IntN(10000))
		default:
			fmt.Fprintf(&b, `"%s":{"type":"array","items":{"type":"string"},"description":"%s"}`, names[p], sentence(r, 4))
		}
	}
	fmt.Fprintf(&b, `},"required":["%s","%s"],"additionalProperties":false},"annotations":{"readOnlyHint":true,"openWorldHint":false}}`, names[0], names[1])
	return b.String()
}

var scripts = []string{"é", "ü", "ñ", "ß", "Ж", "д", "п", "α", "λ", "日", "本", "語", "한", "국", "中", "文", "😀", "🚀", "—", "…", "€"}

// largeLine is one text item of 200 KB: short runs of many scripts and escapes
// at irregular distances, which is hard on branch prediction on purpose.
func largeLine(r *rand.Rand, id int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"`, id)
	for b.Len() < 200<<10 {
		switch n := r.IntN(100); {
		case n < 11: // a short run of another script
			for range 1 + r.IntN(4) {
				b.WriteString(scripts[r.IntN(len(scripts))])
			}
			b.WriteByte(' ')
		case n < 18:
			b.WriteString([]string{`\n`, `\"`, `\\`, `\t`, `\u00e9`}[r.IntN(5)])
		default:
			b.WriteString(words[r.IntN(len(words))])
			b.WriteByte(' ')
		}
	}
	b.WriteString(`"}],"isError":false}}`)
	return b.String()
}

// mixedLine mixes the three by bytes: about 14 % small, 40 % medium, 46 % large.
func mixedLine() lineMaker {
	var have [3]float64
	want := [3]float64{0.14, 0.40, 0.46}
	makers := [3]lineMaker{smallLine, mediumLine, largeLine}
	return func(r *rand.Rand, id int) string {
		next := 0
		for i := range have {
			if have[i]/want[i] < have[next]/want[next] {
				next = i
			}
		}
		line := makers[next](r, id)
		have[next] += float64(len(line))
		return line
	}
}

// describe says what a corpus is made of.
func (c corpus) describe() string {
	lines := bytes.Count(c.data, []byte("\n"))
	wide, slashes := 0, 0
	for _, b := range c.data {
		if b >= 0x80 {
			wide++
		}
		if b == '\\' {
			slashes++
		}
	}
	n := float64(len(c.data))
	return fmt.Sprintf("%-6s %7d lines of %6.0f bytes, %4.1f %% non-ASCII, %3.1f %% backslashes", c.name, lines, n/float64(lines), 100*float64(wide)/n, 100*float64(slashes)/n)
}
