// @vitest-environment node
// Who may import whom in ui/src, and which folder alone may say a word. Arrows run one way: views, then state and parts,
// then engine and live, then model, which stands on nothing.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const arrows: Record<string, readonly string[]> = {
  model: [],
  engine: ['model'],
  live: ['model'],
  state: ['engine', 'live', 'model'],
  parts: ['model'],
  views: ['state', 'parts', 'model'],
  styles: [],
}

/** Packages of others that a folder may use; a folder that is not named uses none. */
const packages: Record<string, readonly string[]> = {
  model: ['@noble/hashes'],
  engine: ['@zip.js/zip.js'],
  state: ['svelte'],
  parts: ['svelte'],
  views: ['svelte'],
}

const onlyIn: Record<string, string> = { WebAssembly: 'engine', WebSocket: 'live' }

const src = fileURLToPath(new URL('.', import.meta.url))

interface Source {
  readonly path: string
  readonly text: string
}

/** What a source does that the lists above do not allow, in words. */
function faultsOf({ path, text }: Source): string[] {
  const folder = folderOf(path)
  if (folder === undefined) return [] // main.ts, App.svelte: they put everything together
  const faults: string[] = []
  for (const name of importsOf(text)) {
    if (name.startsWith('.')) {
      const target = folderOf(join(dirname(path), name))
      const allowed = target === folder || (target !== undefined && (arrows[folder] ?? []).includes(target))
      if (!allowed && !name.endsWith('engine.wasm?url')) faults.push(`${path} imports ${name}`)
    } else if (!(packages[folder] ?? []).some((allowed) => name === allowed || name.startsWith(`${allowed}/`))) {
      faults.push(`${path} imports ${name}`)
    }
  }
  for (const [word, room] of Object.entries(onlyIn)) {
    if (folder !== room && new RegExp(`\\b${word}\\b`).test(text)) faults.push(`${path} says ${word}`)
  }
  return faults
}

/** What a source imports, statically or later. */
function importsOf(text: string): string[] {
  const statements = text.matchAll(/^\s*(?:import|export)\s(?:[\w\s{},*]+\sfrom\s)?'([^'\n]+)'/gm)
  const calls = text.matchAll(/\bimport\(\s*'([^'\n]+)'/g)
  return [...statements, ...calls].flatMap(([, name]) => name ?? [])
}

/** The folder of src that a path lies in; undefined for src's own files and for what lies outside. */
function folderOf(path: string): string | undefined {
  const [first] = path.split(sep)
  return first !== undefined && first in arrows ? first : undefined
}

test.each([
  ['views/run/run.ts', "import { rows } from '../../model/rows'", 0],
  ['views/run/run.ts', "import { startEngine } from '../../engine/client'", 1],
  ['model/rows.ts', "import { mount } from 'svelte'", 1],
  ['model/rows.ts', "import { theme } from '../state/theme.svelte'", 1],
  ['model/rows.ts', "import './strings'", 0],
  ['parts/list.ts', "import { onMount } from 'svelte'", 0],
  ['parts/list.ts', "const late = await import('../views/run')", 1],
  ['state/run.ts', 'new WebSocket(url)', 1],
  ['live/follow.ts', 'new WebSocket(url)', 0],
  ['main.ts', "import App from './App.svelte'", 0],
])('%s: %s has %i faults', (path, text, count) => {
  expect(faultsOf({ path: path.replaceAll('/', sep), text })).toHaveLength(count)
})

test('the sources keep the arrows', () => {
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|svelte)$/.test(path) && !/\.test(ing)?\.ts$/.test(path))
    .map((path) => ({ path: relative(src, join(src, path)), text: readFileSync(join(src, path), 'utf8') }))
  expect(sources.length).toBeGreaterThan(5)
  expect(sources.flatMap(faultsOf)).toEqual([])
})
