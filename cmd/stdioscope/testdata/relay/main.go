// Command relay plays the parts around a recorder in the benchmark:
//
//	relay copy COMMAND ARGS...        stands where the recorder stands and only copies
//	relay tee FILE COMMAND ARGS...    copies, and writes the raw bytes of both ways to a file
//	relay source BYTES RATE           writes messages; RATE in bytes a second, 0 = unthrottled
//	relay sink                        reads, and prints the bytes, their CRC-32C and the
//	                                  nanoseconds from the first of them to the last
//	relay echo                        gives back each line
//
// source and sink are the server or the client, whichever way the bytes go.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

func main() {
	switch args := os.Args[2:]; os.Args[1] {
	case "copy":
		stand(args, io.Discard)
	case "tee":
		file, err := os.Create(args[0])
		check(err)
		stand(args[1:], file)
		check(file.Close())
	case "source":
		source(number(args[0]), number(args[1]))
	case "sink":
		sink()
	case "echo":
		echo()
	}
}

// stand is the bare two-way copy.
func stand(argv []string, tee io.Writer) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	check(err)
	out, err := cmd.StdoutPipe()
	check(err)
	check(cmd.Start())
	to := func(w io.Writer) io.Writer {
		if tee == io.Discard {
			return w
		}
		return io.MultiWriter(tee, w)
	}
	go func() {
		_, _ = io.Copy(to(in), os.Stdin)
		_ = in.Close()
	}()
	_, err = io.Copy(to(os.Stdout), out)
	check(err)
	check(cmd.Wait())
}

// source writes whole lines of the sizes that messages have. One that was held up
// catches up.
func source(size, rate int64) {
	var lines strings.Builder
	for i := 0; lines.Len() < 128<<10; i++ {
		text := strings.Repeat("The station reports 21.5 degrees and a light wind. ", 1+i%24)
		fmt.Fprintf(&lines, `{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"%s"}],"isError":false}}`+"\n", i, text)
	}
	block := []byte(lines.String())
	start := time.Now()
	for sent := int64(0); sent < size; {
		if rate > 0 {
			due := time.Duration(float64(sent) / float64(rate) * float64(time.Second))
			time.Sleep(due - time.Since(start))
		}
		n, err := os.Stdout.Write(block[:min(int64(len(block)), size-sent)])
		check(err)
		sent += int64(n)
	}
}

func sink() {
	var (
		table       = crc32.MakeTable(crc32.Castagnoli)
		buf         = make([]byte, 256<<10)
		sum         uint32
		size        int64
		first, last time.Time
	)
	for {
		n, err := os.Stdin.Read(buf)
		if n > 0 {
			last = time.Now()
			if size == 0 {
				first = last
			}
			sum = crc32.Update(sum, table, buf[:n])
			size += int64(n)
		}
		if errors.Is(err, io.EOF) {
			fmt.Println(size, sum, last.Sub(first).Nanoseconds())
			return
		}
		check(err)
	}
}

func echo() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return
		}
		_, err = os.Stdout.Write(line)
		check(err)
	}
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	check(err)
	return n
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "relay:", err)
		os.Exit(1)
	}
}
