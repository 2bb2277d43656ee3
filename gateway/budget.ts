/**
 * Limits concurrent requests per account, per platform and per process. Requests beyond a limit wait for their turn. The platform with
 * the fewest running requests goes first, its accounts take turns, creations go before readings, and each kind is served in order of
 * arrival.
 */
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { createShares } from './shares.ts'

/** A buyer waits for a creation. A reading, or the withdrawal of a code, can be made later. */
export type Urgency = 'creation' | 'reading'

/** The account that a request goes to, and its platform. */
export interface Place {
  accountId: string
  platformId: string
}

export interface Budget {
  /** @throws ProviderError RateLimited if too many requests wait already, or the turn does not come in time. Nothing was sent then. */
  run<T>(place: Place, urgency: Urgency, send: () => Promise<T>): Promise<T>
}

export interface BudgetLimits {
  /** Concurrent requests at one account. */
  perAccount: number
  /** Waiting requests at one account, for each urgency. */
  waitingPerAccount: number
  /** Concurrent requests at all accounts, shared by the platforms. */
  total: number
}

/** How long a request waits. Shorter than the age at which its run is too old to send. */
const PATIENCE_MS = 10_000

const RETRY_AFTER_SECONDS = 1
/** Every eighth turn a reading goes first, so that continuous creations do not starve an account's readings. */
const READING_FIRST_EVERY = 8

interface Account {
  platformId: string
  underWay: number
  waiting: Record<Urgency, Set<() => void>>
}

export function createBudget(limits: BudgetLimits): Budget {
  /** The accounts with running or waiting requests, least recently served first. */
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
  /** @returns false if no waiting request may start. */
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
  new ProviderError('RateLimited', OUR_MESSAGES.crowded, {
    retryAfter: RETRY_AFTER_SECONDS,
    isHeldBack: true,
  })
