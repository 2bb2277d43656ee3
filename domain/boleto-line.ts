/** What a bank boleto's line says, as the payer types it: 47 digits, the last ten of which are its amount in cents. */
import type { Cents } from './money.ts'

const LINE = /^\d{47}$/
const AMOUNT_DIGITS = 10

/** The line states another amount than it should ask for. One of ten zeros states none, and neither does a text of any other length. */
export function boletoAsksForAnother(line: string | null | undefined, amount: Cents): boolean {
  const digits = (line ?? '').replace(/[\s.-]/g, '')
  if (!LINE.test(digits)) return false
  const asked = Number(digits.slice(-AMOUNT_DIGITS))
  return asked !== 0 && asked !== amount
}
