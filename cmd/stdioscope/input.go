package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
)

// The bounds of what a packed input may unpack to; a file that is larger than
// that is unpacked by whoever wants it judged.
const (
	maxUnpacked     = 8 << 30
	maxUnpackedLine = 256 << 20 // longer lines would have to be held in memory
	maxEntries      = 1000
)

var (
	errBomb     = fmt.Errorf("it unpacks to more than %d GiB, or to a single line of more than %d MiB: unpack it first", maxUnpacked>>30, maxUnpackedLine>>20)
	errNoEntry  = errors.New("there is no file in it")
	errTooMany  = fmt.Errorf("it holds more than %d files: unpack what is to be judged", maxEntries)
	errSeveral  = errors.New("it holds several files: unpack the one that is meant")
	errIsFolder = errors.New("it is a folder")
)

// part is one text of an input: the input itself, or a file in a zip archive.
type part struct {
	name string
	in   io.Reader
}

// eachPart opens an input and visits its parts. gzip and zip are unpacked on the
// way, one into the other at most once. When ctx is done, reading ends with
// errStopped, however long the input would have gone on.
func eachPart(ctx context.Context, file string, std streams, visit func(part) error) error {
	in, closeIn, err := openFile(ctx, file, std)
	if err != nil {
		return err
	}
	defer closeIn()
	b := bufio.NewReaderSize(newStoppable(ctx, in), 64<<10)
	magic, _ := b.Peek(4)
	switch {
	case isGzip(magic):
		return visitGzip(part{file, b}, visit)
	case isZip(magic):
		return visitZip(ctx, file, in, b, visit)
	}
	return visit(part{file, b})
}

func isGzip(magic []byte) bool { return len(magic) > 1 && magic[0] == 0x1f && magic[1] == 0x8b }
func isZip(magic []byte) bool  { return bytes.HasPrefix(magic, []byte("PK\x03\x04")) }

func openFile(ctx context.Context, file string, std streams) (io.Reader, func(), error) {
	if file == "-" {
		return std.in, func() {}, nil
	}
	f, err := awaited(ctx, func() (*os.File, error) { return os.Open(file) }) // a named pipe opens when somebody writes
	if err != nil {
		return nil, nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		_ = f.Close()
		return nil, nil, fmt.Errorf("%s: %w", file, errIsFolder)
	}
	return f, func() { _ = f.Close() }, nil
}

func visitGzip(p part, visit func(part) error) error {
	z, err := gzip.NewReader(p.in)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return visit(part{p.name, &bounded{in: z, left: maxUnpacked}})
}

// visitZip visits the files of an archive in their order. An archive can only be
// read from its end, so one that comes through a pipe is written to a file first.
func visitZip(ctx context.Context, file string, in io.Reader, begun *bufio.Reader, visit func(part) error) error {
	f, ok := in.(*os.File)
	if ok {
		_, err := f.Seek(0, io.SeekStart)
		ok = err == nil
	}
	if !ok {
		spool, err := os.CreateTemp("", "stdioscope-*.zip")
		if err != nil {
			return err
		}
		defer func() {
			_ = spool.Close()
			_ = os.Remove(spool.Name())
		}()
		if _, err := io.Copy(spool, &bounded{in: begun, left: maxUnpacked}); err != nil {
			return err
		}
		f = spool
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(f, info.Size())
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return visitEntries(ctx, file, archive, visit)
}

func visitEntries(ctx context.Context, file string, archive *zip.Reader, visit func(part) error) error {
	left, seen := int64(maxUnpacked), 0
	for _, entry := range archive.File {
		if isBeside(entry.Name) || entry.FileInfo().IsDir() {
			continue
		}
		if seen++; seen > maxEntries {
			return fmt.Errorf("%s: %w", file, errTooMany)
		}
		in, err := entry.Open()
		if err != nil {
			return fmt.Errorf("%s/%s: %w", file, entry.Name, err)
		}
		unpacked := &bounded{in: newStoppable(ctx, in), left: left}
		err = visitEntry(part{file + "/" + entry.Name, bufio.NewReaderSize(unpacked, 64<<10)}, visit)
		left = unpacked.left
		_ = in.Close()
		if err != nil {
			return err
		}
	}
	if seen == 0 {
		return fmt.Errorf("%s: %w", file, errNoEntry)
	}
	return nil
}

// visitEntry visits a file of an archive; it may be a gzip file.
func visitEntry(p part, visit func(part) error) error {
	if magic, _ := p.in.(*bufio.Reader).Peek(2); isGzip(magic) {
		return visitGzip(p, visit)
	}
	return visit(p)
}

// isBeside reports whether an entry is what archivers add of their own.
func isBeside(name string) bool {
	return strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(path.Base(name), ".")
}

// bounded stops a reader that gives too much, or too long a line.
type bounded struct {
	in   io.Reader
	left int64
	line int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.in.Read(p)
	b.left -= int64(n)
	if last := bytes.LastIndexByte(p[:n], '\n'); last >= 0 {
		b.line = int64(n - 1 - last)
	} else {
		b.line += int64(n)
	}
	if b.left < 0 || b.line > maxUnpackedLine {
		return 0, errBomb
	}
	return n, err
}

// readInput reads an input whole: for what cannot be done as it streams by. An
// archive must hold one file.
func readInput(ctx context.Context, file string, std streams) (src []byte, err error) {
	seen := 0
	err = eachPart(ctx, file, std, func(p part) error {
		if seen++; seen > 1 {
			return fmt.Errorf("%s: %w", file, errSeveral)
		}
		src, err = io.ReadAll(p.in)
		return err
	})
	return src, err
}

// unread is an input that could not be read: a mistake of whoever named it, unless
// they stopped it themselves.
func unread(err error, what, hint string) error {
	if errors.Is(err, errStopped) {
		return failure(fmt.Errorf("read the %s: %w", what, err), "")
	}
	return usage(hint, "read the %s: %v", what, plainError(err))
}
