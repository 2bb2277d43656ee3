/**
 * Cards that the product keeps for a provider without a card vault: AES-256-GCM over the card's fields joined by a
 * pipe, under a key that belongs to this provider alone. Only the adapter that sends the card opens it again. The security
 * code is not among them: it may not outlive the charge that it was given for (PCI DSS 3.3.1).
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { KeptCard } from '../../domain/card.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { Derived } from './derived.ts'

const FIELDS = ['cardNumber', 'holderName', 'holderDocument', 'expMonth', 'expYear'] as const
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @throws ProviderError InvalidRequest when the product has given no key. */
export function sealCard(card: KeptCard, cardKey: string | undefined, derived: Pick<Derived, 'bytes'>): string {
  const nonce = derived.bytes('card/nonce', NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', readKey(cardKey), nonce)
  const text = FIELDS.map((field) => card[field].replaceAll('|', ' ')).join('|')
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/**
 * The same card under another key.
 * @throws ProviderError as `openCard` does.
 */
export function resealCard(cardId: string, from: string, to: string, derived: Pick<Derived, 'bytes'>): string {
  return sealCard(openCard(cardId, from), to, derived)
}

/** @throws ProviderError InvalidRequest when it is no card that was sealed under this key. */
export function openCard(cardId: string | undefined, cardKey: string | undefined): KeptCard {
  const sealed = Buffer.from(cardId ?? '', 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', readKey(cardKey), sealed.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString()
    const [cardNumber = '', holderName = '', holderDocument = '', expMonth = '', expYear = ''] = text.split('|')
    return { cardNumber, holderName, holderDocument, expMonth, expYear }
  } catch (cause) {
    throw new ProviderError('InvalidRequest', MESSAGES.errorSavingCard, { cause })
  }
}

function readKey(cardKey: string | undefined): Buffer {
  if (!cardKey) throw new ProviderError('InvalidRequest', MESSAGES.errorSavingCard)
  return Buffer.from(cardKey, 'base64')
}
