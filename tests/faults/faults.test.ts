/**
 * Hundreds of lifecycles while everything around them fails: providers answer late, wrongly, for another movement or not at all,
 * notices are lost, doubled, false or out of order, and worker, API, Temporal and PostgreSQL are killed at random moments.
 * FAULT_RUNS says how many; FAULT_SEED plays the plan of an earlier run again (the moments themselves are never quite the same).
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepAsked } from '../../scripts/support/fault-batches.ts'
import { ROOT } from '../../scripts/support/root.ts'
import { storeHistory } from '../support/histories.ts'
import { type Campaign, type Evidence, runCampaign } from './campaign.ts'
import { isCrowded } from './judge-asks.ts'
import { VICTIMS } from './kills.ts'
import { summarize, trailOf } from './report.ts'
import { failedTasks } from './temporal.ts'
import { FAILINGS, isTooMany } from './verdict.ts'
import type { Deed } from './world.ts'

const SIZE = Number(process.env.FAULT_RUNS ?? 300)
const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1_000_000))
const AT_ONCE = Number(process.env.FAULT_AT_ONCE ?? 80)
/** Of workflows whose tasks failed. */
const HISTORIES = join(ROOT, '.trilho', 'faults', 'histories')
const RUN_TIMEOUT_MS = 1_700_000

let campaign: Campaign
let evidence: Evidence
/** Beside each failure, because a developer who reads of one may have the end of the output alone. */
let trails: string
/** Begun on a machine with room, so that a provider could have told; and those of them about which an operator is asked. */
let tellable: Deed[]
let asked: Deed[]

beforeAll(async () => {
  console.error(`Fault suite: ${SIZE} lifecycles, seed ${SEED} (FAULT_SEED=${SEED} draws the same plan again)`)
  const say = (text: string) => process.stderr.write(`${text}\n`)
  ;({ campaign, evidence } = await runCampaign({ plan: { seed: SEED, size: SIZE }, atOnce: AT_ONCE, say }))
  console.error(`\n${summarize(campaign, evidence)}\n`)
  trails = await trailOf(campaign, evidence)
  if (process.env.FAULT_REPORT) writeFileSync(process.env.FAULT_REPORT, summarize(campaign, evidence))
  const verdictOn = ({ life }: Deed) => evidence.verdicts.get(life.index)
  tellable = campaign.deeds.filter((deed) => verdictOn(deed)?.isTellable && !isCrowded(deed, campaign.crowding))
  asked = tellable.filter((deed) => verdictOn(deed)?.asksNeedlessly)
  if (process.env.FAULT_ASKED) keepAsked(process.env.FAULT_ASKED, { tellable: tellable.length, asked: asked.length })
}, RUN_TIMEOUT_MS)

afterAll(() => campaign?.close())

describe(`${SIZE} lifecycles through every fault, seed ${SEED}`, () => {
  test('every process was killed', () => {
    expect([...new Set(campaign.chaos.kills.map(({ victim }) => victim))].sort()).toEqual(VICTIMS.toSorted())
  })

  test.each(FAILINGS)('nothing is %s', (failing) => {
    expect(
      evidence.violations.filter((one) => one.failing === failing).map(({ text }) => text),
      trails,
    ).toEqual([])
  })

  test('an operator is asked only what no provider can tell', () => {
    const tooMany = isTooMany(asked.length, tellable.length) ? asked : []
    expect(
      tooMany.map(({ life }) => JSON.stringify(life)),
      trails,
    ).toEqual([])
  })

  test('no workflow task has failed', async () => {
    const failed = await failedTasks(campaign.temporal, campaign.crowding)
    for (const { workflowId, runId } of failed) {
      await storeHistory(campaign.temporal, { workflowId, runId }, HISTORIES, workflowId.replaceAll('/', '-'))
    }
    const texts = failed.map(({ text }) => text)
    expect(texts, texts.join('\n')).toEqual([])
  })
})
