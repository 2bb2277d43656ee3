/** How much longer a request may still be processed of which a search finds nothing, where the machines' clocks differ. */
import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { expect, test } from 'vitest'
import { unsettledMs } from '../../activities/elapsed.ts'

const DOUBTED_AT = '2026-03-01T12:00:00.000Z'
/** The database's clock is an hour fast. */
const DATABASE = { begunAt: '2026-03-01T12:59:50.000Z', now: '2026-03-01T13:00:20.000Z' }
const TWENTY_SECONDS_LATER = Date.parse(DOUBTED_AT) + 20_000

const left = (settleMs: number, doubtedAt: string | undefined) =>
  asyncLocalStorage.run(
    { info: { currentAttemptScheduledTimestampMs: TWENTY_SECONDS_LATER } } as unknown as Context,
    () => unsettledMs({ settleMs }, { doubtedAt, ...DATABASE }),
  )

test("since an answer was lost, it is counted by Temporal's clock alone", () => {
  expect(left(60_000, DOUBTED_AT)).toBe(40_000)
  expect(left(20_000, DOUBTED_AT)).toBeUndefined()
})

test("since an attempt was begun, it is counted by the database's clock alone", () => {
  expect(left(60_000, undefined)).toBe(30_000)
  expect(left(30_000, undefined)).toBeUndefined()
})
