/**
 * The rules of a charge's life, written once more and as small as they are: what each thing that can happen makes of it. It shares
 * no code with the product; fast-check plays it and the product side by side.
 */
import { expect } from 'vitest'
import { commandsOf } from './playing.ts'

export type Status = 'PENDING' | 'APPROVED' | 'REJECTED' | 'REFUNDED' | 'CHARGEBACK'
/** PLAIN: it cannot be asked what became of a lost answer, and withdraws no code. VOIDING: it withdraws them. */
export type Kind = 'PLAIN' | 'VOIDING'

export interface Payment {
  readonly kind: Kind
  readonly id: string
  /** Where the provider has it. */
  stage: 'pending' | 'paid' | 'refused' | 'expired' | 'refunded' | 'chargeback'
  /** Given back by refunds, ours and the provider's own; what a bank takes back is none. */
  refunded: number
}

export interface Model {
  readonly amount: number
  /** The one whose code the charge shows. */
  own?: Payment
  /** One that was made for it and that it does not show. */
  orphan?: Payment
  /** Those that were ever paid, the first one first. */
  paid: Payment[]
  /** Its provider did not answer whether it made one. Null: it made none. */
  doubt?: { made: Payment | null }
  isGivenUp: boolean
  /** The one of which a provider has told last. */
  told?: Payment
  /** What an operator is asked about. */
  asks: Set<'unknownOutcome' | 'latePayment' | 'orphanPayment' | 'doublePayment'>
  /** How many moves the charge had made when it first showed a transaction. */
  shownAfter?: number
  /** Every status so far. */
  moves: Status[]
}

/** What a platform does about money that it did not expect. */
export interface Policies {
  doublePayments: 'ask' | 'refundLater'
  latePayments: 'ask' | 'accept' | 'refund'
}

export interface Real {
  charge(): Promise<{
    id: string
    status: string
    refundedAmount: number
    attentionReasons: string[]
    transactionId: string | null
    payable: boolean
  }>
  create(kind: Kind): Promise<string>
  /** Its answer is lost. @returns what the provider made all the same. */
  loseCreation(isMade: boolean): Promise<string | null>
  act(payment: Payment, action: string): Promise<void>
  resend(payment: Payment): Promise<void>
  stageOf(payment: Payment): Promise<string>
  /** The id of the transaction that the charge shows, once it does. */
  shown(): Promise<string>
  refund(amount: number | undefined, of?: Payment): Promise<number>
  /** @returns the answer's status. */
  decide(action: 'cancel' | 'retry' | 'resolve', payload?: object): Promise<number>
  setPolicy(policy: Partial<Policies>): Promise<void>
  askAgain(): Promise<string>
}

const PATIENCE = { timeout: 60_000, interval: 50 }

export const newModel = (amount: number): Model => ({
  amount,
  paid: [],
  isGivenUp: false,
  asks: new Set(),
  moves: ['PENDING'],
})

export const made = (kind: Kind, id: string): Payment => ({ kind, id, stage: 'pending', refunded: 0 })

/** The payment that pays it, or did last. */
const payerOf = ({ paid }: Readonly<Model>) => paid.find(({ stage }) => stage === 'paid') ?? paid[0]

export function statusOf({ paid, own, isGivenUp }: Readonly<Model>): Status {
  const isAny = (stage: Payment['stage']) => paid.some((payment) => payment.stage === stage)
  if (isAny('paid')) return 'APPROVED'
  if (isAny('chargeback')) return 'CHARGEBACK'
  if (isAny('refunded')) return 'REFUNDED'
  return isGivenUp || own?.stage === 'refused' || own?.stage === 'expired' ? 'REJECTED' : 'PENDING'
}

const paymentsOf = ({ own, orphan }: Model) => [own, orphan].filter((payment) => payment !== undefined)

const canBePaid = (payment: Payment | undefined) => payment?.stage === 'pending' || payment?.stage === 'expired'

const LEADS_TO = {
  pay: 'paid',
  refuse: 'refused',
  expire: 'expired',
  refund: 'refunded',
  chargeback: 'chargeback',
} as const

/** At the provider, which tells of it. */
async function happen(model: Model, real: Real, payment: Payment, action: keyof typeof LEADS_TO): Promise<void> {
  await real.act(payment, action)
  payment.stage = LEADS_TO[action]
  model.told = payment
  if (action === 'pay') model.paid.push(payment)
}

/** Where two were paid, nothing is asked once one of them has gone back. */
function giveBack(model: Model, payment: Payment, amount: number): void {
  payment.refunded += amount
  if (payment.refunded < model.amount) return
  payment.stage = 'refunded'
  model.asks.delete('doublePayment')
}

/** A transaction is shown before what has become of it. */
function move(model: Model, status: Status): void {
  if (model.own) model.shownAfter ??= model.moves.length - 1
  model.moves.push(status)
}

/** It was paid for a moment. */
function goBackAtOnce(model: Model, payment: Payment): void {
  move(model, 'APPROVED')
  giveBack(model, payment, model.amount)
}

export function settleDoubt(model: Model): void {
  delete model.doubt
  model.asks.delete('unknownOutcome')
}

/** A code that is not wanted any more is withdrawn, where its provider does so. */
export function withdraw(payment: Payment | undefined): void {
  if (payment?.kind === 'VOIDING' && payment.stage === 'pending') payment.stage = 'refused'
}

/** The product comes to stand as the model does, and the providers' books with both. */
async function agree(model: Model, real: Real): Promise<void> {
  const status = statusOf(model)
  if (status !== model.moves.at(-1)) move(model, status)
  if (model.own) model.shownAfter ??= model.moves.length - 1
  const stands = async () => {
    const { attentionReasons, ...charge } = await real.charge()
    return { ...charge, attentionReasons: attentionReasons.toSorted() }
  }
  await expect.poll(stands, PATIENCE).toMatchObject({
    status,
    refundedAmount: payerOf(model)?.refunded ?? 0,
    attentionReasons: [...model.asks].toSorted(),
    transactionId: model.own?.id ?? null,
    payable: model.own?.stage === 'pending',
  })
  for (const payment of paymentsOf(model)) {
    await expect.poll(() => real.stageOf(payment), PATIENCE).toBe(payment.stage)
  }
}

export const command = commandsOf(agree)

/**
 * Money comes also when no workflow waits for it any more: then an operator is told, or it is kept, or given back by itself, as its
 * platform wants it.
 */
export const pay = (latePayments: Policies['latePayments'] = 'ask') =>
  command(
    `pay (late: ${latePayments})`,
    ({ own, paid }) => canBePaid(own) && paid.length === 0,
    async (model, real) => {
      if (!model.own) return
      const isLate = statusOf(model) === 'REJECTED'
      if (isLate) await real.setPolicy({ latePayments })
      if (isLate && latePayments === 'ask') model.asks.add('latePayment')
      await happen(model, real, model.own, 'pay')
      if (isLate && latePayments === 'refund') goBackAtOnce(model, model.own)
    },
  )

/** What became of it is known by then. */
export const payInDoubt = command(
  'pay what was not answered',
  ({ doubt }) => doubt?.made != null,
  async (model, real) => {
    if (!model.doubt?.made) return
    model.own = model.doubt.made
    settleDoubt(model)
    await happen(model, real, model.own, 'pay')
  },
)

/**
 * It pays the charge, and the code that the charge shows is withdrawn. A charge without a code shows it from now on. It is asked about
 * also where late payments are kept: which order it pays is not known.
 */
export const payOrphan = (latePayments: Policies['latePayments'] = 'ask') =>
  command(
    `pay an orphan (late: ${latePayments})`,
    ({ orphan, paid }) => canBePaid(orphan) && paid.length === 0,
    async (model, real) => {
      if (!model.orphan) return
      const isGivenBack = statusOf(model) === 'REJECTED' && latePayments === 'refund'
      await real.setPolicy({ latePayments })
      if (!isGivenBack) model.asks.add('orphanPayment')
      await happen(model, real, model.orphan, 'pay')
      withdraw(model.own)
      model.own ??= model.orphan
      if (isGivenBack) goBackAtOnce(model, model.orphan)
    },
  )

/** The later one is asked about, or given back by itself, as its platform wants it. */
export const paySecond = (policy: Policies['doublePayments']) =>
  command(
    `pay an orphan too (${policy})`,
    ({ own, orphan, asks }) => own?.stage === 'paid' && canBePaid(orphan) && asks.size === 0,
    async (model, real) => {
      if (!model.orphan) return
      await real.setPolicy({ doublePayments: policy })
      await happen(model, real, model.orphan, 'pay')
      if (policy === 'ask') model.asks.add('doublePayment')
      else giveBack(model, model.orphan, model.amount)
    },
  )

const end = (action: 'refuse' | 'expire') =>
  command(
    action,
    ({ own, paid }) => own?.stage === 'pending' && paid.length === 0,
    async (model, real) => {
      if (model.own) await happen(model, real, model.own, action)
    },
  )
export const refuse = end('refuse')
export const expire = end('expire')

/** Another party gives all of it back: the buyer's bank, or the provider's own people. */
const takeBack = (action: 'refund' | 'chargeback') =>
  command(
    `${action} elsewhere`,
    ({ paid: [payment, ...others] }) => payment?.stage === 'paid' && payment.refunded === 0 && others.length === 0,
    async (model, real) => {
      const payment = payerOf(model)
      if (!payment) return
      await happen(model, real, payment, action)
      if (action === 'refund') payment.refunded = model.amount
    },
  )
export const refundElsewhere = takeBack('refund')
export const chargeBack = takeBack('chargeback')

/** A part of what is left, from a percentage of the whole; never more than is left. */
export const refund = (percent: number) =>
  command(
    `refund ${percent} %`,
    (model) => statusOf(model) === 'APPROVED',
    async (model, real) => {
      const payment = payerOf(model)
      if (!payment) return
      const amount = Math.max(1, Math.floor((model.amount * percent) / 100))
      const isTooMuch = amount > model.amount - payment.refunded
      expect(await real.refund(amount)).toBe(isTooMuch ? 422 : 201)
      if (!isTooMuch) giveBack(model, payment, amount)
    },
  )

export const refundSecond = command(
  'refund the second one',
  ({ own, orphan }) => own?.stage === 'paid' && orphan?.stage === 'paid' && orphan.refunded === 0,
  async (model, real) => {
    if (!model.orphan) return
    expect(await real.refund(undefined, model.orphan)).toBe(201)
    giveBack(model, model.orphan, model.amount)
  },
)

/** Nothing is given back of what has not come, or has gone. */
export const refundNothing = command(
  'refund where there is nothing',
  (model) => statusOf(model) !== 'APPROVED',
  async (_, real) => {
    expect([409, 422]).toContain(await real.refund(undefined))
  },
)

export const hearAgain = command(
  'the last notice once more',
  ({ told }) => told !== undefined,
  async ({ told }, real) => {
    if (told) await real.resend(told)
  },
)
