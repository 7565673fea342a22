// A form made of a JSON Schema of an object, as tools and elicitations carry it:
// a field for each plain member, a JSON box for what is deeper. Start with
// fieldsOf; valueOf reads the filled form back and says what is missing or wrong.

import { fields, flag, isFields, maybe, parse, text, texts, type Fields } from './decode'

export interface FormField {
  name: string
  kind: 'string' | 'number' | 'integer' | 'boolean' | 'choice' | 'json'
  title: string
  description: string
  required: boolean
  /** What may be chosen: JSON texts with what is shown for them. */
  choices: { value: string; label: string }[]
  /** Text that the field begins with. */
  initial: string
  minimum: number | null
  maximum: number | null
  minLength: number | null
  maxLength: number | null
  /** Input type of a string: email, uri, date. */
  format: string
  long: boolean
}

/** The fields of a schema's members, required ones first as far as the order allows. */
export function fieldsOf(schema: unknown): FormField[] {
  const root = fields(schema)
  const required = new Set(texts(root, 'required'))
  return Object.entries(fields(root['properties'])).map(([name, value]) =>
    fieldOf(name, fields(value), required.has(name)),
  )
}

function fieldOf(name: string, schema: Fields, required: boolean): FormField {
  const choices = choicesOf(schema)
  const kind = choices.length > 0 ? 'choice' : kindOf(schema)
  return {
    name,
    kind,
    title: text(schema, 'title', name),
    description: text(schema, 'description'),
    required,
    choices,
    initial: initialOf(schema, kind),
    minimum: maybe(schema, 'minimum'),
    maximum: maybe(schema, 'maximum'),
    minLength: maybe(schema, 'minLength'),
    maxLength: maybe(schema, 'maxLength'),
    format: text(schema, 'format'),
    long: (maybe(schema, 'maxLength') ?? 0) > 200 || flag(schema, 'x-multiline'),
  }
}

function kindOf(schema: Fields): FormField['kind'] {
  const type = schema['type']
  const one: unknown = Array.isArray(type) ? type.find((each) => each !== 'null') : type
  switch (one) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
      return one
    default:
      return 'json'
  }
}

function choicesOf(schema: Fields): FormField['choices'] {
  const plain = schema['enum']
  if (Array.isArray(plain)) {
    const names = texts(schema, 'enumNames')
    return plain.map((value: unknown, i) => ({ value: JSON.stringify(value), label: names[i] ?? labelOf(value) }))
  }
  const titled = schema['oneOf']
  if (Array.isArray(titled) && titled.every((each) => isFields(each) && 'const' in each)) {
    return titled.map((each) => {
      const value: unknown = fields(each)['const']
      return { value: JSON.stringify(value), label: text(fields(each), 'title', labelOf(value)) }
    })
  }
  return []
}

function labelOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function initialOf(schema: Fields, kind: FormField['kind']): string {
  const value = schema['default']
  if (value === undefined) return ''
  return kind === 'string' && typeof value === 'string' ? value : JSON.stringify(value)
}

export interface Filled {
  value: Record<string, unknown>
  /** What is wrong, by field name. */
  faults: Record<string, string>
}

/** The object that a filled form stands for. Empty fields are left out unless they are required. */
export function valueOf(form: readonly FormField[], filled: Readonly<Record<string, string>>): Filled {
  const value: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const field of form) {
    const written = filled[field.name] ?? ''
    if (written === '') {
      if (field.required && field.kind === 'string' && (field.minLength ?? 0) === 0) value[field.name] = ''
      else if (field.required) faults[field.name] = 'is required'
      continue
    }
    const read = readField(field, written)
    if ('fault' in read) faults[field.name] = read.fault
    else value[field.name] = read.value
  }
  return { value, faults }
}

/** JSON Schema counts code points. */
function characters(text: string): number {
  return Array.from(text).length
}

function readField(field: FormField, written: string): { value: unknown } | { fault: string } {
  switch (field.kind) {
    case 'string':
      if (field.minLength !== null && characters(written) < field.minLength) {
        return { fault: `needs at least ${field.minLength} characters` }
      }
      if (field.maxLength !== null && characters(written) > field.maxLength) {
        return { fault: `takes at most ${field.maxLength} characters` }
      }
      return { value: written }
    case 'number':
    case 'integer': {
      const number = Number(written)
      if (Number.isNaN(number)) return { fault: 'is not a number' }
      if (field.kind === 'integer' && !Number.isInteger(number)) return { fault: 'is not a whole number' }
      if (field.minimum !== null && number < field.minimum) return { fault: `is less than ${field.minimum}` }
      if (field.maximum !== null && number > field.maximum) return { fault: `is more than ${field.maximum}` }
      return { value: number }
    }
    case 'boolean':
      return { value: written === 'true' }
    case 'choice':
    case 'json': {
      const value = parse(written)
      return value === undefined ? { fault: 'is not JSON' } : { value }
    }
  }
}

/** The form filled from an object, as far as it has members for it. */
export function fillFrom(form: readonly FormField[], value: unknown): Record<string, string> {
  const from = fields(value)
  const filled: Record<string, string> = {}
  for (const field of form) {
    const member = from[field.name]
    if (member === undefined) continue
    filled[field.name] = field.kind === 'string' && typeof member === 'string' ? member : JSON.stringify(member)
  }
  return filled
}
