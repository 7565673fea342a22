// Draws a laid-out timeline. Colours come from the page's tokens, sizes from here.

import { KIND } from '../../model/rows'
import type { Picture, Span } from '../../model/timeline'
import { formatDuration } from '../../model/units'

export const GUTTER = 56
/** Room behind the last moment, so that a mark there is seen whole. */
export const END = 8
export const AXIS = 18
export const HEIGHT = 84
const CLIENT = AXIS + 4
const LANE = 22
const SERVER = CLIENT + LANE + 2
const STDERR_LANE = SERVER + 18
const LEVEL = 7
const BUTTONS = 72

export interface Palette {
  ink: string
  soft: string
  faint: string
  line: string
  band: string
  stdin: string
  stdout: string
  stderr: string
  bad: string
  warn: string
  accent: string
  chosen: string
  font: string
}

/** Reads the tokens as they stand in this theme. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element)
  const probe = document.createElement('span')
  element.append(probe)
  const colour = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const palette: Palette = {
    ink: colour('--ink'),
    soft: colour('--ink-soft'),
    faint: colour('--ink-faint'),
    line: colour('--line'),
    band: colour('--raised'),
    stdin: colour('--stdin'),
    stdout: colour('--stdout'),
    stderr: colour('--stderr'),
    bad: colour('--bad-strong'),
    warn: colour('--warn'),
    accent: colour('--accent'),
    chosen: colour('--chosen'),
    font: `11px ${style.getPropertyValue('--sans')}`,
  }
  probe.remove()
  return palette
}

export interface Scene {
  picture: Picture
  width: number
  palette: Palette
  ticks: { x: number; t: number }[]
  /** Name of the phase, or of the method, of a row. */
  name: (row: number) => string
  selected: number
  /** Only a part of the time is seen: the buttons that end this stand at the right end. */
  zoomed: boolean
  brush: { x0: number; x1: number } | undefined
}

export function draw(context: CanvasRenderingContext2D, scene: Scene): void {
  const { palette, width } = scene
  context.clearRect(0, 0, GUTTER + width + END, HEIGHT)
  context.font = palette.font
  context.textBaseline = 'middle'
  drawLabels(context, palette)
  context.save()
  context.translate(GUTTER, 0)
  context.beginPath()
  context.rect(0, 0, width + END, HEIGHT)
  context.clip()
  drawBands(context, scene)
  drawAxis(context, scene)
  drawMarks(context, scene)
  for (const span of scene.picture.spans) drawSpan(context, scene, span)
  drawLines(context, scene)
  drawSelection(context, scene)
  context.restore()
  drawFirst(context, scene)
}

function drawLabels(context: CanvasRenderingContext2D, palette: Palette): void {
  context.textAlign = 'right'
  const label = (text: string, y: number, colour: string) => {
    context.fillStyle = colour
    context.fillText(text, GUTTER - 8, y)
  }
  label('client', CLIENT + LANE / 2, palette.stdin)
  label('server', SERVER + 8, palette.stdout)
  label('stderr', STDERR_LANE + 6, palette.stderr)
}

function drawBands(context: CanvasRenderingContext2D, { picture, palette, name }: Scene): void {
  context.textAlign = 'left'
  picture.bands.forEach((band, i) => {
    const x0 = Math.max(0, band.x0)
    if (i % 2 === 0) {
      context.fillStyle = palette.band
      context.fillRect(x0, AXIS, band.x1 - x0, HEIGHT - AXIS)
    }
    context.fillStyle = palette.line
    context.fillRect(Math.round(band.x0), 0, 1, HEIGHT)
    const room = band.x1 - x0 - 8
    const text = name(band.row)
    if (room > context.measureText(text).width) {
      context.fillStyle = palette.soft
      context.fillText(text, x0 + 4, AXIS / 2)
    }
  })
}

function drawAxis(context: CanvasRenderingContext2D, { ticks, palette, picture, width, zoomed }: Scene): void {
  context.textAlign = 'right'
  for (const { x, t } of ticks) {
    context.fillStyle = palette.line
    context.fillRect(Math.round(x), AXIS, 1, HEIGHT - AXIS)
    const text = formatDuration(t)
    const room = context.measureText(text).width + 8
    // A phase that begins here has the place for its name.
    if (zoomed && x > width - BUTTONS) continue
    if (picture.bands.some((band) => band.x0 < x && band.x0 + 72 > x - room)) continue
    context.fillStyle = palette.faint
    context.fillText(text, x - 4, AXIS / 2)
  }
}

function drawMarks(context: CanvasRenderingContext2D, { picture, palette }: Scene): void {
  const lanes = [
    { y: CLIENT + LANE - 5, height: 5, colour: palette.stdin },
    { y: SERVER, height: 14, colour: palette.stdout },
    { y: STDERR_LANE + 2, height: 8, colour: palette.stderr },
  ]
  picture.marks.forEach((column, lane) => {
    const place = lanes[lane]
    if (!place || (lane === 0 && !picture.dense)) return
    for (let x = 0; x < column.length; x++) {
      const mark = column[x] ?? 0
      if (mark === 0) continue
      context.fillStyle = mark === 4 ? palette.bad : mark === 3 ? palette.warn : place.colour
      const tall = mark >= 3
      context.fillRect(x, place.y - (tall ? 2 : 0), tall ? 2 : 1, place.height + (tall ? 4 : 0))
    }
  })
}

function drawSpan(context: CanvasRenderingContext2D, { palette, name, selected, width }: Scene, span: Span): void {
  const y = (span.lane === 0 ? CLIENT : SERVER) + span.level * LEVEL
  const x0 = Math.max(-4, span.x0)
  const length = Math.max(2, Math.min(width + 4, span.x1) - x0)
  context.fillStyle = span.faulty ? palette.bad : span.lane === 0 ? palette.stdin : palette.stdout
  context.strokeStyle = context.fillStyle
  if (span.open) {
    // Not answered: drawn as dashes that lead nowhere.
    for (let x = x0; x < x0 + length; x += 6) context.fillRect(x, y, 3, LEVEL - 1)
    context.fillRect(x0, y, 3, LEVEL - 1)
  } else if (span.refused && length > 4) {
    // Answered with an error: hollow, so that it is seen without colour.
    context.lineWidth = 1.5
    context.strokeRect(x0 + 0.75, y + 0.75, length - 1.5, LEVEL - 2.5)
  } else context.fillRect(x0, y, length, LEVEL - 1)
  if (span.row === selected) {
    context.strokeStyle = palette.ink
    context.lineWidth = 1
    context.strokeRect(x0 - 0.5, y - 0.5, length + 1, LEVEL)
  }
  if (span.level === 0 && span.alone && length > 56) {
    const text = name(span.row)
    context.textAlign = 'left'
    if (context.measureText(text).width < length - 4) {
      context.fillStyle = palette.soft
      context.fillText(text, Math.max(2, x0), y + LEVEL + 6)
    }
  }
}

function drawLines(context: CanvasRenderingContext2D, { picture, palette }: Scene): void {
  for (const { x, kind } of picture.lines) {
    const alarming = kind === KIND.deadline || kind === KIND.limit || kind === KIND.signal
    context.strokeStyle = alarming ? palette.warn : palette.faint
    context.lineWidth = alarming ? 2 : 1
    context.setLineDash(alarming ? [4, 3] : [1, 2])
    context.beginPath()
    context.moveTo(Math.round(x) + 0.5, AXIS)
    context.lineTo(Math.round(x) + 0.5, HEIGHT)
    context.stroke()
  }
  context.setLineDash([])
}

/** The first violation: the one red mark that is seen before anything else. */
function drawFirst(context: CanvasRenderingContext2D, { picture, palette, width }: Scene): void {
  if (picture.first < 0 || picture.first > width) return
  const x = GUTTER + Math.round(picture.first)
  context.fillStyle = palette.bad
  context.fillRect(x, AXIS - 2, 2, HEIGHT - AXIS + 2)
  context.beginPath()
  context.moveTo(x - 5, AXIS - 8)
  context.lineTo(x + 7, AXIS - 8)
  context.lineTo(x + 1, AXIS + 1)
  context.fill()
}

function drawSelection(context: CanvasRenderingContext2D, { brush, palette }: Scene): void {
  if (!brush) return
  const x0 = Math.min(brush.x0, brush.x1)
  context.globalAlpha = 0.35
  context.fillStyle = palette.chosen
  context.fillRect(x0, AXIS, Math.abs(brush.x1 - brush.x0), HEIGHT - AXIS)
  context.globalAlpha = 1
  context.fillStyle = palette.accent
  context.fillRect(x0, AXIS, 1, HEIGHT)
  context.fillRect(Math.max(brush.x0, brush.x1), AXIS, 1, HEIGHT)
}
