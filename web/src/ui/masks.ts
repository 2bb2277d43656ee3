/** How Brazilian numbers are written while they are being typed. */
import { fill, maskBoletoLine, maskDocument } from '../../../domain/masks.ts'

export { fill, maskBoletoLine, maskDocument }

/** With area code; eight or nine digits after it. A leading country code of a pasted number goes. */
export function maskPhone(text: string): string {
  const digits = text.replace(/^\s*\+55/, '').replace(/\D/g, '')
  return fill(digits.length <= 10 ? '(##) ####-####' : '(##) #####-####', digits)
}

export function maskZipCode(text: string): string {
  return fill('#####-###', text.replace(/\D/g, ''))
}

/** In groups of four, as it is printed; nineteen digits at most. */
export function maskCardNumber(text: string): string {
  return fill('#### #### #### #### ###', text.replace(/\D/g, ''))
}

/** Month and year: "08/31". */
export function maskExpiry(text: string): string {
  const digits = text.replace(/\D/g, '')
  // Browsers may fill in the year with four digits.
  return fill('##/##', digits.replace(/^(\d{2})20(\d{2})$/, '$1$2'))
}

/** Hours and minutes: "14:30". */
export function maskTime(text: string): string {
  return fill('##:##', text.replace(/\D/g, ''))
}

export function maskSecurityCode(text: string): string {
  return fill('####', text.replace(/\D/g, ''))
}

export type Mask = (text: string) => string

/** A mask that cuts nothing off: a key that was cut to fit could be another person's. */
export const whole =
  (mask: Mask): Mask =>
  (text) => {
    const masked = mask(text)
    return countSignificant(masked) < countSignificant(text) ? text : masked
  }

/** Where the caret belongs in `masked` so that as many characters that count stand before it as before. */
export function caretAfter(masked: string, significantBefore: number): number {
  if (significantBefore === 0) return 0
  let seen = 0
  for (let index = 0; index < masked.length; index += 1) {
    if (isSignificant(masked[index])) seen += 1
    if (seen === significantBefore) return index + 1
  }
  return masked.length
}

export function countSignificant(text: string): number {
  return [...text].filter(isSignificant).length
}

function isSignificant(character: string | undefined): boolean {
  return character !== undefined && /[0-9A-Za-z]/.test(character)
}
