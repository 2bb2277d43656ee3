/** A boleto's 47-digit line: bank 000, right lengths and amount; its check digits are not computed. */
import type { Transaction } from './provider.ts'

export function boletoLine({ id, amount }: Pick<Transaction, 'id' | 'amount'>): string {
  const digits = Array.from(id, (character) => character.charCodeAt(0) % 10)
  const free = digits.join('').padStart(33, '0').slice(-33)
  return `000${free}1${String(amount).padStart(10, '0')}`
}
