// Where the report's findings stand among the rows.

import type { Finding, Report } from './report'
import { EVENT, LANES, type Lane, type RowStore } from './rows'

export interface FindingPlaces {
  /** Row of each finding of the report's list, -1 for one without a row. */
  rowOf: readonly number[]
  /** Numbers (in the report's list) of the findings on a row. */
  onRow: ReadonlyMap<number, readonly number[]>
  /** Rows by code. */
  byCode: ReadonlyMap<string, ReadonlySet<number>>
}

export const NO_PLACES: FindingPlaces = { rowOf: [], onRow: new Map(), byCode: new Map() }

/** Finds the rows of all findings among those that carry one: of a silence, the event at which it stands. */
export function placeFindings(rows: RowStore, findings: readonly Finding[]): FindingPlaces {
  const wanted = new Map<string, number[]>()
  findings.forEach((finding, i) => {
    const key = keyOfFinding(finding)
    if (key === '') return
    const list = wanted.get(key)
    if (list) list.push(i)
    else wanted.set(key, [i])
  })
  const rowOf = findings.map(() => -1)
  const onRow = new Map<number, number[]>()
  const byCode = new Map<string, Set<number>>()
  for (const row of rows.marked) {
    if (wanted.size === 0) break
    const key = rows.lane(row) === EVENT ? `t${rows.time(row)}` : keyOf(rows.run(row), rows.lane(row), rows.no(row))
    const numbers = wanted.get(key)
    if (!numbers) continue
    wanted.delete(key)
    onRow.set(row, numbers)
    for (const number of numbers) {
      rowOf[number] = row
      const code = findings[number]?.code ?? ''
      const set = byCode.get(code)
      if (set) set.add(row)
      else byCode.set(code, new Set([row]))
    }
  }
  return { rowOf, onRow, byCode }
}

function keyOfFinding(finding: Finding): string {
  if (finding.frame > 0) return keyOf(finding.run, LANES.indexOf(finding.stream as Lane), finding.frame)
  return finding.t === null ? '' : `t${finding.t}`
}

function keyOf(run: number, lane: number, frame: number): string {
  return `${run}/${lane}/${frame}`
}

/** The finding that decides the verdict, by its number in the list; -1 when there is none. */
export function firstNumber(report: Report): number {
  const first = report.firstViolation
  if (first === null) return report.issues.findIndex((issue) => issue.severity === 'error' && issue.party === 'server')
  return report.issues.findIndex(
    (issue) => issue.code === first.code && issue.address === first.address && issue.t === first.t,
  )
}
