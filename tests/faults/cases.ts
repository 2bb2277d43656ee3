/** One charge with everything about it, from both sides, put together for the invariants. */
import type { Charge } from '../../api/schemas/charge.ts'
import type { ChargeStatus } from '../../domain/charge-status.ts'
import type { SandboxTransaction } from '../support/sandbox-client.ts'
import type { Observation } from './observe.ts'

export interface Case {
  charge: Charge
  attempts: Observation['attempts']
  /** What the providers have under the references of the charge's attempts. */
  transactions: SandboxTransaction[]
}

export const referenceOf = (attempt: { id: string }) => attempt.id.replaceAll('-', '')

export function casesOf({ charges, attempts, transactions }: Observation): Case[] {
  return charges.map((charge) => {
    const own = attempts
      .filter(({ chargeId }) => chargeId === charge.id)
      .toSorted((one, other) => one.number - other.number)
    const references = new Set(own.map(referenceOf))
    return { charge, attempts: own, transactions: transactions.filter(({ reference }) => references.has(reference)) }
  })
}

/**
 * Who takes part: a provider of each kind (a key, a lookup or neither; a token; signed notices and others), and where our
 * status for a transaction differs from the usual one, because the provider has no other word for it.
 */
const PARTICIPANTS: Record<string, Partial<Record<SandboxTransaction['stage'], ChargeStatus>>> = {
  ASAAS: {},
  MERCADOPAGO: {},
  PAGUESAFE: {},
  // "canceled" may still be paid.
  ZENDRY: { refused: 'PENDING', expired: 'PENDING' },
  // A charge that the bank removed, or that ran out, is not said to be refused; money that went back is a chargeback.
  TREEAL: { refused: 'PENDING', expired: 'PENDING', refunded: 'CHARGEBACK' },
}

export const takesPart = (provider: string) => Object.hasOwn(PARTICIPANTS, provider)

const USUAL = {
  pending: 'PENDING',
  paid: 'APPROVED',
  refused: 'REJECTED',
  expired: 'REJECTED',
  refunded: 'REFUNDED',
  chargeback: 'CHARGEBACK',
} as const satisfies Record<SandboxTransaction['stage'], ChargeStatus>

/** The status that the specification gives a transaction as its provider has it. */
export function dueStatus({ provider, stage }: SandboxTransaction): ChargeStatus {
  return PARTICIPANTS[provider]?.[stage] ?? USUAL[stage]
}
