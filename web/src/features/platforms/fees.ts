/** Percents as people type them, with a comma or a point. */
import { MAX_INSTALLMENT_FEE } from '../../../../domain/installments.ts'

export const feeText = (fee: number): string => String(fee).replace('.', ',')

/** Undefined when it is none. Nothing is nothing. */
export function feeOf(text: string): number | undefined {
  const bare = text.trim().replace(/%$/, '').trim()
  if (bare === '') return 0
  if (!/^\d{1,4}([.,]\d{1,6})?$/.test(bare)) return undefined
  const fee = Number(bare.replace(',', '.'))
  return fee <= MAX_INSTALLMENT_FEE ? fee : undefined
}
