// Durations, times and sizes as people read them, always with a unit and in few
// enough characters to stand in a column. Microseconds and bytes go in.

/** A span of time: 850 µs, 4.2 ms, 47 ms, 1.24 s, 2 min 05 s. */
export function formatDuration(us: number): string {
  if (us < 0) return `-${formatDuration(-us)}`
  if (us < 1000) return `${Math.round(us)} µs`
  const ms = us / 1000
  if (ms < 9.95) return `${ms.toFixed(1)} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  const s = ms / 1000
  if (s < 9.995) return `${s.toFixed(2)} s`
  if (s < 59.95) return `${s.toFixed(1)} s`
  const whole = Math.round(s)
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${pad(whole % 60)} s`
  return `${Math.floor(whole / 3600)} h ${pad(Math.floor((whole % 3600) / 60))} min`
}

/** A moment since start in seconds, three decimals, so that columns line up. */
export function formatTime(us: number): string {
  return (us / 1e6).toFixed(3)
}

/** A size: 17 B, 2.1 kB, 64 kB, 1.5 MB. Powers of 1000. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  for (const [unit, size] of UNITS) {
    const value = bytes / size
    if (value < 9.95) return `${value.toFixed(1)} ${unit}`
    if (value < 999.5) return `${Math.round(value)} ${unit}`
  }
  return `${Math.round(bytes / 1e12)} TB`
}

const UNITS: readonly [string, number][] = [
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
]

/** A count with thousands set apart: 1 000 000 with narrow spaces. */
export function formatCount(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f')
}

/** "1 frame", "2 frames". */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`
}

/** How long ago a moment was: just now, 4 min ago, yesterday's date otherwise. */
export function formatAgo(then: number, now: number): string {
  const s = Math.max(0, Math.round((now - then) / 1000))
  if (s < 10) return 'just now'
  if (s < 60) return `${s} s ago`
  if (s < 3600) return `${Math.floor(s / 60)} min ago`
  if (s < 86400) return `${Math.floor(s / 3600)} h ago`
  return new Date(then).toISOString().slice(0, 10)
}

/** Reads a size with its unit: 64k, 1.5MB, 200, 2KiB. undefined when it is none. */
export function parseSize(text: string): number | undefined {
  const m = /^(\d+(?:\.\d+)?)\s*(?:(k|m|g)(i?)b?|b)?$/i.exec(text)
  if (!m) return undefined
  const base = m[3] ? 1024 : 1000
  const power = { '': 0, k: 1, m: 2, g: 3 }[(m[2] ?? '').toLowerCase()] ?? 0
  return Number(m[1]) * base ** power
}

/** Reads a duration with its unit into microseconds: 500ms, 2s, 1.5min, 80us. */
export function parseDuration(text: string): number | undefined {
  const m = /^(\d+(?:\.\d+)?)\s*(us|[µ\u03bc]s|ms|s|min|m|h)$/i.exec(text)
  if (!m) return undefined
  const name = (m[2] ?? '').toLowerCase().replace(/^[µ\u03bc]/, 'u') // the micro sign and the Greek letter
  const unit = { us: 1, ms: 1e3, s: 1e6, min: 6e7, m: 6e7, h: 3.6e9 }[name]
  return unit === undefined ? undefined : Number(m[1]) * unit
}

function pad(n: number): string {
  return n < 10 ? `0${n}` : String(n)
}
