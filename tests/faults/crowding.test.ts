/** When a machine counts as crowded: on average, and second by second, by its processors and by its disk. */
import { expect, test } from 'vitest'
import { countCrowding } from './crowding.ts'

const PROCESSORS = 2
const AT = Date.UTC(2026, 5, 1)

interface Burst {
  /** Milliseconds after the beginning. */
  from: number
  until: number
  wanting?: number
  /** Of each millisecond. */
  waiting?: number
  /** Nothing is counted. */
  silent?: boolean
}

/** Twenty seconds of a machine that has little to do, but for the burst. */
function counted({ from, until, wanting = 2, waiting = 0, silent = false }: Burst) {
  const crowding = countCrowding(PROCESSORS)
  let waitedForDisk = 5_000
  for (let after = 0; after <= 20_000; after += 250) {
    const isIn = after > from && after <= until
    if (isIn) waitedForDisk += 250 * waiting
    if (!(isIn && silent)) crowding.add({ at: AT + after, wanting: isIn ? wanting : 2, waitedForDisk })
  }
  return crowding
}

const CALM: Burst = { from: 0, until: 0 }
const BURST: Burst = { from: 3_000, until: 4_500, wanting: 16 }

test.each<[string, Burst, boolean]>([
  ['little to do', CALM, false],
  ['a burst that an average hides', BURST, false],
  ['much to do throughout', { from: 0, until: 20_000, wanting: 16 }, true],
])('a machine with %s is crowded on average: %o, %s', (_, burst, isCrowded) => {
  expect(counted(burst).from(AT, 5_000)).toBe(isCrowded)
})

test('what was not counted counts as crowded', () => {
  expect(counted(CALM).from(AT + 30_000, 5_000)).toBe(true)
})

test.each<[string, Burst, number]>([
  ['nothing comes in between', CALM, 5_000],
  ['there was a burst', BURST, 10_250],
  ['it came before', { ...BURST, from: -2_000, until: -1_000 }, 5_000],
  ['it began with the last of them', { ...BURST, from: 5_000, until: 6_000 }, 11_750],
  ['it came too late', { ...BURST, from: 6_000, until: 8_000 }, 5_000],
  ['as many wanted a processor as there are', { ...BURST, wanting: 4 }, 5_000],
  ['the disk was waited for', { from: 2_000, until: 3_000, waiting: 1 }, 8_000],
  ['the disk was waited for half of the time', { from: 2_000, until: 3_000, waiting: 0.5 }, 5_000],
  ['nothing was counted meanwhile', { from: 2_000, until: 4_000, silent: true }, 9_250],
])('it had five seconds of room where %s: %o, after %i ms', (_, burst, after) => {
  expect(counted(burst).roomAfter(AT, 5_000) - AT).toBe(after)
})
