import { expect, test } from 'vitest'
import { formatRoute, NO_VIEW, parseRoute, type Route } from './route'

test.each<{ hash: string; route: Route }>([
  { hash: '#/runs', route: { kind: 'home' } },
  { hash: '#/open', route: { kind: 'open' } },
  { hash: '#/local', route: { kind: 'local', view: NO_VIEW } },
  { hash: '#/runs/r1', route: { kind: 'run', id: 'r1', view: NO_VIEW } },
  { hash: '#/runs/r1?frame=stdout:12', route: { kind: 'run', id: 'r1', view: { ...NO_VIEW, frame: 'stdout:12' } } },
  {
    hash: '#/runs/r1?frame=2/stdout:12&bytes=3-40&finding=3&filter=layer:2%20%22a%26b%22&tab=hex',
    route: {
      kind: 'run',
      id: 'r1',
      view: { frame: '2/stdout:12', bytes: '3-40', filter: 'layer:2 "a&b"', tab: 'hex', finding: 3 },
    },
  },
  {
    hash: '#/open?z=aB-_&e=1.0.0&s=xyz&frame=stdout:1',
    route: {
      kind: 'packed',
      packed: { z: 'aB-_', engine: '1.0.0', digest: 'xyz' },
      view: { ...NO_VIEW, frame: 'stdout:1' },
    },
  },
  { hash: '#/compare?a=x&b=y%2Fz', route: { kind: 'compare', a: 'x', b: 'y/z' } },
  { hash: '#/rules', route: { kind: 'rules', code: '' } },
  { hash: '#/rules/stdout-non-json', route: { kind: 'rules', code: 'stdout-non-json' } },
])('$hash', ({ hash, route }) => {
  expect(parseRoute(hash)).toEqual(route)
  expect(formatRoute(route)).toBe(hash)
})

test.each([
  { hash: '', want: 'home' },
  { hash: '#', want: 'home' },
  { hash: '#/nowhere', want: 'unknown' },
  { hash: '#/runs/a/b', want: 'unknown' },
  { hash: '#/runs/%E0%A4%A', want: 'run' },
])('"$hash" is $want', ({ hash, want }) => {
  expect(parseRoute(hash).kind).toBe(want)
})

test('what makes no sense in an address is left out', () => {
  const route = parseRoute('#/runs/x?tab=nonsense&finding=-1&frame=stdout:1&bytes=9-3')
  expect(route).toEqual({ kind: 'run', id: 'x', view: { ...NO_VIEW, frame: 'stdout:1' } })
})

test.each([
  { hash: '', shared: 'Ab1', want: { kind: 'shared', id: 'Ab1', view: NO_VIEW }, written: '#' },
  {
    hash: '#frame=2/stdout:12&tab=hex',
    shared: '',
    want: { kind: 'shared', id: '', view: { ...NO_VIEW, frame: '2/stdout:12', tab: 'hex' } },
    written: '#frame=2/stdout:12&tab=hex',
  },
  { hash: '#/rules', shared: 'Ab1', want: { kind: 'rules', code: '' }, written: '#/rules' },
] as const)('on the page of share "$shared", "$hash" is its view, or a route', ({ hash, shared, want, written }) => {
  const route = parseRoute(hash, shared)
  expect(route).toEqual(want)
  expect(formatRoute(route)).toBe(written)
})
