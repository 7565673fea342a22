// For tests: the built module, read from where `make wasm` puts it.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = fileURLToPath(new URL('../../../wasm/host/engine.wasm', import.meta.url))

export const moduleBytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path))
