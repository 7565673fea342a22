package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stdioscope/engine"
	"stdioscope/engine/report"
)

// The three files of a run in the data directory.
const (
	transcriptSuffix = ".stdioscope.jsonl" // what everybody reads
	reportSuffix     = ".report.json"      // what package engine made of it
	storedSuffix     = ".run.json"         // what is needed to run it again; never shared
)

// DataDir is where runs live when nobody says otherwise:
// $XDG_STATE_HOME/stdioscope, or what stands for it on this system.
func DataDir() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "stdioscope"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find a place for the recordings: %w", err)
	}
	return filepath.Join(home, ".local", "state", "stdioscope"), nil
}

// stored is the run's own file: what List shows and what Start needs again.
type stored struct {
	Info Info `json:"info"`
	Spec Spec `json:"spec"` // without the environment's values
}

func (m *Manager) path(id, suffix string) string { return filepath.Join(m.dir, id+suffix) }

// isID keeps names of callers from being paths.
func isID(id string) bool {
	if id == "" || len(id) > 80 {
		return false
	}
	for _, c := range []byte(id) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

// isOurs says whether an id has the form of those that we give. Other recordings of
// the folder were put there by somebody: they are shown, and are not ours to
// repair, to judge into a file or to drop when they get old.
func isOurs(id string) bool {
	const day = "20060102-150405-"
	if len(id) <= len(day) {
		return false
	}
	_, err := time.Parse(day, id[:len(day)])
	return err == nil
}

// writeFile replaces a file as a whole, readable by its owner alone.
func writeFile(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // 0600
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

func (m *Manager) store(e *entry) error {
	b, err := json.MarshalIndent(stored{Info: e.info, Spec: e.spec}, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(m.path(e.info.ID, storedSuffix), b)
}

// Judge is the report of a transcript file: the same bytes as engine.Check of its
// content, without holding the file in memory.
func Judge(path string) ([]byte, error) {
	r, err := judge(path)
	if err != nil {
		return nil, err
	}
	return r.JSON(), nil
}

func judge(path string) (*report.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	a := engine.New()
	if _, err := io.CopyBuffer(struct{ io.Writer }{a}, struct{ io.Reader }{f}, make([]byte, 1<<20)); err != nil {
		return nil, err
	}
	a.Close()
	return a.Report(), nil
}

// idsIn lists the runs that the directory holds, by their transcripts.
func idsIn(dir string) ([]string, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, f := range files {
		if id, ok := strings.CutSuffix(f.Name(), transcriptSuffix); ok && isID(id) && f.Type().IsRegular() {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// sizeOf is how much a run takes on disk, and when its recording was last
// written.
func (m *Manager) sizeOf(id string) (size int64, at time.Time) {
	for _, suffix := range []string{transcriptSuffix, reportSuffix, storedSuffix} {
		if info, err := os.Stat(m.path(id, suffix)); err == nil {
			size += info.Size()
			if suffix == transcriptSuffix {
				at = info.ModTime()
			}
		}
	}
	return size, at
}

func (m *Manager) removeFiles(id string) error {
	var errs []error
	suffixes := []string{transcriptSuffix, storedSuffix}
	if isOurs(id) {
		suffixes = append(suffixes, reportSuffix)
	}
	for _, suffix := range suffixes {
		if err := os.Remove(m.path(id, suffix)); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
