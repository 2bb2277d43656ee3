/** Credentials as a table: one row per part drives parsing, the admin form and log redaction. */
import { ProviderError } from '../../domain/provider-error.ts'
import type { CredentialPart, Credentials } from '../contract.ts'

export interface Part<Name extends string, Required extends boolean> extends CredentialPart {
  readonly name: Name
  readonly required: Required
}

/** The parsed parts of a table, by name: required ones are always there. */
export type CredentialsOf<Parts extends readonly CredentialPart[]> = {
  readonly [P in Parts[number] as P['required'] extends true ? P['name'] : never]: string
} & {
  readonly [P in Parts[number] as P['required'] extends true ? never : P['name']]?: string
}

/** A part that may be shown, as a client id. `index` is its place when several are packed with a pipe. */
export function key<const Name extends string>(
  name: Name,
  from: CredentialPart['from'],
  index: number = 0,
): Part<Name, true> {
  return { name, from, index, required: true, secret: false }
}

/** A part that must never be shown or logged. */
export function secret<const Name extends string>(
  name: Name,
  from: CredentialPart['from'],
  index: number = 0,
): Part<Name, true> {
  return { name, from, index, required: true, secret: true }
}

/** A part that may be shown, and that an account may be without. */
export function optionalKey<const Name extends string>(name: Name, from: CredentialPart['from']): Part<Name, false> {
  return { name, from, index: 0, required: false, secret: false }
}

/**
 * What proves a webhook to come from the provider. Not required to charge: without it a webhook has its address alone, and
 * what it says is read before it is believed.
 */
export const webhookSecret: Part<'webhookSecret', false> = {
  name: 'webhookSecret',
  from: 'webhookSecret',
  index: 0,
  required: false,
  secret: true,
}

/**
 * Unpacks an account's stored values into named parts. Only a value that the table splits is split, and its last part
 * keeps every further pipe.
 * @throws ProviderError InvalidRequest when a required part is missing or blank.
 */
export function parseCredentials(parts: readonly CredentialPart[], packed: Packed): Credentials {
  const credentials: Record<string, string> = {}
  for (const part of parts) {
    const value = valueIn(part, parts, packed)
    if (value) credentials[part.name] = value
    else if (part.required)
      throw new ProviderError('InvalidRequest', part.missingMessage ?? describeMissing(part, countOf(part, parts)), {
        path: `/${part.from}`,
      })
  }
  return credentials
}

/**
 * Parts that prove who asks and name no account. A client's id stands beside its secret, and a provider refuses a secret that is not that
 * client's, so a new secret or certificate under the same id is the same merchant's.
 */
const PROOFS: ReadonlySet<string> = new Set(['clientSecret', 'certificate', 'certificateKey', webhookSecret.name])

/** Whether both are surely the same merchant's. A key that stands alone names its merchant, so another key may be another merchant's. */
export function isSameMerchant(parts: readonly CredentialPart[], before: Packed, after: Packed): boolean {
  return parts.every((part) => PROOFS.has(part.name) || valueIn(part, parts, before) === valueIn(part, parts, after))
}

type Packed = Readonly<Partial<Record<CredentialPart['from'], string>>>

const countOf = ({ from }: CredentialPart, parts: readonly CredentialPart[]) =>
  parts.filter((other) => other.from === from).length

const valueIn = (part: CredentialPart, parts: readonly CredentialPart[], packed: Packed): string | undefined =>
  unpack(packed[part.from] ?? '', countOf(part, parts))[part.index]?.trim() || undefined

function unpack(value: string, count: number): string[] {
  const pieces = value.split('|')
  return [...pieces.slice(0, count - 1), pieces.slice(count - 1).join('|')]
}

function describeMissing(part: CredentialPart, count: number): string {
  return count > 1
    ? `${part.from} is required, with ${part.name} as part ${part.index + 1}`
    : `${part.from} is required`
}
