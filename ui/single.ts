// A Vite plugin that makes the page one file: everything lies in the document, gzip in base64, and a loader unpacks what
// is to run. The policy names the loader, the code and the style by their hashes, so nothing else ever runs in it, and
// allows no connection at all. Where the recording goes stands <!--recording--> (src/model/single.ts, server/render).

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const loader = `(async () => {
  const read = (id) => {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0))
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text()
  }
  const add = (name, more) => document.head.append(Object.assign(document.createElement(name), more))
  add('style', { textContent: await read('style') })
  add('script', { type: 'module', textContent: await read('code') })
})().catch((error) => {
  document.getElementById('app').textContent = 'This browser cannot show the file: ' + error
})`

const pack = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).toString('base64')
const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

export function singleFile(): Plugin {
  return {
    name: 'single-file',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      let code = ''
      let style = ''
      for (const [name, file] of Object.entries(bundle)) {
        Reflect.deleteProperty(bundle, name)
        if (file.type === 'chunk') code += file.code
        else if (name.endsWith('.css')) style += String(file.source)
        else this.error(`${name} would not lie in the one file`)
      }
      const policy = [
        "default-src 'none'",
        `script-src ${hash(loader)} ${hash(code)} 'wasm-unsafe-eval'`,
        `style-src ${hash(style)}`,
        'worker-src blob:',
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ')
      const parts: Record<string, string> = {
        policy,
        engine: pack(readFileSync(join(import.meta.dirname, '../wasm/host/engine.wasm'))),
        style: pack(style),
        code: pack(code),
      }
      const template = readFileSync(join(import.meta.dirname, 'single.html'), 'utf8')
      const source = template
        .replace('<!--loader-->', () => `<script>${loader}</script>`)
        .replace(/%(\w+)%/g, (_all, name: string) => parts[name] ?? this.error(`no ${name}`))
      this.emitFile({ type: 'asset', fileName: 'single.html', source })
    },
  }
}
