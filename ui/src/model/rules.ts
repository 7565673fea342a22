// The catalogue of rules with their pages, as the server (or a file beside the
// page) hands it out.

import { count, fields, list, oneOf, text, texts, type Fields } from './decode'
import { LAYERS } from './ladder'
import type { Severity } from './report'

export interface Rule {
  code: string
  title: string
  class: string
  layer: number
  severity: Severity
  /** Severity in revisions before `since`; "" = it does not apply there. */
  before: string
  since: string
  until: string
  spec: string
  details: string[]
  meaning: string
  /** A message as it should be; "" when there is none to show. */
  good: string
  /** "" = whatever the language. */
  fixes: { for: string; text: string }[]
  ignore: string
  /** Name of a recorded example that shows it, and of one that looks like it and is not. */
  fires: string
  near: string
}

/** Reads a catalogue: a list of rules, or an object that holds one. */
export function decodeRules(value: unknown): Rule[] {
  return list(Array.isArray(value) ? { rules: value } : fields(value), 'rules', (each) => rule(fields(each)))
}

function rule(from: Fields): Rule {
  return {
    code: text(from, 'code'),
    title: text(from, 'title'),
    class: text(from, 'class'),
    layer: count(from, 'layer'),
    severity: oneOf(from, 'severity', ['error', 'warning', 'note'], 'note'),
    before: text(from, 'before'),
    since: text(from, 'since'),
    until: text(from, 'until'),
    spec: text(from, 'spec'),
    details: texts(from, 'details'),
    meaning: text(from, 'meaning'),
    good: text(from, 'good'),
    fixes: list(from, 'fixes', (fix) => ({ for: text(fields(fix), 'for'), text: text(fields(fix), 'text') })),
    ignore: text(from, 'ignore'),
    fires: text(from, 'fires'),
    near: text(from, 'near'),
  }
}

export interface RuleGroup {
  name: string
  rules: Rule[]
}

/** The rules that a search finds, by layer, in the order of the catalogue. */
export function findRules(rules: readonly Rule[], search: string): RuleGroup[] {
  const words = search.toLowerCase().split(/\s+/)
  const found = rules.filter((each) => {
    const all = `${each.code} ${each.title} ${each.meaning} ${each.details.join(' ')}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const groups = [0, 1, 2, 3, 4, 5].map((layer) => ({
    name: layer === 0 ? 'Outside the layers' : `${layer} · ${LAYERS[layer - 1]?.name ?? ''}`,
    rules: found.filter((each) => each.layer === layer),
  }))
  return groups.filter((group) => group.rules.length > 0)
}

/** In which revisions a rule holds, in words; "" = in all. */
export function holdsIn(each: Pick<Rule, 'since' | 'until' | 'before'>): string {
  const parts: string[] = []
  if (each.since !== '')
    parts.push(`from ${each.since} on${each.before === '' ? '' : ` (before that a ${each.before})`}`)
  if (each.until !== '') parts.push(`until ${each.until}`)
  return parts.join(', ')
}

/** A small piece of marked-up prose: text, code, or strong. */
export interface Inline {
  kind: 'text' | 'code' | 'strong'
  text: string
}

export type Block =
  { kind: 'paragraph'; inlines: Inline[] } | { kind: 'code'; text: string } | { kind: 'list'; items: Inline[][] }

/** Prose with `code`, **strong**, fenced code and lists, as blocks of plain text: nothing of it is ever HTML. */
export function prose(source: string): Block[] {
  const blocks: Block[] = []
  const fences = source.split(/^```.*$/m)
  fences.forEach((part, i) => {
    if (i % 2 === 1) {
      blocks.push({ kind: 'code', text: part.replace(/^\n|\n$/g, '') })
      return
    }
    for (const paragraph of part.split(/\n\s*\n/)) {
      const trimmed = paragraph.trim()
      if (trimmed === '') continue
      const lines = trimmed.split('\n')
      if (lines.every((line) => /^[-*] /.test(line))) {
        blocks.push({ kind: 'list', items: lines.map((line) => inlines(line.slice(2))) })
      } else blocks.push({ kind: 'paragraph', inlines: inlines(lines.join(' ')) })
    }
  })
  return blocks
}

function inlines(source: string): Inline[] {
  return source
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('`') && part.endsWith('`') && part.length > 1)
        return { kind: 'code', text: part.slice(1, -1) }
      if (part.startsWith('**') && part.endsWith('**') && part.length > 4)
        return { kind: 'strong', text: part.slice(2, -2) }
      return { kind: 'text', text: part }
    })
}
