// What the benches read, the same each time: a recording of calls with their answers and a notification before each
// answer, and the raw stdout of a server.

import { closeSync, openSync, writeSync } from 'node:fs'

/** Writes a transcript of so many frames. */
export function writeRecording(path: string, frames: number): void {
  const file = openSync(path, 'w')
  let lines: string[] = []
  const flush = () => {
    writeSync(file, lines.join('\n') + '\n')
    lines = []
  }
  const event = (t: number, kind: string, text: string) =>
    lines.push(`{"t":${t},"k":"${kind}","text":${JSON.stringify(text)}}`)
  lines.push(
    '{"stdioscope":1,"source":{"format":"launch"},"started":"2026-11-30T10:00:00Z","command":["node","server.js"]}',
  )
  lines.push('{"t":10,"k":"spawn","pid":1}')
  event(
    100,
    'stdin',
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}\n',
  )
  event(
    150,
    'stdout',
    '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"bench","version":"1"}}}\n',
  )
  event(160, 'stdin', '{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  let t = 200
  for (let frame = 3, id = 1; frame < frames; frame += 3, id++) {
    t += 10
    event(
      t,
      'stdin',
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"search","arguments":{"q":"query number ${id}"}}}\n`,
    )
    const words = 'lorem ipsum dolor sit amet consectetur '.repeat(3)
    event(
      t + 5,
      'stdout',
      `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"progress ${id}"}}\n` +
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"answer ${id} ${words}"}]}}\n`,
    )
    if (lines.length > 5000) flush()
  }
  lines.push(`{"t":${t + 20},"k":"exit","code":0}`, `{"t":${t + 30},"k":"end"}`)
  flush()
  closeSync(file)
}

/** Writes what a server prints to stdout, so many bytes of it. */
export function writeCapture(path: string, bytes: number): void {
  const file = openSync(path, 'w')
  const words = 'lorem ipsum dolor sit amet consectetur '
  for (let written = 0, id = 1; written < bytes;) {
    let block = ''
    for (const end = id + 5000; id < end; id++) {
      block += `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"step ${id} ${words.repeat(id % 8)}"}}\n`
    }
    written += writeSync(file, block)
  }
  closeSync(file)
}
