/** What happens to a transaction after it was created: the buyer and the banks move it, and the provider tells its client. */
import type { DatabaseSync } from 'node:sqlite'
import type { Cents } from '../domain/money.ts'
import type { Deliveries, Posted } from './deliveries.ts'
import type { Faults } from './faults.ts'
import { rememberFurther } from './further-payments.ts'
import { endToEndId, randomWord } from './identifiers.ts'
import type { Ledger } from './ledger.ts'
import { otherAmount } from './lies.ts'
import {
  type Action,
  type Books,
  type FakeProvider,
  rememberTakenBack,
  type Stage,
  type Transaction,
  takenBack,
  type Withdrawal,
  type WithdrawalAction,
  type WithdrawalStage,
} from './provider.ts'
import { textAt } from './routes.ts'

/** Where each action leads, and from where. An expired charge can still be paid: banks do let late payments through. */
const ACTION_RULES = {
  pay: { to: 'paid', from: ['pending', 'expired'] },
  refuse: { to: 'refused', from: ['pending'] },
  expire: { to: 'expired', from: ['pending'] },
  refund: { to: 'refunded', from: ['paid'] },
  chargeback: { to: 'chargeback', from: ['paid'] },
  win: { to: 'paid', from: ['chargeback'] },
} as const satisfies Record<Action, { to: Stage; from: readonly Stage[] }>

const WITHDRAWAL_RULES = {
  settle: { to: 'paid', from: 'pending' },
  reject: { to: 'refused', from: 'pending' },
  cancel: { to: 'canceled', from: 'pending' },
  return: { to: 'returned', from: 'paid' },
} as const satisfies Record<WithdrawalAction, { to: WithdrawalStage; from: WithdrawalStage }>

export type Moved =
  | { readonly type: 'moved'; readonly transaction: Transaction; readonly posted: Posted | null }
  | { readonly type: 'refused'; readonly reason: string }

export type Moves = ReturnType<typeof createMoves>

export function actionsAt(provider: FakeProvider, stage: Stage): Action[] {
  const actions = Object.keys(ACTION_RULES) as Action[]
  return actions.filter((action) => isAllowed(action, stage) && provider.statuses[ACTION_RULES[action].to] !== null)
}

/** The actions that the bank can still take on a withdrawal at this provider. */
export function withdrawalActionsAt(provider: FakeProvider, stage: WithdrawalStage): WithdrawalAction[] {
  const actions = Object.keys(WITHDRAWAL_RULES) as WithdrawalAction[]
  return actions.filter((action) => {
    const { to, from } = WITHDRAWAL_RULES[action]
    return from === stage && (provider.withdrawalStatuses?.[to] ?? null) !== null
  })
}

function isAllowed(action: Action, stage: Stage): boolean {
  return (ACTION_RULES[action].from as readonly Stage[]).includes(stage)
}

/** The webhook address that the withdrawal's request gave, as a record. */
export const TOLD_AT = 'toldAt'

export function createMoves(options: {
  database: DatabaseSync
  ledger: Ledger
  faults: Faults
  deliveries: Deliveries
}) {
  const { database, ledger, faults, deliveries } = options
  const setAddress = database.prepare('insert or replace into webhook_addresses values (?, ?)')
  const addressOf = database.prepare('select url from webhook_addresses where provider = ?')
  const addresses = database.prepare('select provider, url from webhook_addresses order by provider')

  const post = (provider: FakeProvider, books: Books, transaction: Transaction): Posted | null => {
    const url = transaction.webhookUrl ?? addressOf.get(transaction.provider)?.url
    const payload = url ? provider.webhook.payload(transaction, books) : null
    if (payload === null) return null
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    return deliveries.post(transaction.provider, transaction.id, String(url), text)
  }

  const postWithdrawal = (provider: FakeProvider, books: Books, withdrawal: Withdrawal): Posted | null => {
    const { payload, urlAt } = provider.webhook.withdrawal ?? {}
    const asked = urlAt === undefined ? null : textAt(withdrawal.request, urlAt)
    const told = ledger.recall(withdrawal.provider, TOLD_AT, withdrawal.id)
    const url = told ?? asked ?? addressOf.get(withdrawal.provider)?.url
    const said = url && payload ? payload(withdrawal, books) : null
    if (said === null) return null
    const text = typeof said === 'string' ? said : JSON.stringify(said)
    return deliveries.post(withdrawal.provider, withdrawal.id, String(url), text)
  }

  const announceWithdrawal = (provider: FakeProvider, books: Books, now: Withdrawal, before: Withdrawal): void => {
    if (faults.onWebhook(now, 'noWebhook')) return
    const posted = postWithdrawal(provider, books, now)
    if (faults.onWebhook(now, 'duplicateWebhook')) postWithdrawal(provider, books, now)
    if (faults.onWebhook(now, 'outOfOrderWebhooks')) {
      void posted?.settled.then(() => postWithdrawal(provider, books, before))
    }
  }

  const announce = (provider: FakeProvider, books: Books, now: Transaction, before: Transaction): Posted | null => {
    if (faults.onWebhook(now, 'noWebhook')) return null
    const late = faults.onWebhook(now, 'lateWebhook')
    if (late) {
      setTimeout(() => post(provider, books, now), late.delayMs).unref()
      return null
    }
    const isFalse = faults.onWebhook(now, 'falseAmountWebhook')
    const posted = post(provider, books, isFalse ? { ...now, amount: otherAmount(now.amount) } : now)
    if (faults.onWebhook(now, 'duplicateWebhook')) post(provider, books, now)
    if (faults.onWebhook(now, 'outOfOrderWebhooks')) void posted?.settled.then(() => post(provider, books, before))
    return posted
  }

  const giveBack = (provider: FakeProvider, books: Books, id: string, amount?: Cents): Moved | undefined => {
    const before = books.find(id)
    if (!before) return undefined
    const wish = amount === undefined ? {} : { amount }
    const transaction = books.refund(before, { ...wish, reference: 'dashboard' })
    if (!transaction) return { type: 'refused', reason: 'Less is left' }
    return { type: 'moved', transaction, posted: announce(provider, books, transaction, before) }
  }

  return {
    /** Repeating an action changes and posts nothing. */
    act: (provider: FakeProvider, books: Books, id: string, action: Action): Moved | undefined => {
      const before = books.find(id)
      if (!before) return undefined
      const { to } = ACTION_RULES[action]
      if (before.stage === to) return { type: 'moved', transaction: before, posted: null }
      const status = provider.statuses[to]
      if (status === null) return { type: 'refused', reason: `${before.provider} has no ${to} transactions` }
      if (!isAllowed(action, before.stage)) {
        return { type: 'refused', reason: `A ${before.stage} transaction cannot become ${to}` }
      }
      // A full refund after a partial one refunds the rest, so the refunded total equals the amount.
      if (action === 'refund' && before.refunded > 0) return giveBack(provider, books, id)
      const at = books.now()
      const transaction = ledger.move(before, {
        stage: to,
        status,
        at,
        endToEndId: to === 'paid' ? endToEndId(at) : null,
      })
      return { type: 'moved', transaction, posted: announce(provider, books, transaction, before) }
    },
    /** A buyer pays a code that is paid already. */
    payAgain: (provider: FakeProvider, books: Books, id: string): Moved | undefined => {
      const first = books.find(id)
      if (!first) return undefined
      const isPaidCode = provider.tellsOfFurtherPayments && first.paidAt !== null && first.method === 'PIX'
      if (!isPaidCode) return { type: 'refused', reason: `${first.provider} tells of one payment of this transaction` }
      const { amount, pixCode, expiresAt, request } = first
      const pending = books.create({ id: randomWord(32), reference: '', amount, pixCode, expiresAt, request })
      rememberFurther(books, id, pending.id)
      const at = books.now()
      const status = provider.statuses.paid ?? pending.status
      const transaction = ledger.move(pending, { stage: 'paid', status, at, endToEndId: endToEndId(at) })
      return { type: 'moved', transaction, posted: announce(provider, books, transaction, pending) }
    },
    /** A bank opens or drops a dispute: the payment stays paid. */
    contest: (provider: FakeProvider, books: Books, id: string, isAsked: boolean): Moved | undefined => {
      const before = books.find(id)
      if (!before) return undefined
      const word = isAsked ? provider.contested : provider.statuses.paid
      if (!provider.contested || !word) return { type: 'refused', reason: `${before.provider} has no word for it` }
      if (before.stage !== 'paid') return { type: 'refused', reason: `A ${before.stage} transaction is not asked for` }
      const transaction = ledger.move(before, { stage: 'paid', status: word, at: books.now(), endToEndId: null })
      return { type: 'moved', transaction, posted: announce(provider, books, transaction, before) }
    },
    /** A refund that a seller makes in the provider's dashboard. */
    giveBack,
    /** The bank completes or denies a refund that was in progress. */
    endRefund: (provider: FakeProvider, books: Books, id: string, end: 'done' | 'denied'): Moved | undefined => {
      const before = books.find(id)
      if (!before) return undefined
      const transaction = books.endRefund(before, end)
      if (!transaction) return { type: 'refused', reason: 'No refund is in progress' }
      return { type: 'moved', transaction, posted: announce(provider, books, transaction, before) }
    },
    /** The banks take part of a payment because less than all of it is left. No webhook is sent. */
    takeBack: (provider: FakeProvider, books: Books, id: string, amount: Cents): Moved | undefined => {
      const transaction = books.find(id)
      if (!transaction) return undefined
      const taken = takenBack(books, id) + amount
      if (!provider.tellsOfPartsTaken || transaction.stage !== 'paid') {
        return { type: 'refused', reason: `${transaction.provider} has no part to take back` }
      }
      if (taken + transaction.refunded >= transaction.amount) return { type: 'refused', reason: 'Less is left' }
      rememberTakenBack(books, id, taken)
      return { type: 'moved', transaction, posted: null }
    },
    /** @returns a text where the withdrawal does not allow it. */
    actOnWithdrawal: (
      provider: FakeProvider,
      books: Books,
      id: string,
      action: WithdrawalAction,
    ): Withdrawal | string | undefined => {
      const before = books.findWithdrawal(id)
      if (!before) return undefined
      const { to: stage, from } = WITHDRAWAL_RULES[action]
      if (before.stage === stage) return before
      const status = provider.withdrawalStatuses?.[stage] ?? null
      if (status === null || before.stage !== from) return `A ${before.stage} withdrawal cannot become ${stage}`
      const moved = ledger.moveWithdrawal(before, { stage, status, at: books.now() })
      announceWithdrawal(provider, books, moved, before)
      return moved
    },
    /** Posts the transaction's current state again. Null when there is no address, or no webhook for this stage. */
    resend: post,
    setAddress: (provider: string, url: string): void => {
      setAddress.run(provider, url)
    },
    addresses: (): { provider: string; url: string }[] =>
      addresses.all().map((row) => ({ provider: String(row.provider), url: String(row.url) })),
  }
}
