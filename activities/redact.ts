/** A provider exchange as a person may see it: no credential, no card, personal data masked. */
import type { ExchangeEntry } from '../db/schema/charges.ts'
import type { CredentialPart, Credentials, WireAnswer, WireBody, WireRequest } from '../providers/contract.ts'

const HIDDEN = '•••'
const MAX_BODY = 20_000

const SECRET_KEY =
  /^(authorization|cookie|set-cookie|access_?token|refresh_?token|token|client_?secret|client_?id|secret|password|api[-_]?key|x-.*(key|token|secret|signature)|cvv|ccv|security_?code|card_?number|credit_?card_?number)$/i
const PERSONAL_KEY =
  /^(name|nome|full_?name|first_?name|last_?name|holder_?name|generator_name|payer_name|e?-?mail|payer_email|phone|phone_?number|mobile_?phone|telefone|cpf|cnpj|cpf_?cnpj|document|generator_document|payer_document|documento|devedor|identification|street|street_?number|street_?name|address|endereco|zip_?code|postal_?code|cep)$/i

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
  const hide = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text)
  const answer = 'answer' in outcome ? outcome.answer : undefined
  return {
    at,
    method: request.method,
    url: hide(request.url),
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

function redactValue(value: unknown, key = ''): unknown {
  if (value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((item) => redactValue(item, key))
  if (typeof value === 'object') {
    // `document: { number }` and `identification: { number }`: what stands inside is as personal as the name outside.
    const nameOf = (name: string) => (PERSONAL_KEY.test(key) && name !== 'type' ? key : name)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactValue(inner, nameOf(name))]))
  }
  if (SECRET_KEY.test(key)) return HIDDEN
  if (PERSONAL_KEY.test(key)) return mask(String(value))
  return typeof value === 'string' && value.startsWith('data:image/') ? 'data:image/…' : value
}

/** Enough to recognise, not enough to use: "Ma•••". */
function mask(value: string): string {
  return value.length <= 2 ? HIDDEN : value.slice(0, 2) + HIDDEN
}
