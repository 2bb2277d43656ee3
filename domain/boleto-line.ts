/** What a bank boleto says, in the 47 digits that its payer types or the 44 of its bar code: ten of them are its amount in cents. */
import type { Cents } from './money.ts'

/** A bill of a utility or of taxes begins with an 8, and has other parts. */
const AMOUNT = [/^\d{37}(\d{10})$/, /^[0-79]\d{8}(\d{10})\d{25}$/]
const GREATEST = 10 ** 10 - 1

/**
 * It states another amount than it should ask for. Ten zeros state none, as for an amount that has more digits, and neither does a text of
 * any other length.
 */
export function boletoAsksForAnother(line: string | null | undefined, amount: Cents): boolean {
  const digits = (line ?? '').replace(/[\s.-]/g, '')
  const [asked = 0] = AMOUNT.flatMap((pattern) => pattern.exec(digits)?.slice(1).map(Number) ?? [])
  return asked !== 0 && amount <= GREATEST && asked !== amount
}
