/** Values that look random and are derived from the attempt's entropy, so that building a request again gives the same bytes. */
import { createHmac } from 'node:crypto'

export interface Derived {
  /** `label` tells one derived value from another. */
  bytes(label: string, length: number): Buffer
  /** `length` characters of the alphabet, each as likely as the others. */
  text(label: string, alphabet: string, length: number): string
  /** Both ends included. */
  between(label: string, from: number, to: number): number
}

export const UPPERCASE_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
export const ALPHANUMERIC = `${UPPERCASE_AND_DIGITS}abcdefghijklmnopqrstuvwxyz`

export function deriveFrom(entropy: string): Derived {
  const bytes = (label: string, length: number): Buffer => {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
      createHmac('sha256', entropy).update(`${label}/${index}`).digest(),
    )
    return Buffer.concat(blocks).subarray(0, length)
  }
  /** 48 bits make the bias of a remainder immeasurable. */
  const whole = (label: string) => bytes(label, 6).readUIntBE(0, 6)
  return {
    bytes,
    text: (label, alphabet, length) =>
      Array.from({ length }, (_, index) => alphabet[whole(`${label}/${index}`) % alphabet.length]).join(''),
    between: (label, from, to) => from + (whole(label) % (to - from + 1)),
  }
}
