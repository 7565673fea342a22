// A recording that is judged again: by which engine then and now, and what the two
// say differently.

import { compareFindings, type FindingChange } from './compare'
import { decodeReport } from './report'

/** The engine of a report: with its build where that is known of this very version, else as the report says. */
export function engineOf(report: Uint8Array, build: string): string {
  const version = decodeReport(text(report))?.engine.version ?? ''
  return build.startsWith(`${version}+`) ? build : version
}

/** What two reports of one recording say differently. */
export function changesBetween(then: Uint8Array, now: Uint8Array): FindingChange[] {
  const a = decodeReport(text(then))
  const b = decodeReport(text(now))
  if (a === undefined || b === undefined) return []
  return compareFindings(a.issues, b.issues).filter((each) => each.change !== 'both')
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
