/**
 * How many requests may be under way at once: at one account, of one platform, and in the whole process. What is beyond that waits its
 * turn: the platform with the fewest under way goes first, its accounts take turns, creations go before readings, and each of these in the
 * order in which they came.
 */
import { ProviderError } from '../domain/provider-error.ts'
import { createShares } from './shares.ts'

/** A creation has a buyer waiting for it; a reading, or the withdrawal of a code, can be made later. */
export type Urgency = 'creation' | 'reading'

/** Where a request goes, and whose it is. */
export interface Place {
  accountId: string
  platformId: string
}

export interface Budget {
  /** @throws ProviderError RateLimited when too many wait already, or when its turn does not come in time; nothing was sent. */
  run<T>(place: Place, urgency: Urgency, send: () => Promise<T>): Promise<T>
}

export interface BudgetLimits {
  /** Under way at one account. */
  perAccount: number
  /** Of each urgency, waiting for one account. */
  waitingPerAccount: number
  /** Under way at all accounts together: the platforms share them. */
  total: number
}

/** How long a request waits. Less than the time after which its run counts as too old to send. */
const PATIENCE_MS = 10_000

const RETRY_AFTER_SECONDS = 1
/** So often a reading goes first, so that creations without end do not keep an account from ever being read. */
const READING_FIRST_EVERY = 8

interface Account {
  platformId: string
  underWay: number
  waiting: Record<Urgency, Set<() => void>>
}

export function createBudget(limits: BudgetLimits): Budget {
  /** Those with anything under way or waiting; whoever was served last stands last. */
  const accounts = new Map<string, Account>()
  const shares = createShares(limits.total)
  let turns = 0

  const take = (id: string, account: Account) => {
    shares.take(account.platformId)
    account.underWay += 1
    accounts.delete(id)
    accounts.set(id, account)
  }
  const give = (id: string, account: Account) => {
    shares.give(account.platformId)
    account.underWay -= 1
    if (isIdle(account)) accounts.delete(id)
  }
  /** @returns false when nobody may go on. */
  const admitOne = (): boolean => {
    turns += 1
    const order: readonly Urgency[] =
      turns % READING_FIRST_EVERY === 0 ? ['reading', 'creation'] : ['creation', 'reading']
    for (const urgency of order) {
      const [id, account] = nextOf(urgency) ?? []
      if (id === undefined || !account) continue
      const [admit] = account.waiting[urgency]
      if (!admit) continue
      account.waiting[urgency].delete(admit)
      take(id, account)
      admit()
      return true
    }
    return false
  }
  const nextOf = (urgency: Urgency): [string, Account] | undefined => {
    let next: [string, Account] | undefined
    for (const [id, account] of accounts) {
      const { platformId } = account
      if (account.waiting[urgency].size === 0 || account.underWay >= limits.perAccount) continue
      if (!shares.hasRoom(platformId)) continue
      if (!next || shares.held(platformId) < shares.held(next[1].platformId)) next = [id, account]
    }
    return next
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
    run: async ({ accountId, platformId }, urgency, send) => {
      const account = accounts.get(accountId) ?? newAccount(platformId)
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

const newAccount = (platformId: string): Account => ({
  platformId,
  underWay: 0,
  waiting: { creation: new Set(), reading: new Set() },
})

const isIdle = ({ underWay, waiting }: Account): boolean =>
  underWay === 0 && waiting.creation.size === 0 && waiting.reading.size === 0

const notNow = () =>
  new ProviderError('RateLimited', 'Too many requests to this provider account are under way', {
    retryAfter: RETRY_AFTER_SECONDS,
    isHeldBack: true,
  })
