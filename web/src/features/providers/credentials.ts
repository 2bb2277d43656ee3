/** A provider's credentials table is the form: one field a row, packed as the table says. */
import type { CredentialPart, NewProviderAccount } from '../../api/contract.ts'

type Packed = Pick<NewProviderAccount, 'publicKey' | 'secretKey' | 'webhookSecret'>

/** Parts that belong to the same key are joined with a pipe, each in its place; what is empty at the end is left out. */
export function packCredentials(parts: readonly CredentialPart[], values: Readonly<Record<string, string>>): Packed {
  const packed: Packed = {}
  for (const key of ['publicKey', 'secretKey', 'webhookSecret'] as const) {
    const own = parts.filter(({ from }) => from === key)
    const places = Array.from({ length: Math.max(0, ...own.map(({ index }) => index + 1)) }, () => '')
    for (const { name, index } of own) places[index] = values[name]?.trim() ?? ''
    const text = places.join('|').replace(/\|+$/, '')
    if (text !== '') packed[key] = text
  }
  return packed
}

/** Names of the required parts that are still empty. */
export function missingParts(parts: readonly CredentialPart[], values: Readonly<Record<string, string>>): string[] {
  return parts.filter(({ name, required }) => required && !values[name]?.trim()).map(({ name }) => name)
}
