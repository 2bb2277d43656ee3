/**
 * Masks the secrets of a conversation with a provider: those of the account and those of the requests (cards, tokens, authorisation),
 * in every encoding in which a provider may repeat them.
 */
import { isCardNumber, maskCardNumbers } from '../domain/card-number.ts'
import type { WireBody, WireRequest } from '../providers/contract.ts'
import { CODE_IN_TEXT, firstSix, HIDDEN, isCardsBeginning, isCode, isSecret } from './secret-names.ts'

export interface Redactor {
  /** Learns the secrets of a request before its answer can repeat them. `proofs` are the headers that authenticate it. */
  learn(request: WireRequest, proofs?: Readonly<Record<string, string>>): void
  /** Masks secrets, security codes and card numbers, of whose beginnings six digits are left. Cut the text first, because the cost grows with its length. */
  hide(text: string): string
  /** Masks only known secrets, for texts whose values were already redacted one by one. */
  hideSecrets(text: string): string
  /** The beginning of a long text with its secrets masked, also a secret at the cut. */
  hideBeginning(text: string, length: number): string
}

/** A shorter secret is part of ordinary words. Masking it would hide the message and protect nothing. */
const MIN_SECRET = 4
const MIN_FOUND_SECRET = 8
const CODE = /^\d{3,4}$/
const MORE_THAN_SIX = /^\d{7,19}$/
/** A code stands alone, not within a word or an amount. `%22` in a URL is a quote. */
const BEFORE_CODE = '(?:(?<![0-9A-Za-z]|\\d\\.)|(?<=%[0-9A-Fa-f]{2}))'
const AFTER_CODE = '(?![0-9A-Za-z]|\\.\\d)'
/** Our own reference. It is no secret and explains the exchange. */
const NO_SECRET_HEADER = /idempotency/i

/** @param known the account's secrets: its credentials, its webhook token, tokens of a card or a receiver. */
export function createRedactor(known: readonly string[]): Redactor {
  const secrets = new Set(known.filter((secret) => secret.length >= MIN_SECRET))
  const codes = new Set<string>()
  const beginnings = new Set<string>()
  let patterns: { secrets: RegExp | undefined; codes: RegExp | undefined; longest: number } | undefined

  const addSecret = (value: string) => {
    if (value.length >= MIN_FOUND_SECRET) secrets.add(value)
  }
  const addNamed = (name: string, value: string) => {
    if (isCode(name) && CODE.test(value)) codes.add(value)
    else if (isCardsBeginning(name) && MORE_THAN_SIX.test(value)) beginnings.add(value)
    else if (isSecret(name) || isCardNumber(value.replace(/[\s-]/g, ''))) addSecret(value)
  }
  const compiled = () => {
    patterns ??= {
      secrets: anyOf([...secrets].flatMap(writings)),
      codes: codes.size === 0 ? undefined : new RegExp(`${BEFORE_CODE}(?:${[...codes].join('|')})${AFTER_CODE}`, 'g'),
      longest: Math.max(0, ...[...secrets].flatMap(writings).map(({ length }) => length)),
    }
    return patterns
  }
  const hideSecrets = (text: string) => {
    const pattern = compiled().secrets
    return pattern ? text.replace(pattern, HIDDEN) : text
  }
  const hide = (text: string) => {
    const { codes: pattern } = compiled()
    const cardless = [...beginnings].reduce(
      (shown, digits) => shown.replaceAll(digits, firstSix),
      maskCardNumbers(hideSecrets(text)),
    )
    const bare = cardless.replace(CODE_IN_TEXT, `$1${HIDDEN}`)
    return pattern ? bare.replace(pattern, HIDDEN) : bare
  }
  return {
    learn: (request, proofs = {}) => {
      for (const value of Object.values(proofs)) for (const secret of proofParts(value)) addSecret(secret)
      for (const [name, value] of Object.entries(request.headers)) {
        if (isSecret(name) && !NO_SECRET_HEADER.test(name)) for (const secret of proofParts(value)) addSecret(secret)
      }
      for (const [name, value] of namedValues(request)) addNamed(name, value)
      patterns = undefined
    },
    hide,
    hideSecrets,
    hideBeginning: (text, length) => {
      const spare = compiled().longest + LONGEST_CARD
      if (text.length <= length) return hide(text)
      const hidden = hide(text.slice(0, length + spare))
      return hidden.slice(0, Math.max(0, Math.min(length, hidden.length - spare)))
    },
  }
}

/** The longest card number, with its groups and separators. */
const LONGEST_CARD = 80

function anyOf(texts: readonly string[]): RegExp | undefined {
  const unique = [...new Set(texts)].sort((a, b) => b.length - a.length)
  return unique.length === 0
    ? undefined
    : new RegExp(unique.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'), 'g')
}

/** The secret as it is, in Base64, URL-encoded, in JSON, and in JSON within a JSON string. */
function writings(secret: string): string[] {
  const base64 = Buffer.from(secret, 'utf8').toString('base64').replace(/=+$/, '')
  const inAddress = encodeURIComponent(secret)
  const inJson = JSON.stringify(secret).slice(1, -1)
  return [
    secret,
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(base64),
    inAddress,
    inAddress.replaceAll('%20', '+'),
    inAddress.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    inJson,
    inJson.replaceAll('/', '\\/'),
    JSON.stringify(inJson).slice(1, -1),
    JSON.stringify(inJson.replaceAll('/', '\\/')).slice(1, -1),
  ]
}

/** For `Basic <base64 of user:password>`: the whole value, without its scheme, decoded, and the password alone. */
function proofParts(value: string): string[] {
  const [, scheme = '', bare = value] = /^(\w+) (.+)$/s.exec(value) ?? []
  if (scheme.toLowerCase() !== 'basic') return [value, bare]
  const pair = Buffer.from(bare, 'base64').toString('utf8')
  return [value, bare, pair, pair.slice(pair.indexOf(':') + 1)]
}

/** Every value in the request's URL and body, with its name. */
function namedValues({ url, body }: WireRequest): [name: string, value: string][] {
  const query = url.includes('?') ? [...new URLSearchParams(url.slice(url.indexOf('?')))] : []
  return body ? [...query, ...bodyValues(body)] : query
}

function bodyValues(body: WireBody): [name: string, value: string][] {
  if (body.type === 'form') return Object.entries(body.value)
  if (body.type === 'json') return leaves(body.value)
  try {
    return leaves(JSON.parse(body.value))
  } catch {
    return []
  }
}

function leaves(value: unknown, name = ''): [name: string, value: string][] {
  if (typeof value === 'string' || typeof value === 'number') return [[name, String(value)]]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, name))
  return Object.entries(value).flatMap(([inner, item]) => leaves(item, inner))
}
