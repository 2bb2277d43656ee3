/** What a charge is, as the specification has it, whose status is in words that no table maps. */
import type { ChargeStatus } from '../../../domain/charge.ts'

/** Named by the specification; the last four by what it says every other word means there. */
const WAITING = [
  'VOLUTI',
  'LORDSCASH',
  'PAYSHARKGATEWAY',
  'MAKEYOURBANK',
  'BRAVIVE',
  'LORDSPAY',
  'VENITIP',
  'BMB',
  'FLOW2PAY',
]
const NOTHING = ['HUNTERPAY']

/** Null: no status. REJECTED everywhere else, also where the specification leaves it open (docs/decisions/0203). */
export function ofUnknownWord(code: string): ChargeStatus | null {
  if (NOTHING.includes(code)) return null
  return WAITING.includes(code) ? 'PENDING' : 'REJECTED'
}
