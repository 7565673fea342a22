// A Vite plugin that leaves a .br beside every asset worth compressing, so that the server never compresses at run time.
// Packing the engine takes seconds, so what is large is kept between builds, by the digest of its content and of how it is packed.

import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const worth = /\.(js|css|wasm|svg)$/
const cache = join(import.meta.dirname, 'node_modules/.cache/brotli')
const large = 1 << 20

// Short blocks and distances of eight suit WebAssembly, half a per cent against the defaults.
const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: 23,
  [constants.BROTLI_PARAM_LGBLOCK]: 16,
  [constants.BROTLI_PARAM_NPOSTFIX]: 3,
}

const compress = promisify(brotliCompress)

async function pack(plain: Buffer): Promise<Buffer> {
  const packed = () => compress(plain, { params })
  if (plain.length < large) return packed()
  const path = join(cache, createHash('sha256').update(JSON.stringify(params)).update(plain).digest('hex'))
  try {
    return await readFile(path)
  } catch {
    await mkdir(cache, { recursive: true })
    const fresh = await packed()
    await writeFile(path, fresh)
    return fresh
  }
}

export function brotli(): Plugin {
  return {
    name: 'brotli',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!worth.test(file.fileName)) continue
        const source = await pack(Buffer.from(file.type === 'chunk' ? file.code : file.source))
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source })
      }
    },
  }
}
