/** At which of a provider's operations a lifecycle can meet a fault: those that its own way takes it through. */
import type { PaymentMethod } from '../../domain/payment-method.ts'
import type { ChargeLife, Life } from './plan.ts'

/** "PROVIDER operation" of all that faults can be set on. */
export type Operations = ReadonlySet<string>

/** Steps that come before a charge, or after the provider has accepted it and before our request has its answer. */
const STEPS = {
  PIX: ['readPixCode'],
  BILLET: ['readBoletoLine'],
  CREDIT_CARD: ['tokenizeCard', 'findBrand'],
} as const satisfies Record<PaymentMethod, readonly string[]>

const OF_WITHDRAWAL = ['withdraw', 'withdraw', 'findWithdraw', 'readWithdraw', 'readBatch', 'token', 'webhook']
const OF_RECEIVER = ['createReceiver', 'createReceiver', 'readReceiver']
const OF_VOID = ['cancelTransaction']

/** What is drawn more often stands more often. */
export function operationsOn(life: Life, operations: Operations): readonly string[] {
  const all = { charge: ofCharge, withdrawal: () => OF_WITHDRAWAL, receiver: () => OF_RECEIVER }[life.kind](
    life as never,
  )
  return all.filter((operation) => operations.has(`${life.provider} ${operation}`))
}

/** Empty where the provider withdraws no codes. */
export const operationsOnVoid = ({ provider }: Life, operations: Operations): readonly string[] =>
  OF_VOID.filter((operation) => operations.has(`${provider} ${operation}`))

function ofCharge(life: ChargeLife): readonly string[] {
  const creation = ['createTransaction', 'createTransaction', 'findTransaction', 'token', 'createCustomer']
  return [...creation, ...STEPS[life.method], ...(life.refunds.length > 0 ? ofRefund(life) : ofFollowing(life))]
}

function ofRefund({ installments }: ChargeLife): readonly string[] {
  const ofIts =
    installments > 1
      ? ['refundInstallments', 'refundInstallments', 'readInstallments']
      : ['refund', 'refund', 'readRefund']
  return [...ofIts, 'readTransaction']
}

function ofFollowing({ installments, buyer }: ChargeLife): readonly string[] {
  const ofPlan = installments > 1 ? ['readInstallments'] : []
  const ofDispute = buyer.includes('chargeback') ? ['findChargeback'] : []
  return ['readTransaction', 'webhook', 'webhook', ...ofPlan, ...ofDispute]
}

/** Made before the charge, or while it is: a fault waits for it from the beginning. */
export const BEGINS: readonly string[] = [
  'createTransaction',
  'findTransaction',
  'token',
  'createCustomer',
  ...Object.values(STEPS).flat(),
]

/** Made while money goes back. */
export const GIVES_BACK: readonly string[] = [
  'refund',
  'refundInstallments',
  'readRefund',
  'readInstallments',
  'readTransaction',
]

/** Made of a payment that is there. */
export const READS_PAYMENT: readonly string[] = ['readTransaction', 'readInstallments']
