package run

import (
	"slices"
	"time"
)

// The bounds of what is kept when nobody says otherwise.
const (
	keepAge   = 30 * 24 * time.Hour
	keepBytes = 2 << 30
)

// retain drops the oldest runs that are beyond the bounds. A run that goes on is
// never dropped, nor is a recording that somebody else put here.
func (m *Manager) retain(now time.Time) {
	age, most := m.settings.MaxAge, m.settings.MaxBytes
	if age == 0 {
		age = keepAge
	}
	if most == 0 {
		most = keepBytes
	}
	type kept struct {
		id   string
		size int64
		at   time.Time
		live bool
	}
	m.mu.Lock()
	var all []kept
	for id, e := range m.entries {
		if !isOurs(id) {
			continue
		}
		size, at := m.sizeOf(id)
		e.mu.Lock()
		live := e.info.State == Running
		e.mu.Unlock()
		all = append(all, kept{id, size, at, live})
	}
	m.mu.Unlock()
	slices.SortFunc(all, func(a, b kept) int { return b.at.Compare(a.at) }) // newest first
	var total int64
	for _, k := range all {
		total += k.size
		tooOld := age > 0 && now.Sub(k.at) > age
		tooMuch := most > 0 && total > most
		if k.live || !tooOld && !tooMuch {
			continue
		}
		if m.Delete(k.id) == nil {
			total -= k.size
		}
	}
}
