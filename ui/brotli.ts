// A Vite plugin that leaves a .br beside every asset worth compressing, so that the server never compresses at run time.
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const worth = /\.(js|css|wasm|svg)$/

export function brotli(): Plugin {
  return {
    name: 'brotli',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!worth.test(file.fileName)) continue
        const plain = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        const source = await compress(plain, {
          params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
        })
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source })
      }
    },
  }
}
