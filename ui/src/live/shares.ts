// Shares: sending one, changing it, and reading what a link leads to. The page
// talks to its own server alone, which hands on to another where one is named.

import { decodeFacts, decodeShared, type Shared, type ShareFacts } from '../model/shares'
import { rootOf } from '../model/place'
import { ApiError, ask } from './api'

export interface Upload {
  /** The masked transcript, gzipped. */
  body: Blob
  name: string
  /** As the server takes it: 7d, 12h, never. */
  expires: string
  /** Another server; "" = the page's own. */
  to: string
  /** Of a team's server; "" for one's own workbench. */
  token: string
}

const DELETION = 'Stdioscope-Deletion-Token'

function path(id: string, to: string): string {
  const query = to === '' ? '' : `?to=${encodeURIComponent(to)}`
  return `shares/${encodeURIComponent(id)}${query}`
}

export const shares = {
  async send(upload: Upload): Promise<Shared> {
    const query = new URLSearchParams({ expires: upload.expires })
    if (upload.name !== '') query.set('name', upload.name)
    if (upload.to !== '') query.set('to', upload.to)
    const headers: Record<string, string> = {
      'Content-Type': 'application/x-ndjson',
      'Content-Encoding': 'gzip',
    }
    if (upload.token !== '' && upload.to === '') headers['Authorization'] = `Bearer ${upload.token}`
    if (upload.token !== '' && upload.to !== '') headers['Stdioscope-Upload-Token'] = upload.token
    const response = await ask(`shares?${query}`, { method: 'POST', body: upload.body, headers })
    return decodeShared(await response.json())
  },

  async rename(id: string, to: string, deletion: string, name: string): Promise<void> {
    await ask(path(id, to), {
      method: 'PATCH',
      body: JSON.stringify({ name }),
      headers: { 'Content-Type': 'application/json', [DELETION]: deletion },
    })
  },

  async takeBack(id: string, to: string, deletion: string): Promise<void> {
    await ask(path(id, to), { method: 'DELETE', headers: { [DELETION]: deletion } })
  },

  facts: async (id: string): Promise<ShareFacts> => decodeFacts(await (await open(id, 'share.json')).json()),
  transcript: async (id: string): Promise<Blob> => (await open(id, 'transcript')).blob(),
  report: async (id: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await (await open(id, 'report.json')).arrayBuffer()),

  /** The viewer that becomes a page of one file. */
  async viewer(): Promise<string> {
    const response = await fetch(`${rootOf(location.href)}single.html`)
    if (!response.ok) throw new Error('The viewer does not lie beside this page: it was built without it.')
    return response.text()
  },
}

/** What lies under a link. It is open to whoever has it. */
async function open(id: string, name: string): Promise<Response> {
  let response: Response
  try {
    response = await fetch(`${rootOf(location.href)}r/${encodeURIComponent(id)}/${name}`)
  } catch {
    throw new ApiError(0, {
      what: 'The server that has this share does not answer.',
      where: '',
      hint: 'Try again later.',
    })
  }
  if (response.ok) return response
  if (response.status === 410)
    throw new ApiError(410, {
      what: 'This share is gone: it has expired, or it was taken back.',
      where: '',
      hint: 'Ask the person who shared it for a new link.',
    })
  if (response.status === 404)
    throw new ApiError(404, { what: 'There is no such share.', where: '', hint: 'Is the link complete?' })
  throw new ApiError(response.status, {
    what: `The server answered ${response.status} to the link.`,
    where: '',
    hint: 'Try again later.',
  })
}
