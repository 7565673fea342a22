// The engine's two parts as assets of the page. In the page that is one file module.single.ts stands in for it.

import path from '../../../wasm/host/engine.wasm?url'
import type { ModuleSource } from './guest'

/** Where the built module is, absolute: a worker would resolve a relative one against itself. */
export const moduleSource = (): ModuleSource => ({ url: new URL(path, document.baseURI).href })

export const makeWorker = (): Worker => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' })
