package store

import (
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
)

// Packed reads a content as it is stored, in gzip. It asks for one row at a time
// and holds no connection in between, so a slow client costs nothing but itself.
func (s *Store) Packed(ctx context.Context, digest string) io.Reader {
	return &chunkReader{ctx: ctx, db: s.db, digest: digest}
}

// Content reads a content as it was given.
func (s *Store) Content(ctx context.Context, digest string) (io.ReadCloser, error) {
	return gzip.NewReader(s.Packed(ctx, digest))
}

type chunkReader struct {
	ctx    context.Context
	db     *sql.DB
	digest string
	seq    int
	rest   []byte
}

func (r *chunkReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		err := r.db.QueryRowContext(r.ctx, "SELECT data FROM chunks WHERE digest = $1 AND seq = $2", r.digest, r.seq).Scan(&r.rest)
		switch {
		case errors.Is(err, sql.ErrNoRows) && r.seq == 0:
			return 0, ErrGone // taken back between two questions
		case errors.Is(err, sql.ErrNoRows):
			return 0, io.EOF
		case err != nil:
			return 0, fmt.Errorf("read a content: %w", err)
		}
		r.seq++
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
