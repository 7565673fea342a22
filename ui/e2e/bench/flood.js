// A server that answers as it should and then floods stdout with valid frames:
//
//   node flood.js FRAMES [PER_SECOND]
//
// When it is done it says on stderr how many frames it wrote and how long that took.

import { createInterface } from 'node:readline'
import { writeSync } from 'node:fs'

const frames = Number(process.argv[2])
const rate = Number(process.argv[3] ?? Infinity)
const padding = 'x'.repeat(96)

/** @param {unknown} message */
const say = (message) => write(`${JSON.stringify(message)}\n`)

/**
 * Writes all of it: a full pipe is waited for, as any server would.
 * @param {string} text
 */
function write(text) {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}

/** @param {number} i */
function frame(i) {
  return `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${i} ${padding}"}}\n`
}

async function flood() {
  const began = performance.now()
  let written = 0
  while (written < frames) {
    const due = Math.min(frames, rate === Infinity ? written + 1000 : ((performance.now() - began) / 1000) * rate)
    let batch = ''
    while (written < due) batch += frame(written++)
    if (batch === '') await new Promise((resolve) => setTimeout(resolve, 1))
    else write(batch)
  }
  process.stderr.write(`wrote ${written} frames in ${Math.round(performance.now() - began)} ms\n`)
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method } = JSON.parse(line)
  if (method === 'server/discover') say({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
  if (method === 'initialize') {
    const serverInfo = { name: 'flood', version: '1.0.0' }
    const capabilities = { tools: {}, logging: {} }
    say({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities, serverInfo } })
  }
  if (method === 'tools/list') {
    await flood()
    say({ jsonrpc: '2.0', id, result: { tools: [] } })
  }
})
