/**
 * Hundreds of Pix charges while everything around them fails: providers answer late, wrongly or not at all, notices are
 * lost, doubled or out of order, and worker, API, Temporal and (in large runs) PostgreSQL are killed at random moments. FAULT_CHARGES says how many;
 * FAULT_SEED plays the plan of an earlier run again (the moments themselves are never quite the same).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANSWER_FAULTS, WEBHOOK_FAULTS } from '../../sandbox/faults.ts'
import { type Campaign, runCampaign, untilQuiet } from './campaign.ts'
import { casesOf } from './cases.ts'
import {
  duplicates,
  type Evidence,
  falseHistories,
  halfMade,
  isParked,
  lies,
  losses,
  lostNotices,
  strayWorkflows,
  stuck,
  violations,
} from './invariants.ts'
import { failedTasks } from './observe.ts'
import { type Resolution, resolveAll } from './operators.ts'
import type { Victim } from './plan.ts'
import { summarize } from './summary.ts'
import { trailOf } from './trail.ts'

const SIZE = Number(process.env.FAULT_CHARGES ?? 300)
const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1_000_000))
const RUN_TIMEOUT_MS = 1_500_000

let campaign: Campaign
let evidence: Evidence

beforeAll(async () => {
  console.error(`Fault suite: ${SIZE} charges, seed ${SEED} (FAULT_SEED=${SEED} draws the same plan again)`)
  campaign = await runCampaign(SEED, SIZE)
  evidence = await campaign.evidence()
  console.error(`\n${summarize(campaign, evidence)}\n`)
  const broken = violations(evidence)
  if (broken.length > 0) console.error(await trailOf(campaign, broken))
}, RUN_TIMEOUT_MS)

afterAll(() => campaign?.close())

describe(`${SIZE} charges through every fault, seed ${SEED}`, () => {
  test('every fault has struck, and every process was killed', () => {
    const never = [...ANSWER_FAULTS, ...WEBHOOK_FAULTS].filter((fault) => !campaign.saboteur.strikes().get(fault))
    expect(never).toEqual([])
    const victims = (kills: readonly { victim: Victim }[]) => [...new Set(kills.map(({ victim }) => victim))].sort()
    expect(victims(campaign.chaos.kills)).toEqual(victims(campaign.plan.kills))
    expect(victims(campaign.plan.kills)).toEqual(expect.arrayContaining(['api', 'temporal', 'worker']))
  })

  test.each([
    ['every charge that a seller was told of exists and stands as its provider says', lies],
    ['no payment is lost', losses],
    ['nothing was made twice', duplicates],
    ['no charge is stuck, and none asks a person for nothing', stuck],
    ['one key gave one charge, and where nothing was done nothing is left', halfMade],
    ['every notice is stored and has arrived', lostNotices],
    ['workflows run exactly as long as there is something to wait for', strayWorkflows],
    ['histories are unbroken, and sellers were told of every move once', falseHistories],
  ])('%s', (_, rule) => {
    expect(rule(evidence).map(({ text }) => text)).toEqual([])
  })

  test('no workflow task has failed', async () => {
    const workflows = evidence.seen.workflows.filter(({ type }) => type !== 'sweep')
    expect(
      await failedTasks(
        campaign.temporal,
        workflows.map(({ id }) => id),
      ),
    ).toEqual([])
  })
})

test('a seller who asks again under the same key gets the same charge', async () => {
  for (const { id, orderId } of evidence.seen.charges) {
    const sale = campaign.sales.find(({ scenario }) => scenario.orderId === orderId)
    if (!sale) throw new Error(`Nobody has asked for ${orderId}`)
    for (const again of await campaign.sellAgain(sale.scenario)) {
      expect(again).toMatchObject({ outcome: 'charge', chargeId: id })
    }
  }
})

describe('what only a person can know', () => {
  let resolutions: Resolution[]
  const broken = (now: Evidence) => violations(now).filter(({ text }) => !brokenBefore.has(text))
  const brokenBefore = new Set<string>()
  const nobodyWaits = (now: Evidence) => [
    ...broken(now),
    ...casesOf(now.seen)
      .filter(isParked)
      .map(({ charge }) => ({ orderId: charge.orderId, text: `${charge.orderId} still asks a person` })),
  ]

  beforeAll(async () => {
    for (const { text } of violations(evidence)) brokenBefore.add(text)
    resolutions = await resolveAll(campaign)
    await untilQuiet(campaign, nobodyWaits)
  }, 400_000)

  test('is resolved by an operator, whether it had been made or not', async () => {
    const now = await campaign.evidence()
    expect(nobodyWaits(now).map(({ text }) => text)).toEqual([])
    const ends = resolutions.map(({ chargeId, outcome }) => {
      const one = casesOf(now.seen).find(({ charge }) => charge.id === chargeId)
      const made = one?.charge.transactionId !== null
      // What one account has not made, the next one in line may.
      if (outcome === 'notCreated' && made && Number(one?.attempts.length) > 1)
        return { outcome, made: false, rejected: true }
      return { outcome, made, rejected: one?.charge.status === 'REJECTED' }
    })
    const due = resolutions.map(({ outcome }, index) =>
      outcome === 'created'
        ? { outcome, made: true, rejected: ends[index]?.rejected }
        : { outcome, made: false, rejected: true },
    )
    expect(ends).toEqual(due)
  })

  test('and is paid like any other from then on', async () => {
    const { sandbox } = campaign.product
    const ids = new Set(resolutions.map(({ transactionId }) => transactionId))
    const unpaid = (await sandbox.transactions()).filter(({ id, stage }) => ids.has(id) && stage === 'pending')
    for (const transaction of unpaid) await sandbox.act(transaction, 'pay')
    await untilQuiet(campaign, nobodyWaits)
    expect(nobodyWaits(await campaign.evidence()).map(({ text }) => text)).toEqual([])
  }, 400_000)
})
