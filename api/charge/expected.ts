/**
 * Tells what became of a charge's creation as soon as its row says so. The answer to the buyer need not wait for the workflow's next
 * task then, and the workflow's history carries no question. Where the row does not say, only the workflow knows.
 */
import type { DatabasePool } from '../../db/client.ts'
import { findCreation } from '../../db/queries/charge/creation.ts'
import type { ChargeRow } from '../../db/queries/charge/read.ts'
import { isRefused, isSettled } from '../../domain/charge.ts'
import type { ChargeFeed } from './feed.ts'

export type KnownCreation = { outcome: 'created'; row: ChargeRow } | { outcome: 'refused'; message: string }

export interface Expectation {
  /** @returns undefined where the row does not say in time. */
  outcome(withinMs: number): Promise<KnownCreation | undefined>
  /** What the row says now. */
  look(): Promise<KnownCreation | undefined>
  /** Ends the wait. */
  end(): void
}

export interface ExpectedCharges {
  /** To be called before the row is written, so that its first change is heard of. */
  expect(platformId: string, chargeId: string): Expectation
}

/** Changes are announced within milliseconds. If not even the row's insert was announced in this time, no announcements arrive. */
const UNHEARD_MS = 2_000
/** What is left of the wait for the workflow's own answer. */
const ASKING_MS = 2_000

export function expectedCharges(
  { writer }: Pick<DatabasePool, 'writer'>,
  feed: Pick<ChargeFeed, 'hear'>,
  logger: { warn(details: object, message: string): void },
): ExpectedCharges {
  /** No announcements arrive, as behind a pooler. Until one does, no request waits for them. */
  let isDeaf = false
  return {
    expect: (platformId, chargeId) => {
      const news = Promise.withResolvers<boolean>()
      let isHeard = false
      const stopHearing = feed.hear(chargeId, (isUnderWay) => {
        isHeard = true
        isDeaf = false
        if (!isUnderWay) news.resolve(true)
      })
      const look = async () => {
        const found = await findCreation(writer, platformId, chargeId).catch((error: unknown) => {
          logger.warn({ err: error, chargeId }, 'a charge that is waited for could not be read')
          return undefined
        })
        return found && knownOf(found)
      }
      return {
        outcome: async (withinMs) => {
          const giveUp = () => news.resolve(false)
          const giveUpUnheard = () => {
            if (isHeard) return
            isDeaf = true
            giveUp()
          }
          if (isDeaf) giveUp()
          const timers = [
            setTimeout(giveUpUnheard, Math.min(UNHEARD_MS, withinMs / 2)),
            setTimeout(giveUp, Math.max(withinMs - ASKING_MS, withinMs / 2)),
          ]
          const isTold = await news.promise
          for (const timer of timers) clearTimeout(timer)
          return isTold ? look() : undefined
        },
        look,
        end: () => {
          stopHearing()
          news.resolve(false)
        },
      }
    },
  }
}

/** Where the provider's first answer said more than that it waits to be paid, the workflow writes that down next. */
function knownOf({
  charge,
  createdStatus,
}: NonNullable<Awaited<ReturnType<typeof findCreation>>>): KnownCreation | undefined {
  const { status, transactionId, failureMessage } = charge
  if (transactionId === null)
    return isRefused(status) ? { outcome: 'refused', message: failureMessage ?? '' } : undefined
  const isWhole = isSettled(status) || createdStatus === null || !isSettled(createdStatus)
  return isWhole ? { outcome: 'created', row: charge } : undefined
}
