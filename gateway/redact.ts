/** A provider exchange as a person may see it: no credential, no card, personal data masked. */
import type { ExchangeEntry } from '../db/schema/charges.ts'
import { isCardNumber, maskCardNumbers } from '../domain/card-number.ts'
import type { CredentialPart, Credentials, WireAnswer, WireBody, WireRequest } from '../providers/contract.ts'

const HIDDEN = '•••'
const MAX_BODY = 20_000
/** A longer text is a file or an image: its beginning says which. */
const MAX_TEXT = 4_000
const SHOWN_OF_LONG_TEXT = 40

/** Names come from outside: nothing here may be matched in more than one way, or a long one takes for ever. */
const SECRET_KEY =
  /^(authorization|cookie|set-cookie|[a-z_-]*token|client_?secret|client_?id|secret|password|api[-_]?key|x-.*(key|token|secret|signature)|card_?hash|encrypted_?card|card_?number|credit_?card_?number|numero_?cartao|pan)$/i
/** A card's security code, by whichever name, once everything but its letters and digits is gone. */
const CODE_NAMES = [
  'cvv2?',
  'ccv',
  'cvc2?',
  'cvn',
  'csc',
  'security_?code',
  'verification_?(?:value|code)',
  'codigo_?(?:de_?)?seguranca',
]
const CODE_KEY = new RegExp(`(?:${CODE_NAMES.join('|').replaceAll('_?', '')})$`)
/** The same in a text that is no JSON: a form, XML, half a document, JSON inside a string. */
const CODE_IN_TEXT = new RegExp(
  `((?:${CODE_NAMES.join('|').replaceAll('_?', '[-_ ]?')})[\\\\"'\\s]*[:=>][\\\\"'\\s]*)\\d{3,4}(?!\\d)`,
  'gi',
)
const CARD_KEY = /card|cartao/i
/** Whoever's it is: `buyer_name`, `payerPhone`, `legalName`. Of the letters and digits of a key alone, as are the next ones. */
const PERSONAL_KEY =
  /(?:name|nome|holder|e?mails?|phones?|phonenumber|telefone|celular|cpf|cnpj|cpfcnpj|taxid|documents?|documento|documentnumber|myid|identification|street|streetnumber|address|endereco|zipcode|postalcode|cep)$|^devedor$/
/** Where money is paid out to. */
const DESTINATION_KEY =
  /^(?:key|keyvalue|pixkey|pixaddresskey|chave|chavepix|chavepixdestino|conta|numeroconta|agency|agencia|branch|branchnumber|bankag|bankcc)$|account(?:number)?$/

/** Credential values that must not appear in anything that is kept or shown. */
export function secretValues(parts: readonly CredentialPart[], credentials: Credentials): string[] {
  return parts
    .filter((part) => part.secret)
    .map((part) => credentials[part.name] ?? '')
    .filter((value) => value.length >= 4)
}

export function redactExchange(
  secrets: readonly string[],
  at: string,
  request: WireRequest,
  outcome: { answer: WireAnswer } | { error: string },
): ExchangeEntry {
  const hide = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), hideCards(text))
  const answer = 'answer' in outcome ? outcome.answer : undefined
  return {
    at,
    method: request.method,
    url: hide(redactQuery(request.url)),
    requestHeaders: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, SECRET_KEY.test(name) ? HIDDEN : hide(value)]),
    ),
    requestBody: request.body ? hide(redactBody(request.body)) : null,
    status: answer?.status ?? null,
    responseBody: answer ? hide(redactText(answer.body)).slice(0, MAX_BODY) : null,
    error: 'error' in outcome ? hide(outcome.error) : null,
  }
}

function redactBody(body: WireBody): string {
  return body.type === 'text' ? redactText(body.value) : JSON.stringify(redactValue(body.value))
}

function redactText(body: string): string {
  try {
    return JSON.stringify(redactValue(JSON.parse(body)))
  } catch {
    return body
  }
}

/** Card numbers and security codes, wherever in a text they stand. */
export function hideCards(text: string): string {
  return maskCardNumbers(text).replace(CODE_IN_TEXT, `$1${HIDDEN}`)
}

/** Some providers take keys, and cards, in the address. */
function redactQuery(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2)
  if (query === undefined) return path
  const shown = query.split('&').map((part) => {
    const [name = '', value] = part.split(/=(.*)/s, 2)
    return value !== undefined && (isSecret(name) || isPersonal(name)) ? `${name}=${HIDDEN}` : part
  })
  return `${path}?${shown.join('&')}`
}

function isSecret(key: string): boolean {
  return SECRET_KEY.test(key) || CODE_KEY.test(bare(key))
}

function isPersonal(key: string): boolean {
  return PERSONAL_KEY.test(bare(key)) || DESTINATION_KEY.test(bare(key))
}

const bare = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '')

function redactValue(value: unknown, key = '', within = ''): unknown {
  if (value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((item) => redactValue(item, key, within))
  if (isSecret(key) || (key === 'number' && CARD_KEY.test(within))) return HIDDEN
  if (typeof value === 'object') {
    // `document: { number }` and `identification: { number }`: what stands inside is as personal as the name outside.
    const nameOf = (name: string) => (PERSONAL_KEY.test(bare(key)) && name !== 'type' ? key : name)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, redactValue(inner, nameOf(name), key)]),
    )
  }
  if (isPersonal(key)) return mask(String(value))
  if (typeof value === 'string') return redactString(value)
  return typeof value === 'number' && mayBeCard(value) ? HIDDEN : value
}

function redactString(value: string): string {
  if (value.startsWith('data:image/')) return 'data:image/…'
  return value.length > MAX_TEXT ? `${value.slice(0, SHOWN_OF_LONG_TEXT)}…` : hideCards(value)
}

/** Beyond what a number can hold exactly, the digits are no longer those that were sent. */
function mayBeCard(value: number): boolean {
  return value > Number.MAX_SAFE_INTEGER || isCardNumber(String(value))
}

/** Enough to recognise, not enough to use: "Ma•••". */
function mask(value: string): string {
  return value.length <= 2 ? HIDDEN : value.slice(0, 2) + HIDDEN
}
