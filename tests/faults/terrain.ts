/** Who takes part, and what each provider can do: one of each kind (a key, a lookup, a balance of refunds, or nothing to ask). */
import type { ChargeStatus } from '../../domain/charge.ts'
import type { PaymentMethod, WithdrawMethod } from '../../domain/payment-method.ts'
import type { WithdrawalStatus } from '../../domain/withdrawal.ts'
import type { SandboxTransaction, SandboxWithdrawal } from '../support/sandbox-client.ts'

/** How a lost answer can be settled without a person: the request repeated under its key, found by our reference, or read. */
export type Settled = 'key' | 'lookup' | 'reading' | 'person'

interface Seat {
  methods: readonly PaymentMethod[]
  creation: Settled
  /** Null: it gives nothing back. */
  refund: Settled | null
  /** What was paid by boleto it cannot give back. */
  keepsBoletos?: true
  wholeOnly?: true
  /** A card can be charged in installments, of which only all together are given back. */
  plans?: true
  /** Its readings tell how much went back. */
  tellsOfParts?: true
  /** What became of a creation is looked up in a list of everything of some hours: its request names no charge. */
  looksInLists?: true
  /** Where our status for a stage differs from the usual one, because the provider has no other word for it. */
  statuses?: Partial<Record<SandboxTransaction['stage'], ChargeStatus>>
}

export const CHARGING: Readonly<Record<string, Seat>> = {
  // What is overdue may still be paid.
  ASAAS: {
    methods: ['PIX', 'BILLET', 'CREDIT_CARD'],
    creation: 'lookup',
    refund: 'reading',
    keepsBoletos: true,
    plans: true,
    tellsOfParts: true,
    statuses: { expired: 'PENDING' },
  },
  MERCADOPAGO: { methods: ['PIX', 'CREDIT_CARD'], creation: 'key', refund: 'key', tellsOfParts: true },
  PAGUESAFE: { methods: ['PIX', 'BILLET', 'CREDIT_CARD'], creation: 'person', refund: 'reading' },
  // "canceled" may still be paid.
  ZENDRY: {
    methods: ['PIX'],
    creation: 'lookup',
    looksInLists: true,
    refund: null,
    statuses: { refused: 'PENDING', expired: 'PENDING' },
  },
  // A charge that the bank removed, or that ran out, is not said to be refused; money that went back is a chargeback.
  TREEAL: {
    methods: ['PIX'],
    creation: 'lookup',
    looksInLists: true,
    refund: 'person',
    wholeOnly: true,
    statuses: { refused: 'PENDING', expired: 'PENDING', refunded: 'CHARGEBACK' },
  },
}

export const MOST_INSTALLMENTS = 3

/** The platform's own order of accounts. */
export const TAKEN_IN_TURN = ['ASAAS', 'MERCADOPAGO'] as const
/** For charges from this amount on a rule names another order; the first cannot be asked what became of a lost answer. */
export const TWICE = ['PAGUESAFE', 'MERCADOPAGO'] as const
export const TWICE_FROM = 1_500_000

/** Withdrawals from this amount on wait for a second person. */
export const APPROVED_FROM = 4_000_000

interface Till {
  methods: readonly WithdrawMethod[]
  creation: Settled
  /** Its answer to a withdrawal names nothing of it: that it is another one's cannot be seen. */
  answersNamelessly?: true
  /** It cannot be asked how a withdrawal stands, and nothing proves what its notices say. */
  isNeverRead?: true
}

export const PAYING_OUT: Readonly<Record<string, Till>> = {
  ASAAS: { methods: ['PIX', 'BANK_ACCOUNT'], creation: 'lookup' },
  BRAVIVE: { methods: ['PIX'], creation: 'person', answersNamelessly: true },
  PRONTTUS: { methods: ['PIX'], creation: 'person', isNeverRead: true },
  TRANSFEERA: { methods: ['PIX'], creation: 'key' },
  VILLET: { methods: ['RECEIVER'], creation: 'person' },
  PAGARME: { methods: ['RECEIVER'], creation: 'key' },
}

export const OPENING = ['ASAAS', 'VILLET', 'PAGARME'] as const

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
  return CHARGING[provider]?.statuses?.[stage] ?? USUAL[stage]
}

/** The first is the usual one; a provider that calls a cancelled disbursement failed is believed, too. */
export const DUE_WITHDRAWAL = {
  pending: ['PENDING'],
  paid: ['APPROVED'],
  refused: ['REJECTED'],
  canceled: ['CANCELED', 'REJECTED'],
  returned: ['REJECTED'],
} as const satisfies Record<SandboxWithdrawal['stage'], readonly WithdrawalStatus[]>
