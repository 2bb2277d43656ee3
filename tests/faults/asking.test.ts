/** For how long a seller asks: while there is room, the product owes an answer. */
import { expect, test } from 'vitest'
import { patientUntil } from './asking.ts'
import { countCrowding } from './crowding.ts'

const SINCE = Date.UTC(2026, 5, 1)
const MINUTE_MS = 60_000

/** Of a machine on which twelve threads want each processor for so many minutes. */
function patience(crowdedMinutes: number, upAfterMs = 0): number {
  const crowding = countCrowding(1)
  for (let after = 0; after <= crowdedMinutes * MINUTE_MS; after += 250)
    crowding.add({ at: SINCE + after, wanting: crowdedMinutes > 0 ? 12 : 1, waitedForDisk: 0 })
  return (patientUntil({ chaos: { upSince: () => SINCE + upAfterMs }, crowding }, SINCE) - SINCE) / MINUTE_MS
}

test.each([
  ['where there is room, for three minutes', 0, 0, 3],
  ['where something was dead for a minute, for three more', 0, MINUTE_MS, 4],
  ['where the machine was crowded for two minutes, for three more', 2, 0, 5],
  ['where it is crowded for ever, until the campaign has to end', 30, 0, 8],
])('a seller asks %s', (_, crowdedMinutes, upAfterMs, minutes) => {
  expect(patience(crowdedMinutes, upAfterMs)).toBe(minutes)
})
