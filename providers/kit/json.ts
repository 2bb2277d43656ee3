/** Reading untrusted bodies. */

/** No provider nests deeper. Recursive code overflows the stack at a few thousand levels. */
const MAX_DEPTH = 64

/**
 * A number that JavaScript would round, as an id of more than fifteen digits may be, is read as its text.
 * @returns undefined when the text is not JSON, or is nested too deep.
 */
export function parseJson(text: string): unknown {
  if (isDeep(text)) return undefined
  try {
    return LONG_NUMBER.test(text) ? parseExactly(text, unrounded) : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where one may stand: most texts have none, and are parsed without a look at each value. */
const LONG_NUMBER = /(?:^|[:,[])\s*-?\d{16}/

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parseExactly = JSON.parse as (text: string, reviver: Reviver) => unknown

const unrounded: Reviver = (_key, value, { source }) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

function isDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isInText = !isInText
    else if (isInText) at += code === BACKSLASH ? 1 : 0
    else if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) depth -= 1
  }
  return depth > MAX_DEPTH
}

/** A web form whose names nest with brackets, as `data[id]=7` does: two levels, which is what providers send. */
export function parseForm(text: string): Record<string, unknown> {
  const form: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const [, outer = name, inner] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? []
    const nested = form[outer]
    if (inner === undefined) form[outer] = value
    else if (isRecord(nested)) nested[inner] = value
    else form[outer] = Object.assign(Object.create(null), { [inner]: value })
  }
  return form
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * Follows a dotted path (`errors.0.description`); undefined as soon as a step is missing. Own properties only. A step `*` is
 * the first of a list, or of an object with unknown keys.
 */
export function readPath(value: unknown, path: string): unknown {
  let current = value
  for (const asked of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined
    const step = asked === '*' ? (Object.keys(current)[0] ?? '') : asked
    if (!Object.hasOwn(current, step)) return undefined
    current = (current as Record<string, unknown>)[step]
  }
  return current
}

/** A non-empty text, or a number as text; undefined for anything else. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}
