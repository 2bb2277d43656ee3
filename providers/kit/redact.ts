/** Keeps credentials out of messages, even when a provider echoes them. */
import type { CredentialPart, Credentials } from '../contract.ts'

const MASK = '***'
/** A shorter "secret" is part of ordinary words; masking it would hide the message and no secret. */
const MIN_LENGTH = 4
const AUTHORIZATION = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi

/** @returns a function that masks every secret part of these credentials, their Base64 form, and any authorization value. */
export function redactor(parts: readonly CredentialPart[], credentials: Credentials): (text: string) => string {
  const secrets = parts
    .filter((part) => part.secret)
    .flatMap((part) => credentials[part.name] ?? [])
    .filter((value) => value.length >= MIN_LENGTH)
    .flatMap((value) => [value, Buffer.from(value, 'utf8').toString('base64').replace(/=+$/, '')])
    .sort((a, b) => b.length - a.length)
  return (text) =>
    secrets.reduce((masked, value) => masked.replaceAll(value, MASK), text.replace(AUTHORIZATION, `$1 ${MASK}`))
}
