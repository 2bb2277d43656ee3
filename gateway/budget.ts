/**
 * How many requests may be under way at once: at one account, and in the whole process. What is beyond that waits its turn: the
 * accounts take turns, an account's creations go before its readings, and each of these in the order in which they came.
 */
import { ProviderError } from '../domain/provider-error.ts'

/** A creation has a buyer waiting for it; a reading can be made later. */
export type Urgency = 'creation' | 'reading'

export interface Budget {
  /** @throws ProviderError RateLimited when too many wait already, or when its turn does not come in time; nothing was sent. */
  run<T>(accountId: string, urgency: Urgency, send: () => Promise<T>): Promise<T>
}

export interface BudgetLimits {
  /** Under way at one account. */
  perAccount: number
  /** Of each urgency, waiting for one account. */
  waitingPerAccount: number
  /** Under way at all accounts together. */
  total: number
}

/** How long a request waits. Less than the time after which its run counts as too old to send. */
const PATIENCE_MS = 10_000

const RETRY_AFTER_SECONDS = 1
/** So often a reading goes first, so that creations without end do not keep an account from ever being read. */
const READING_FIRST_EVERY = 8

interface Account {
  underWay: number
  waiting: Record<Urgency, Set<() => void>>
}

export function createBudget(limits: BudgetLimits): Budget {
  /** Those with anything under way or waiting; whoever was served last stands last. */
  const accounts = new Map<string, Account>()
  let underWay = 0
  let turns = 0

  const take = (id: string, account: Account) => {
    underWay += 1
    account.underWay += 1
    accounts.delete(id)
    accounts.set(id, account)
  }
  const give = (id: string, account: Account) => {
    underWay -= 1
    account.underWay -= 1
    if (isIdle(account)) accounts.delete(id)
  }
  /** @returns false when nobody may go on. */
  const admitOne = (): boolean => {
    if (underWay >= limits.total) return false
    turns += 1
    const order: readonly Urgency[] =
      turns % READING_FIRST_EVERY === 0 ? ['reading', 'creation'] : ['creation', 'reading']
    for (const urgency of order) {
      for (const [id, account] of accounts) {
        const [admit] = account.waiting[urgency]
        if (!admit || account.underWay >= limits.perAccount) continue
        account.waiting[urgency].delete(admit)
        take(id, account)
        admit()
        return true
      }
    }
    return false
  }

  const turnAt = (id: string, account: Account, urgency: Urgency): Promise<void> => {
    const queue = account.waiting[urgency]
    if (queue.size >= limits.waitingPerAccount) return Promise.reject(notNow())
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(admit)
        if (isIdle(account)) accounts.delete(id)
        reject(notNow())
      }, PATIENCE_MS)
      queue.add(admit)
    })
  }

  return {
    run: async (accountId, urgency, send) => {
      const account = accounts.get(accountId) ?? newAccount()
      accounts.set(accountId, account)
      const turn = turnAt(accountId, account, urgency)
      admitOne()
      await turn
      try {
        return await send()
      } finally {
        give(accountId, account)
        admitOne()
      }
    },
  }
}

const newAccount = (): Account => ({ underWay: 0, waiting: { creation: new Set(), reading: new Set() } })

const isIdle = ({ underWay, waiting }: Account): boolean =>
  underWay === 0 && waiting.creation.size === 0 && waiting.reading.size === 0

const notNow = () =>
  new ProviderError('RateLimited', 'Too many requests to this provider account are under way', {
    retryAfter: RETRY_AFTER_SECONDS,
  })
