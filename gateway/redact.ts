/** Redacts a provider exchange for operators: no credentials, no card numbers, personal data masked. */
import type { ExchangeEntry } from '../db/schema/charges.ts'
import { isCardNumber } from '../domain/card-number.ts'
import type { CredentialPart, Credentials, WireAnswer, WireBody, WireRequest } from '../providers/contract.ts'
import type { Redactor } from './redactor.ts'
import { firstSix, HIDDEN, isAboutPerson, isCardsBeginning, isPersonal, isSecret } from './secret-names.ts'

const MAX_BODY = 20_000
/** A longer text is a file or an image; its beginning shows which. */
const MAX_TEXT = 4_000
const SHOWN_OF_LONG_TEXT = 40
const MAX_ERROR = 2_000
/** Values nested deeper are not shown. */
const MAX_DEPTH = 64
const CARD_KEY = /card|cartao/i

/** Credential values that must not be stored or shown. */
export function secretValues(parts: readonly CredentialPart[], credentials: Credentials): string[] {
  return parts.filter((part) => part.secret).map((part) => credentials[part.name] ?? '')
}

/** Cuts every text before it is searched, because a provider's answer may have any length. */
export function redactExchange(
  redactor: Redactor,
  at: string,
  request: WireRequest,
  outcome: { answer: WireAnswer } | { error: string },
): ExchangeEntry {
  const answer = 'answer' in outcome ? outcome.answer : undefined
  const header = (name: string, value: string) => (isSecret(name) ? HIDDEN : redactor.hideBeginning(value, MAX_TEXT))
  return {
    at,
    method: request.method,
    url: redactor.hideBeginning(redactQuery(request.url), MAX_TEXT),
    requestHeaders: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, header(name, value)]),
    ),
    requestBody: request.body ? redactBody(redactor, request.body) : null,
    status: answer?.status ?? null,
    responseBody: answer ? redactText(redactor, answer.body) : null,
    error: 'error' in outcome ? redactor.hideBeginning(outcome.error, MAX_ERROR) : null,
  }
}

function redactBody(redactor: Redactor, body: WireBody): string {
  return body.type === 'text' ? redactText(redactor, body.value) : redactJson(redactor, body.value)
}

function redactText(redactor: Redactor, text: string): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return redactor.hideBeginning(text, MAX_BODY)
  }
  return redactJson(redactor, value)
}

function redactJson(redactor: Redactor, value: unknown): string {
  const walk = { redactor, left: MAX_BODY, depth: 0 }
  return redactor.hideSecrets(JSON.stringify(redactValue(walk, value)) ?? '').slice(0, MAX_BODY)
}

/** Some providers take keys and card data in the URL. */
function redactQuery(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2)
  if (query === undefined) return path
  const shown = query.split('&').map((part) => {
    const [name = '', value] = part.split(/=(.*)/s, 2)
    return value !== undefined && (isSecret(name) || isPersonal(name)) ? `${name}=${HIDDEN}` : part
  })
  return `${path}?${shown.join('&')}`
}

/** `left` is the number of characters that may still be shown. */
interface Walk {
  redactor: Redactor
  left: number
  depth: number
}

function redactValue(walk: Walk, value: unknown, key = '', within = ''): unknown {
  walk.left -= key.length + 4
  if (value === null || value === undefined) return value
  if (typeof value === 'object') return redactObject(walk, value, key, within)
  if (isSecret(key) || (key === 'number' && CARD_KEY.test(within))) return HIDDEN
  if (isPersonal(key)) return mask(String(value))
  if (isCardsBeginning(key)) return firstSix(String(value))
  if (typeof value === 'string') return redactString(walk, value)
  return typeof value === 'number' && isHidden(walk.redactor, value) ? HIDDEN : value
}

function redactObject(walk: Walk, value: object, key: string, within: string): unknown {
  const isList = Array.isArray(value)
  if (!isList && isSecret(key)) return HIDDEN
  if (walk.depth >= MAX_DEPTH) return '…'
  walk.depth += 1
  // In `document: { number }` and `identification: { number }`, the inner value is as personal as the outer name says.
  const nameOf = (name: string) => (isAboutPerson(key) && name !== 'type' ? key : name)
  const shown: [string, unknown][] = []
  for (const [name, inner] of Object.entries(value)) {
    if (walk.left <= 0) break
    shown.push([name, isList ? redactValue(walk, inner, key, within) : redactValue(walk, inner, nameOf(name), key)])
  }
  walk.depth -= 1
  return isList ? shown.map(([, inner]) => inner) : Object.fromEntries(shown)
}

function redactString(walk: Walk, value: string): string {
  const shown = shortened(walk.redactor, value)
  walk.left -= shown.length
  return shown
}

function shortened(redactor: Redactor, value: string): string {
  if (value.startsWith('data:image/')) return 'data:image/…'
  return value.length > MAX_TEXT ? `${redactor.hideBeginning(value, SHOWN_OF_LONG_TEXT)}…` : redactor.hide(value)
}

/** A number above the safe range no longer has the digits that were sent, so it is always hidden. */
function isHidden(redactor: Redactor, value: number): boolean {
  const digits = String(value)
  return value > Number.MAX_SAFE_INTEGER || isCardNumber(digits) || redactor.hide(digits) !== digits
}

/** Enough to recognise, not enough to use: "Ma•••". */
function mask(value: string): string {
  return value.length <= 2 ? HIDDEN : value.slice(0, 2) + HIDDEN
}
