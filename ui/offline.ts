// A Vite plugin that leaves the service worker beside the page, with the names of this build's files and a key made of them.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle(_options, bundle) {
      const worker = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8')
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !name.endsWith('.br'))
      const files = ['./', 'icon.svg', ...assets.sort()]
      const build = createHash('sha256').update(JSON.stringify(files)).update(worker).digest('hex').slice(0, 16)
      const constants = `const build = ${JSON.stringify(build)}\nconst files = ${JSON.stringify(files)}\n`
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: constants + worker })
    },
  }
}
