package store

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"runtime"
)

// Spool takes a content in pieces, as fast or slowly as it comes, and holds it
// packed and digested until it is stored: no transaction waits for a client, and
// no memory grows with the content.
type Spool struct {
	file   *os.File
	name   string // to be removed; "" = it has no name any more
	gzip   *gzip.Writer
	digest hash.Hash
	size   int64
}

// NewSpool makes a file in the system's temporary folder. Where the system allows
// it, the file has no name, so that not even a crash leaves it behind.
func NewSpool() (*Spool, error) {
	f, name, err := openSpool()
	if err != nil {
		return nil, fmt.Errorf("make a spool: %w", err)
	}
	return &Spool{file: f, name: name, gzip: gzip.NewWriter(f), digest: sha256.New()}, nil
}

// openSpool gives the name that is to be removed, "" when there is none.
func openSpool() (f *os.File, name string, err error) {
	if f, err = openNameless(); err == nil {
		return f, "", nil
	}
	if f, err = os.CreateTemp("", "stdioscope-upload-*"); err != nil {
		return nil, "", err
	}
	// Windows removes no file that is open.
	if runtime.GOOS != "windows" && os.Remove(f.Name()) == nil {
		return f, "", nil
	}
	return f, f.Name(), nil
}

// Write takes the next piece.
func (s *Spool) Write(p []byte) (int, error) {
	s.digest.Write(p) // never fails
	s.size += int64(len(p))
	return s.gzip.Write(p)
}

// Finish ends the content; the Blob may be read until Close.
func (s *Spool) Finish() (Blob, error) {
	if err := s.gzip.Close(); err != nil {
		return Blob{}, fmt.Errorf("finish a spool: %w", err)
	}
	return Blob{Digest: hex.EncodeToString(s.digest.Sum(nil)), Size: s.size, packed: s.file}, nil
}

// Close gives the spool's disk space back.
func (s *Spool) Close() error {
	err := s.file.Close()
	if s.name != "" {
		err = errors.Join(err, os.Remove(s.name))
	}
	return err
}

// Blob is one content, ready to be stored.
type Blob struct {
	Digest string // SHA-256 of the content as it was given, hexadecimal
	Size   int64  // of the content as it was given
	packed io.ReaderAt
}

// BlobOf packs a content that is in memory.
func BlobOf(content []byte) (Blob, error) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(content); err != nil {
		return Blob{}, fmt.Errorf("pack: %w", err)
	}
	if err := w.Close(); err != nil {
		return Blob{}, fmt.Errorf("pack: %w", err)
	}
	digest := sha256.Sum256(content)
	return Blob{Digest: hex.EncodeToString(digest[:]), Size: int64(len(content)), packed: bytes.NewReader(packed.Bytes())}, nil
}
