// The five layers that every frame climbs, and how far one frame got.

export type Rung = 'passed' | 'failed' | 'not-reached' | 'no-message'

export interface Layer {
  number: 1 | 2 | 3 | 4 | 5
  name: string
  /** One word, for where there is little room. */
  short: string
  /** What the layer asks of a line, in plain words. */
  asks: string
}

export const LAYERS: readonly Layer[] = [
  {
    number: 1,
    name: 'Bytes and framing',
    short: 'Bytes',
    asks: 'valid UTF-8, one message a line, a newline at its end',
  },
  { number: 2, name: 'JSON syntax', short: 'JSON', asks: 'the line is exactly one JSON value' },
  { number: 3, name: 'JSON-RPC shape', short: 'JSON-RPC', asks: 'a request, notification or response of JSON-RPC 2.0' },
  {
    number: 4,
    name: 'MCP meaning',
    short: 'MCP',
    asks: 'methods, parameters and results as the MCP revision defines them',
  },
  {
    number: 5,
    name: 'Order and answers',
    short: 'Order',
    asks: 'every answer belongs to a request, in the order of the lifecycle',
  },
]

/** The name of a layer: "layer 2, JSON syntax"; 0 is outside the ladder. */
export function layerTerm(layer: number): string {
  const found = LAYERS[layer - 1]
  return found ? `layer ${layer}, ${found.name}` : 'outside the layers'
}

/**
 * How one row stands on one layer, from the layers that it reached and failed at. A row that is
 * no message (a silence, an exit) can fail a layer, but it has passed none.
 */
export function rungOf(layer: number, reached: number, failed: number, isMessage: boolean): Rung {
  if (!isMessage) return layer === failed ? 'failed' : 'no-message'
  if (failed > 0) return layer < failed ? 'passed' : layer === failed ? 'failed' : 'not-reached'
  return layer <= reached ? 'passed' : 'not-reached'
}
