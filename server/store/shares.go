package store

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Share is what is known of one shared report.
type Share struct {
	ID         string
	Name       string
	Created    time.Time
	Expires    time.Time // zero = never
	Engine     string    // version of the engine that made the report
	Preview    string    // the verdict in a sentence, for whoever shows the link
	Size       int64     // of the transcript
	Transcript string    // digest
	Report     string    // digest
}

// Upload is a share to be made.
type Upload struct {
	Name       string
	Expires    time.Time // zero = never
	Engine     string
	Preview    string
	Transcript Blob
	Report     Blob
	Token      Token  // who uploads; the zero Token = this machine's own user, without limits
	Limits     Limits // of that token
}

// chunkBytes is how much of a packed content lies in one row: what one reader
// holds in memory.
const chunkBytes = 256 << 10

// Put stores a share and returns it with the token that takes it back, of which
// only a digest is kept. When Put returns without an error the share is on the
// disk, whole; otherwise nothing of it is.
func (s *Store) Put(ctx context.Context, up Upload, now time.Time) (share Share, deletion string, err error) {
	share = Share{
		ID: secret(16), Name: up.Name, Created: now, Expires: up.Expires, Engine: up.Engine, Preview: up.Preview,
		Size: up.Transcript.Size, Transcript: up.Transcript.Digest, Report: up.Report.Digest,
	}
	deletion = secret(32)
	err = s.within(ctx, func(tx *sql.Tx) error {
		if err := s.charge(ctx, tx, up, now); err != nil {
			return err
		}
		for _, blob := range []Blob{up.Transcript, up.Report} {
			if err := putBlob(ctx, tx, blob, now); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO shares (id, name, created, expires, deletion, token, engine, preview, size, transcript, report)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			share.ID, share.Name, micros(now), micros(share.Expires), hashOf(deletion), up.Token.ID, share.Engine, share.Preview, share.Size, share.Transcript, share.Report)
		if err != nil {
			return fmt.Errorf("store a share: %w", err)
		}
		return nil
	})
	if err != nil {
		return Share{}, "", err
	}
	return share, deletion, nil
}

// putBlob stores a content unless it is there already. Touching its row locks it
// until the commit, so that a sweep beside us does not take it away.
func putBlob(ctx context.Context, tx *sql.Tx, blob Blob, now time.Time) error {
	var stored int64
	err := tx.QueryRowContext(ctx, `INSERT INTO blobs (digest, size, stored, touched) VALUES ($1, $2, 0, $3)
		ON CONFLICT (digest) DO UPDATE SET touched = excluded.touched RETURNING stored`, blob.Digest, blob.Size, micros(now)).Scan(&stored)
	if err != nil {
		return fmt.Errorf("store a blob: %w", err)
	}
	if stored > 0 { // never empty when packed: somebody stored it before
		return nil
	}
	buffer := make([]byte, chunkBytes)
	for seq := 0; ; seq++ {
		n, err := blob.packed.ReadAt(buffer, stored)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read a spool: %w", err)
		}
		if n == 0 {
			break
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO chunks (digest, seq, data) VALUES ($1, $2, $3)", blob.Digest, seq, buffer[:n]); err != nil {
			return fmt.Errorf("store a blob's part: %w", err)
		}
		stored += int64(n)
	}
	if _, err := tx.ExecContext(ctx, "UPDATE blobs SET stored = $1 WHERE digest = $2", stored, blob.Digest); err != nil {
		return fmt.Errorf("store a blob: %w", err)
	}
	return nil
}

// Get finds a share that is there: ErrNotFound when it never was, ErrGone when it
// has expired or was taken back.
func (s *Store) Get(ctx context.Context, id string, now time.Time) (Share, error) {
	if !isID(id) {
		return Share{}, ErrNotFound
	}
	share := Share{ID: id}
	var created, expires, gone int64
	var transcript, report sql.NullString
	err := s.db.QueryRowContext(ctx, "SELECT name, created, expires, gone, engine, preview, size, transcript, report FROM shares WHERE id = $1", id).
		Scan(&share.Name, &created, &expires, &gone, &share.Engine, &share.Preview, &share.Size, &transcript, &report)
	if errors.Is(err, sql.ErrNoRows) {
		return Share{}, ErrNotFound
	}
	if err != nil {
		return Share{}, fmt.Errorf("find a share: %w", err)
	}
	if gone != 0 || expires != 0 && expires <= micros(now) {
		return Share{}, ErrGone
	}
	share.Created, share.Expires = fromMicros(created), fromMicros(expires)
	share.Transcript, share.Report = transcript.String, report.String
	return share, nil
}

// isID says whether a text could be an id. Others do not reach the database, which
// may have no way to store them, and must not fill the log with its complaints.
func isID(text string) bool {
	const longest = 64
	for _, c := range []byte(text) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return text != "" && len(text) <= longest
}

// Rename changes a share's name, given its deletion token.
func (s *Store) Rename(ctx context.Context, id, deletion, name string, now time.Time) error {
	return s.change(ctx, id, deletion, now, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE shares SET name = $1 WHERE id = $2", name, id)
		return err
	})
}

// Expire changes when a share ends; zero = never.
func (s *Store) Expire(ctx context.Context, id, deletion string, expires, now time.Time) error {
	return s.change(ctx, id, deletion, now, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE shares SET expires = $1 WHERE id = $2", micros(expires), id)
		return err
	})
}

// TakeBack ends a share at once, given its deletion token. Its contents go with
// it, unless another share has the same.
func (s *Store) TakeBack(ctx context.Context, id, deletion string, now time.Time) error {
	err := s.change(ctx, id, deletion, now, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, endShare+" WHERE id = $2", micros(now), id)
		return err
	})
	if err != nil {
		return err
	}
	err = s.dropBlobs(ctx, now.Add(time.Microsecond))
	if wanted(err) {
		return nil // an upload took the same content this very moment
	}
	return err
}

// wanted says whether PostgreSQL refused to drop what a share refers to.
func wanted(err error) bool {
	var refused *pgconn.PgError
	const foreignKeyViolation = "23503"
	return errors.As(err, &refused) && refused.Code == foreignKeyViolation
}

// endShare leaves of a share only that it was there, so that its link says gone.
const endShare = "UPDATE shares SET gone = $1, name = '', preview = '', transcript = NULL, report = NULL"

// change does work on a share whose deletion token is known. Who does not know it
// learns nothing but that the share is there, as the link itself says.
func (s *Store) change(ctx context.Context, id, deletion string, now time.Time, work func(tx *sql.Tx) error) error {
	if !isID(id) {
		return ErrNotFound
	}
	return s.within(ctx, func(tx *sql.Tx) error {
		var hash []byte
		var gone, expires int64
		err := tx.QueryRowContext(ctx, "SELECT deletion, gone, expires FROM shares WHERE id = $1", id).Scan(&hash, &gone, &expires)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return ErrNotFound
		case err != nil:
			return fmt.Errorf("find a share: %w", err)
		case subtle.ConstantTimeCompare(hash, hashOf(deletion)) != 1:
			return ErrDenied
		case gone != 0 || expires != 0 && expires <= micros(now):
			return ErrGone
		}
		if err := work(tx); err != nil {
			return fmt.Errorf("change a share: %w", err)
		}
		return nil
	})
}

// tombstoneTime is how long a link that ended says gone instead of never was.
const tombstoneTime = 365 * 24 * time.Hour

// quietTime is how long a content that no share has is left alone: an upload on
// another instance may be about to take it.
const quietTime = time.Hour

// Sweep ends what has expired and drops contents that nobody has any more. Several
// instances may do so at once.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	if _, err := s.db.ExecContext(ctx, endShare+" WHERE gone = 0 AND expires <> 0 AND expires <= $2", micros(now), micros(now)); err != nil {
		return fmt.Errorf("end expired shares: %w", err)
	}
	if _, err := s.db.ExecContext(ctx, "DELETE FROM shares WHERE gone <> 0 AND gone <= $1", micros(now.Add(-tombstoneTime))); err != nil {
		return fmt.Errorf("forget old shares: %w", err)
	}
	return s.dropBlobs(ctx, now.Add(-quietTime))
}

// dropBlobs deletes contents that were last wanted before a time and that no
// share has. Where an upload takes one just now, its row is locked and its new
// time is looked at again, and the foreign key stands behind both.
func (s *Store) dropBlobs(ctx context.Context, before time.Time) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM blobs WHERE touched < $1
		AND NOT EXISTS (SELECT 1 FROM shares WHERE shares.transcript = blobs.digest)
		AND NOT EXISTS (SELECT 1 FROM shares WHERE shares.report = blobs.digest)`, micros(before))
	if err != nil {
		return fmt.Errorf("drop contents: %w", err)
	}
	return nil
}
