/** What the books have seen since the sandbox started: every version of every movement, each refund, each receiver. */
import type { Cents } from '../domain/money.ts'
import type { Ledger } from './ledger.ts'
import type { Transaction, Withdrawal } from './provider.ts'

export interface BookedRefund {
  readonly provider: string
  readonly transactionId: string
  readonly amount: Cents
  /** By which the provider tells one refund from another. */
  readonly reference: string
  readonly at: number
}

export interface OpenedReceiver {
  readonly provider: string
  /** The request that opened it, as JSON. */
  readonly request: string
}

type Movement = Transaction | Withdrawal

export type History = ReturnType<typeof keepHistory>['history']

/** A ledger that remembers how everything stood before. */
export function keepHistory(ledger: Ledger, now: () => number) {
  const versions = new Map<string, { since: number; movement: Movement }[]>()
  const refunds: BookedRefund[] = []
  const receivers: OpenedReceiver[] = []
  const keyOf = ({ provider, id }: Movement) => `${provider} ${id}`
  const note = <T extends Movement>(movement: T): T => {
    const known = versions.get(keyOf(movement)) ?? []
    versions.set(keyOf(movement), [...known, { since: now(), movement }])
    return movement
  }

  const watched: Ledger = {
    ...ledger,
    create: (...wish) => note(ledger.create(...wish)),
    move: (...wish) => note(ledger.move(...wish)),
    withdraw: (...wish) => note(ledger.withdraw(...wish)),
    moveWithdrawal: (...wish) => note(ledger.moveWithdrawal(...wish)),
    refund: (transaction, refund) => {
      const { provider, id: transactionId } = transaction
      const { amount, reference, at } = refund
      refunds.push({ provider, transactionId, amount, reference, at })
      return note(ledger.refund(transaction, refund))
    },
  }
  return {
    ledger: watched,
    history: {
      /** As it stood at that moment; undefined when it was not there. What an earlier run has made counts as old. */
      asOf: <T extends Movement>(movement: T, at: number): T | undefined => {
        const known = versions.get(keyOf(movement))
        if (!known) return movement
        return known.findLast(({ since }) => since <= at)?.movement as T | undefined
      },
      noteReceiver: (provider: string, request: unknown): void => {
        receivers.push({ provider, request: JSON.stringify(request) })
      },
      refunds: (): readonly BookedRefund[] => refunds,
      receivers: (): readonly OpenedReceiver[] => receivers,
    },
  }
}
