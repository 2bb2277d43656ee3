/** Which mail a charge's buyer can be sent. */
import { bringsMoney, type ChargeStatus, isSettled } from './charge.ts'
import { isPastDue } from './last-moment.ts'
import { asksForMoney, type ChargeMailKind } from './mail.ts'
import type { PaymentMethod } from './payment-method.ts'
import { isStanding } from './selling.ts'

export interface MailedCharge {
  id: string
  status: ChargeStatus
  attention: string | null
  paymentMethod: PaymentMethod
  expiresAt: string | null
}

interface Coded {
  pixCode: string | null
  billetCode: string | null
  billetUrl: string | null
}

type Order = Parameters<typeof isStanding>[1]

/**
 * A buyer who has paid or chosen another method is not sent what could be paid again. Nor is one sent what is overdue or in doubt.
 * @param order null for a charge that no public page made.
 * @param now milliseconds.
 */
export function isToBePaid(charge: MailedCharge, order: Order, now: number): boolean {
  if (isSettled(charge.status) || charge.attention !== null) return false
  if (order !== null && !isStanding(charge, order)) return false
  return !isPastDue(charge, now)
}

/** What the charge is for its buyer as it stands: to be paid, or paid. Undefined for neither. */
export function mailKindOf(charge: MailedCharge & Coded, order: Order, now: number): ChargeMailKind | undefined {
  if (bringsMoney(charge.status)) return 'paid'
  const isReady = (charge.pixCode ?? charge.billetCode ?? charge.billetUrl) !== null
  if (!isReady || !isToBePaid(charge, order, now)) return undefined
  return charge.paymentMethod === 'BILLET' ? 'boleto' : 'payPage'
}

/**
 * Whether a mail that was sent before is still true: money that went back has gone back.
 * @param now what the charge is for its buyer now.
 */
export function isStillTrue(kind: ChargeMailKind, now: ChargeMailKind | undefined): boolean {
  if (kind === 'refunded') return true
  return now !== undefined && asksForMoney(kind) === asksForMoney(now)
}
