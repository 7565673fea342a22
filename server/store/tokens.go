package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Token lets somebody upload. Its secret is shown once, when it is made.
type Token struct {
	ID       string
	Name     string
	Created  time.Time
	LastUsed time.Time // zero = never
	Revoked  time.Time // zero = it is good
}

// tokenPrefix makes an upload token easy to recognise, for people and for
// scanners that look for leaked ones.
const tokenPrefix = "stdioscope_up_"

// CreateToken makes a token; the secret is kept nowhere.
func (s *Store) CreateToken(ctx context.Context, name string, now time.Time) (Token, string, error) {
	token := Token{ID: secret(6), Name: name, Created: now}
	plain := tokenPrefix + secret(32)
	_, err := s.db.ExecContext(ctx, "INSERT INTO tokens (id, name, hash, created) VALUES ($1, $2, $3, $4)", token.ID, name, hashOf(plain), micros(now))
	if err != nil {
		return Token{}, "", fmt.Errorf("store a token: %w", err)
	}
	return token, plain, nil
}

// Tokens lists all tokens, oldest first, the revoked ones too.
func (s *Store) Tokens(ctx context.Context) ([]Token, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id, name, created, last_used, revoked FROM tokens ORDER BY created, id")
	if err != nil {
		return nil, fmt.Errorf("list the tokens: %w", err)
	}
	defer rows.Close()
	var all []Token
	for rows.Next() {
		var t Token
		var created, used, revoked int64
		if err := rows.Scan(&t.ID, &t.Name, &created, &used, &revoked); err != nil {
			return nil, fmt.Errorf("list the tokens: %w", err)
		}
		t.Created, t.LastUsed, t.Revoked = fromMicros(created), fromMicros(used), fromMicros(revoked)
		all = append(all, t)
	}
	return all, rows.Err()
}

// RevokeToken ends a token, named by its id. What was uploaded with it stays.
func (s *Store) RevokeToken(ctx context.Context, id string, now time.Time) error {
	done, err := s.db.ExecContext(ctx, "UPDATE tokens SET revoked = $1 WHERE id = $2 AND revoked = 0", micros(now), id)
	if err != nil {
		return fmt.Errorf("revoke a token: %w", err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return errors.Join(ErrNotFound, err)
	}
	return nil
}

// Token finds the token that a secret is of; ErrDenied when there is none or it
// was revoked. The look-up is by digest, so its time tells nothing of the secret.
func (s *Store) Token(ctx context.Context, plain string) (Token, error) {
	var t Token
	var created, used, revoked int64
	err := s.db.QueryRowContext(ctx, "SELECT id, name, created, last_used, revoked FROM tokens WHERE hash = $1", hashOf(plain)).
		Scan(&t.ID, &t.Name, &created, &used, &revoked)
	if errors.Is(err, sql.ErrNoRows) || err == nil && revoked != 0 {
		return Token{}, ErrDenied
	}
	if err != nil {
		return Token{}, fmt.Errorf("find a token: %w", err)
	}
	t.Created, t.LastUsed = fromMicros(created), fromMicros(used)
	return t, nil
}

// Limits bound what one token may store; zero = no bound.
type Limits struct {
	PerHour int   // shares made in any 60 minutes
	Shares  int   // shares that are there
	Bytes   int64 // of their transcripts, unpacked
}

// Allows says whether a token may upload now; ErrLimit when not. Put asks once
// more: this is to refuse before a body is read.
func (s *Store) Allows(ctx context.Context, token Token, limits Limits, now time.Time) error {
	return s.within(ctx, func(tx *sql.Tx) error { return allows(ctx, tx, token.ID, limits, 0, now) })
}

// charge locks the token's row until the commit, so that two uploads at once, on
// whatever instances, are counted one after the other.
func (s *Store) charge(ctx context.Context, tx *sql.Tx, up Upload, now time.Time) error {
	if up.Token.ID == "" {
		return nil
	}
	done, err := tx.ExecContext(ctx, "UPDATE tokens SET last_used = $1 WHERE id = $2 AND revoked = 0", micros(now), up.Token.ID)
	if err != nil {
		return fmt.Errorf("charge a token: %w", err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 { // revoked while the body came
		return errors.Join(ErrDenied, err)
	}
	return allows(ctx, tx, up.Token.ID, up.Limits, up.Transcript.Size, now)
}

func allows(ctx context.Context, tx *sql.Tx, token string, limits Limits, more int64, now time.Time) error {
	var shares, lately int
	var bytes int64
	err := tx.QueryRowContext(ctx, `SELECT COALESCE(SUM(CASE WHEN gone = 0 THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN gone = 0 THEN size ELSE 0 END), 0),
		COALESCE(SUM(CASE WHEN created > $1 THEN 1 ELSE 0 END), 0) FROM shares WHERE token = $2`, micros(now.Add(-time.Hour)), token).Scan(&shares, &bytes, &lately)
	switch {
	case err != nil:
		return fmt.Errorf("count a token's shares: %w", err)
	case limits.PerHour > 0 && lately >= limits.PerHour:
		return fmt.Errorf("%w: %d uploads an hour", ErrLimit, limits.PerHour)
	case limits.Shares > 0 && shares >= limits.Shares:
		return fmt.Errorf("%w: %d shares at a time", ErrLimit, limits.Shares)
	case limits.Bytes > 0 && bytes+more > limits.Bytes:
		return fmt.Errorf("%w: %d bytes", ErrLimit, limits.Bytes)
	}
	return nil
}
