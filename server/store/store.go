// Package store keeps shared reports: SQLite in one file by default, PostgreSQL
// for a team with several instances.
//
// Start with [Open]. [Store.Put] takes a share whole or not at all, [Store.Get]
// and [Store.Blob] read it, [Store.TakeBack] and [Store.Sweep] end it. Contents
// lie by digest, so equal transcripts are stored once, however often they are
// shared.
//
//	transcript -> Spool -> Put -> shares, blobs, chunks -> Get, Blob -> page
//
// It refuses to list shares: who does not know an id finds nothing. Secrets
// (deletion tokens, upload tokens) are stored as digests alone. It has no clock:
// whoever calls says what time it is.
package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	sqlitedriver "modernc.org/sqlite"  // driver "sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// Errors that a caller tells apart.
var (
	ErrNotFound = errors.New("no such share")
	ErrGone     = errors.New("the share has expired or was taken back")
	ErrDenied   = errors.New("the token does not fit")
	ErrLimit    = errors.New("the token's limit is reached")
)

// dialect is what differs between the two databases; their SQL is the same but
// for the migrations, and numbers its parameters in the order they appear.
type dialect string

const (
	sqlite   dialect = "sqlite"
	postgres dialect = "postgres"
)

// Store is one database. Its methods may be called from any goroutine.
type Store struct {
	db      *sql.DB
	dialect dialect
}

// IsPostgres says whether Open takes a place for PostgreSQL.
func IsPostgres(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// Open opens the database at place, a postgres:// URL or the path of a SQLite
// file (made when missing, readable by its owner alone), and brings its schema up
// to date. Several instances may do so at once.
func Open(ctx context.Context, place string) (*Store, error) {
	s := &Store{dialect: sqlite}
	driver, source := "sqlite", ""
	if IsPostgres(place) {
		s.dialect, driver, source = postgres, "pgx", place
	} else {
		path := strings.TrimPrefix(place, "sqlite://")
		if err := claim(path); err != nil {
			return nil, err
		}
		source = sqliteSource(path)
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		return nil, fmt.Errorf("open the store: %w", redacted(err, place))
	}
	db.SetMaxOpenConns(maxConnections)
	db.SetConnMaxIdleTime(5 * time.Minute)
	s.db = db
	if err := errors.Join(s.keepLog(ctx), s.migrate(ctx)); err != nil {
		db.Close()
		return nil, fmt.Errorf("open the store: %w", redacted(err, place))
	}
	return s, nil
}

// maxConnections bounds what one instance takes of a PostgreSQL that serves
// several. No connection is held while a client is waited for.
const maxConnections = 8

// claim makes the file before SQLite does, which would let everybody read it.
func claim(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("open the store: %w", err)
	}
	return f.Close()
}

// sqliteSource asks for every commit to be on the disk before it is acknowledged:
// shares are few and must stay. What is deleted is overwritten, since it was taken
// back for a reason.
func sqliteSource(path string) string {
	pragmas := url.Values{"_pragma": {"busy_timeout(10000)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)"}, "_txlock": {"immediate"}}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + pragmas.Encode()
}

// keepLog makes SQLite write to a log, so that readers wait for no writer. The
// file remembers it. Where two instances ask at once, SQLite refuses one of them
// without waiting as it does everywhere else.
func (s *Store) keepLog(ctx context.Context) error {
	if s.dialect != sqlite {
		return nil
	}
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		_, err := s.db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		var refused *sqlitedriver.Error
		if !errors.As(err, &refused) || refused.Code()&0xff != sqlitelib.SQLITE_BUSY {
			return err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// redacted keeps a password in a URL out of error messages.
func redacted(err error, place string) error {
	u, parseErr := url.Parse(place)
	if parseErr != nil || u.User == nil {
		return err
	}
	password, ok := u.User.Password()
	if !ok || password == "" || !strings.Contains(err.Error(), password) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), password, "…"))
}

// Close gives the database back.
func (s *Store) Close() error { return s.db.Close() }

// Ready says whether the database answers.
func (s *Store) Ready(ctx context.Context) error {
	var one int
	if err := s.db.QueryRowContext(ctx, "SELECT 1").Scan(&one); err != nil {
		return fmt.Errorf("ask the store: %w", err)
	}
	return nil
}

// within does work in one transaction: all of it or nothing.
func (s *Store) within(ctx context.Context, work func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if err := work(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// secret is n random bytes in the alphabet of URLs.
func secret(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails since Go 1.24: it ends the program instead
	return base64.RawURLEncoding.EncodeToString(b)
}

// hashOf is what is kept of a secret. It is random and long, so a plain digest
// can be neither guessed nor reversed.
func hashOf(secret string) []byte {
	digest := sha256.Sum256([]byte(secret))
	return digest[:]
}

func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicros(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}
