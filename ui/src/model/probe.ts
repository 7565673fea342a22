// The one request that a newcomer never heard of, explained where it is seen.

import { methodString } from './match'
import type { Report } from './report'
import type { RowStore } from './rows'
import type { StringTable } from './strings'

/** Why a row asks for server/discover, or answers it; '' for every other row. */
export function probeWords(rows: RowStore, strings: StringTable, row: number, report: Report | undefined): string {
  if (row < 0 || strings.get(methodString(rows, row)) !== 'server/discover') return ''
  const who = report?.source.format === 'launch' ? 'stdioscope' : 'The client'
  const asks = `${who} asks first whether the server speaks the stateless revision of MCP (2026-07-28)`
  return report?.era.kind === 'modern'
    ? `${asks}.`
    : `${asks}; an error here is the expected answer of an older server.`
}
