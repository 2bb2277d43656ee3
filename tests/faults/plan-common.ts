/** What is drawn for every lifecycle alike. */
import { LARGE } from './kills.ts'
import type { Common } from './plan.ts'
import type { Random } from './random.ts'

/** Far enough apart that no amount looks like a part of another, or like what a lie makes of it. */
const FIRST_AMOUNT = 1_000_000
export const FAULTY_SHARE = 0.6

export function drawCommon(random: Random, index: number, provider: string, size: number): Common {
  return {
    index,
    key: `life-${index}`,
    provider,
    amount: FIRST_AMOUNT + index,
    cells: [],
    servers: random.pick([1, 1, 1, 1, 1, 2, 3]),
    again: random.chance(0.2),
    givesUp: size >= LARGE && random.chance(0.1),
  }
}
