// The engine's two parts in a page that is one file: the module lies in the document, gzipped, and the worker starts from
// a Blob. Stands in for module.ts, which fetches both.

import InlineWorker from './engine.worker.ts?worker&inline'
import { fromBase64 } from '../model/pack'
import type { ModuleSource } from './guest'

export const moduleSource = (): ModuleSource => ({
  gzip: fromBase64(document.getElementById('engine')?.textContent ?? ''),
})

export const makeWorker = (): Worker => new InlineWorker()
