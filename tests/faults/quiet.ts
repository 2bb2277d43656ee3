/** When nothing happens any more, and all that time can mend is mended. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Campaign, Evidence } from './campaign.ts'
import type { Failing } from './verdict.ts'

const LOOK_EVERY_MS = 2_000
const LONGEST_PAUSE_MS = 10_000
/** Nothing waits longer for anything that lasts: a reading may lag, and the next one after an end comes later than the longest lag. */
const STANDSTILL_MS = 120_000

/** A lie that was told, what was done twice, and what was asked too late stay. */
const LASTING: readonly string[] = ['lie', 'duplicate', 'unlooked'] satisfies Failing[]

/** What time may still mend. */
export const healing = ({ violations }: Evidence): boolean =>
  violations.some(({ failing }) => !LASTING.includes(failing))

/** Nothing is wrong, and no operator is asked what a provider may still tell. */
export const isQuiet = (evidence: Evidence): boolean =>
  !healing(evidence) && ![...evidence.verdicts.values()].some(({ asksNeedlessly }) => asksNeedlessly)

/**
 * Waits until it is quiet; what still breaks a rule when time is up is for the tests to show.
 * @returns what the last look saw; undefined where nothing could be seen.
 */
export async function untilQuiet(
  campaign: Campaign,
  quiet: (evidence: Evidence) => boolean,
  deadline: number,
): Promise<Evidence | undefined> {
  const { standing } = campaign
  for (;;) {
    const since = Date.now()
    const evidence = await campaign
      .evidence()
      .catch((error: Error) => void campaign.say(`cannot look: ${error.message}`))
    const violations = evidence?.violations ?? []
    const found = violations.map(({ text }) => text).join()
    if (standing.text !== found) {
      if (evidence) campaign.say(`${violations.length} rules not yet kept: ${violations[0]?.text ?? ''}`)
      Object.assign(standing, { text: found, since: Date.now() })
    }
    const isDone = evidence !== undefined && quiet(evidence)
    if (isDone || Date.now() > deadline || Date.now() - standing.since > STANDSTILL_MS) return evidence
    // Looking costs the product something: a fifth of the time, unless that is long.
    await sleep(Math.max(LOOK_EVERY_MS, Math.min(4 * (Date.now() - since), LONGEST_PAUSE_MS)))
  }
}
