/** Identifiers of the shapes that providers use; random, so that ledgers of different runs never share one. */
import { randomBytes, randomInt } from 'node:crypto'

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function randomWord(length: number, alphabet: string = LETTERS_AND_DIGITS): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Fifteen digits: a JSON number that is still exact. */
export function randomNumberId(): number {
  return randomInt(100_000_000_000_000, 281_000_000_000_000)
}

/** The Pix system's identifier of a payment: E, the payer's bank, the minute in UTC, eleven characters. */
export function endToEndId(now: number): string {
  const minute = new Date(now).toISOString().replace(/\D/g, '').slice(0, 12)
  return `E00000000${minute}${randomWord(11)}`
}
