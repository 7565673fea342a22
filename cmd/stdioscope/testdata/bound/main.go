// Command bound is what no checker can be faster than: it spawns a server, does
// the exchange that `stdioscope check --request tools/list` does, stops the server
// the same way, and judges nothing. BOUND_METHODS names what is asked after the
// opening.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

func main() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	in, err := cmd.StdinPipe()
	check(err)
	out, err := cmd.StdoutPipe()
	check(err)
	cmd.Stderr = io.Discard
	check(cmd.Start())
	lines := bufio.NewReaderSize(out, 1<<20)
	ask := func(id int, method, params string) json.RawMessage {
		_, err := fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":%q%s}`+"\n", id, method, params)
		check(err)
		for {
			line, err := readLine(lines)
			check(err)
			if len(line) > 1<<20 {
				return line // an answer, as it is
			}
			if bytes.Contains(line[:min(64, len(line))], []byte(`"method":`)) {
				continue // it answers nothing
			}
			var m struct {
				ID     json.RawMessage `json:"id"`
				Result json.RawMessage `json:"result"`
			}
			check(json.Unmarshal(line, &m))
			if string(m.ID) == fmt.Sprint(id) {
				return m.Result
			}
		}
	}
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bound","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	params, next := "", 3
	if ask(1, "server/discover", `,"params":{`+meta+`}`) != nil {
		params, next = `,"params":{`+meta+`}`, 2
	} else {
		ask(2, "initialize", `,"params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bound","version":"1"}}`)
		_, err = io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
		check(err)
	}
	for _, method := range strings.Fields(os.Getenv("BOUND_METHODS")) {
		ask(next, method, params)
		next++
	}
	check(in.Close())
	_, _ = io.Copy(io.Discard, lines)
	check(cmd.Wait())
}

// readLine gives a line, which is valid until the next one unless it is long.
func readLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		begun := bytes.Clone(line)
		rest, err := in.ReadBytes('\n')
		return append(begun, rest...), err
	}
	return line, err
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bound:", err)
		os.Exit(1)
	}
}
