package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path"
)

// The two sets say the same in two dialects; a test compares them. A migration
// that has been released is never changed: a new file follows it.
//
//go:embed migrations
var migrations embed.FS

// migrationLock is the key of the advisory lock under which instances that start
// together migrate one after the other.
const migrationLock = 743701

// migrate applies what the database has not seen, all in one transaction.
func (s *Store) migrate(ctx context.Context) error {
	steps, err := migrationsOf(s.dialect)
	if err != nil {
		return err
	}
	return s.within(ctx, func(tx *sql.Tx) error {
		if s.dialect == postgres {
			if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", migrationLock); err != nil {
				return fmt.Errorf("wait for other instances: %w", err)
			}
		}
		if _, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS stdioscope_schema (version BIGINT NOT NULL)"); err != nil {
			return fmt.Errorf("prepare the schema: %w", err)
		}
		var seen int
		if err := tx.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM stdioscope_schema").Scan(&seen); err != nil {
			return fmt.Errorf("read the schema's version: %w", err)
		}
		if seen > len(steps) {
			return fmt.Errorf("the database has schema %d, this binary knows up to %d: use a newer one", seen, len(steps))
		}
		for i, step := range steps[seen:] {
			if _, err := tx.ExecContext(ctx, step); err != nil {
				return fmt.Errorf("migration %d: %w", seen+i+1, err)
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO stdioscope_schema (version) VALUES ($1)", seen+i+1); err != nil {
				return fmt.Errorf("note migration %d: %w", seen+i+1, err)
			}
		}
		return nil
	})
}

// migrationsOf is the dialect's steps in order.
func migrationsOf(d dialect) ([]string, error) {
	folder := path.Join("migrations", string(d))
	entries, err := fs.ReadDir(migrations, folder) // sorted by name, which begins with the number
	if err != nil {
		return nil, err
	}
	var steps []string
	for _, entry := range entries {
		step, err := fs.ReadFile(migrations, path.Join(folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		steps = append(steps, string(step))
	}
	return steps, nil
}
