import path from '../../../wasm/host/engine.wasm?url'

/** Where the built module is, absolute: a worker would resolve a relative one against itself. */
export const moduleURL = new URL(path, document.baseURI).href
