// The wire pass in V8, as the page's worker runs it, beside the way one would go in JavaScript.
// node v8.mjs MODULE ROUNDS FILE…: one line of JSON a file, processor time in ms.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [module, rounds, ...files] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1' });
const { instance } = await WebAssembly.instantiate(readFileSync(module), wasi.getImportObject());
wasi.initialize(instance);
const { alloc, scan, memory } = instance.exports;
const BLOCK = 1 << 20;
const place = alloc(BLOCK) >>> 0;

function wasm(data) {
  let good = 0;
  for (let from = 0; from < data.length; from += BLOCK) {
    const block = data.subarray(from, from + BLOCK);
    new Uint8Array(memory.buffer, place, block.length).set(block);
    good = scan(block.length);
  }
  return good;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function isId(id) {
  return typeof id === 'string' || Number.isInteger(id);
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isGood(m) {
  if (!isObject(m) || m.jsonrpc !== '2.0') return false;
  const method = 'method' in m;
  const result = 'result' in m;
  const error = 'error' in m;
  if (Number(method) + Number(result) + Number(error) !== 1) return false;
  if (method) {
    return typeof m.method === 'string' && (!('id' in m) || isId(m.id)) && (!('params' in m) || isObject(m.params));
  }
  if (!isId(m.id)) return false;
  return result ? isObject(m.result) : isObject(m.error) && Number.isInteger(m.error.code) && typeof m.error.message === 'string';
}

function javascript(data) {
  let good = 0;
  for (let from = 0; from < data.length; ) {
    const end = data.indexOf(10, from);
    if (isGood(JSON.parse(decoder.decode(data.subarray(from, end))))) good++;
    from = end + 1;
  }
  return good;
}

function cpu(run, data) {
  const before = process.cpuUsage();
  run(data);
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}

function median(list) {
  return list.sort((a, b) => a - b)[list.length >> 1];
}

for (const file of files) {
  const data = new Uint8Array(readFileSync(file)); // as in a browser, not Node's Buffer
  const before = scan(0);
  if (wasm(data) - before !== javascript(data)) throw new Error(`${file}: the two ways differ`);
  const times = { wasm: [], js: [], ratio: [] };
  for (let i = 0; i < Number(rounds); i++) {
    const w = cpu(wasm, data);
    const j = cpu(javascript, data);
    times.wasm.push(w);
    times.js.push(j);
    times.ratio.push(j / w);
  }
  console.log(JSON.stringify({ wasm: median(times.wasm), js: median(times.js), ratio: median(times.ratio) }));
}
