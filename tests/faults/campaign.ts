/** Carries a plan out: so many lifecycles at a time, faults that strike, processes that die; then it waits until everything is quiet. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from '@temporalio/client'
import { readSettings } from '../../config/env.ts'
import { temporalClient } from '../../temporal/client.ts'
import { type ProductOfProcesses, startProduct } from '../support/product.ts'
import { type Approver, signInApprover } from './approver.ts'
import { type Chaos, startChaos } from './chaos.ts'
import { liveCharge } from './charges.ts'
import { allOf } from './crowd.ts'
import { type Crowding, watchCrowding } from './crowding.ts'
import { hurryReadings } from './hurry/after-end.ts'
import { makeBundles } from './hurry/bundles.ts'
import { type Judgement, judge } from './judge.ts'
import { LOOKED_WITHIN_MS } from './judge-losses.ts'
import { calmOf } from './kills.ts'
import { nurse } from './nurse.ts'
import { type Observation, observe } from './observe.ts'
import { decideAll } from './operators.ts'
import { drawPlan, isReadAfterEnd, type Life, losesLastSecond, type Plan } from './plan.ts'
import { healing, isQuiet, untilQuiet } from './quiet.ts'
import { liveReceiver } from './receivers.ts'
import { createSaboteur, type Saboteur } from './saboteur.ts'
import { openSellersEar } from './sellers-ear.ts'
import { accountsOf, arrange } from './setting.ts'
import { liveWithdrawal } from './withdrawals.ts'
import { type Deed, sharedLook, type World } from './world.ts'

export interface CampaignOptions {
  /** Drawn from a seed, or made by hand. */
  plan: { seed: number; size: number } | Plan
  /** How many lifecycles are under way at once. */
  atOnce: number
  say?: (text: string) => void
  env?: NodeJS.ProcessEnv
  quietPatienceMs?: number
}

export interface Evidence extends Judgement {
  seen: Observation
}

export interface Campaign {
  product: ProductOfProcesses
  temporal: Client
  approve: Approver
  plan: Plan
  deeds: Deed[]
  saboteur: Saboteur
  chaos: Chaos
  crowding: Crowding
  /** Processes that ended without having been killed. */
  diedByThemselves: string[]
  /** Which rules were not kept when it looked last, and since when these. */
  standing: { text: string; since: number }
  /** Progress, for a developer who watches. */
  say(text: string): void
  /** From the first lifecycle to the silence after the last. */
  tookMs: number
  /** Of this moment, at which something may be under way. */
  evidence(): Promise<Evidence>
  close(): Promise<void>
}

/** The longest wait of the product for what it cannot learn, and room for a loaded machine. */
const QUIET_PATIENCE_MS = 360_000
/** How long a doubt that a provider could end may outlast everything else. */
const DOUBT_PATIENCE_MS = 30_000
/** How long a lifecycle may hold its place while its buyer waits for something to pay. */
const PLACE_PATIENCE_MS = 12_000
/** The same, when no other lifecycle waits for the place, or the machine has room for more. */
const CHEAP_PATIENCE_MS = 3_000
/** Between two of those that begin while nothing is killed, and where the machine has room. */
const CALM_PACE_MS = 350
const ROOMY_PACE_MS = 150
/** How long the storm waits for their sellers' answers. */
const CALM_PATIENCE_MS = 8_000
/** After it the place of a seller who is still owed an answer is given on all the same. */
const TELLING_PATIENCE_MS = 200_000

/**
 * @returns the campaign, and what its last look saw: all was quiet, unless patience had ended.
 * @throws Error with the services' last lines when it cannot be carried out.
 */
export async function runCampaign(options: CampaignOptions): Promise<{ campaign: Campaign; evidence: Evidence }> {
  const { env = {} } = options
  const { seed } = options.plan
  const isLosing = 'lives' in options.plan ? options.plan.losesLastSecond : losesLastSecond(seed, options.plan.size)
  const directory = mkdtempSync(join(tmpdir(), 'trilho-faults-'))
  const bundles = await makeBundles(directory)
  const hurry = `--import=${fileURLToPath(new URL('./hurry/preload.ts', import.meta.url))}`
  const readsAfterEnd = 'lives' in options.plan ? options.plan.readsAfterEnd : isReadAfterEnd(seed)
  const product = await startProduct({
    env: {
      REQUESTS_PER_MINUTE: '1000000',
      ...env,
      NODE_OPTIONS: [env.NODE_OPTIONS, hurry].filter(Boolean).join(' '),
      FAULT_BUNDLE: bundles.current,
      ...(readsAfterEnd ? { FAULT_AFTER_END: 'soon' } : {}),
    },
    durable: isLosing ? 'butTheLastSecond' : true,
  })
  const ear = await openSellersEar()
  const temporal = temporalClient(readSettings(product.env))
  const { sandbox } = product
  const saboteur = createSaboteur(sandbox)
  const close = async () => {
    await Promise.all([temporal.connection.close(), ear.close()])
    await product.close()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await hurryReadings(product.addresses.database, readsAfterEnd)
    const operations = new Set(
      (await sandbox.operations()).map(({ provider, operation }) => `${provider} ${operation}`),
    )
    const plan = 'lives' in options.plan ? options.plan : drawPlan(seed, options.plan.size, operations)
    const accounts = await accountsOf(product)
    await arrange(product, accounts, plan)
    const approve = await signInApprover(product)
    const crowding = watchCrowding()
    const since = Date.now()
    const deeds: Deed[] = []
    const chaos = startChaos(product, plan.kills, {
      nextBundle: bundles.next,
      begun: () => deeds.length,
      unanswered: () => deeds.filter(({ asked }) => asked !== null && asked.told.length === 0).length,
    })
    const closing = new AbortController()
    const transactions = sharedLook(() => sandbox.transactions())
    const withdrawals = sharedLook(() => sandbox.withdrawals())
    const world: World = {
      product,
      sandbox,
      saboteur,
      chaos,
      crowding,
      accounts,
      sellerUrl: ear.url,
      approve,
      transactionsOf: async (wanted) => (await transactions()).filter(({ amount }) => amount === wanted).toReversed(),
      withdrawalsOf: async (wanted) => (await withdrawals()).filter(({ amount }) => amount === wanted).toReversed(),
      closing: closing.signal,
    }
    const campaign: Campaign = {
      product,
      temporal,
      approve,
      plan,
      deeds,
      saboteur,
      chaos,
      crowding,
      diedByThemselves: [],
      standing: { text: '', since },
      say: (text) => options.say?.(`[${Math.round((Date.now() - since) / 1000)} s] ${text}`),
      tookMs: 0,
      evidence: async () => {
        const seen = await observe(product, temporal, crowding)
        return { seen, ...judge(deeds, seen, { kills: chaos.kills, crowding, isLosing }) }
      },
      close,
    }
    const evidence = await carryOut(campaign, world, options, closing).finally(() => {
      closing.abort()
      crowding.stop()
    })
    campaign.tookMs = Date.now() - since
    return { campaign, evidence }
  } catch (error) {
    const output = product.output()
    await close()
    throw new Error(`The campaign with seed ${seed} broke down: ${error}\n${output}`, { cause: error })
  }
}

async function carryOut(
  campaign: Campaign,
  world: World,
  { atOnce, quietPatienceMs = QUIET_PATIENCE_MS }: CampaignOptions,
  closing: AbortController,
): Promise<Evidence> {
  const { plan, deeds, chaos, crowding, saboteur } = campaign
  const waiting = plan.lives.toReversed()
  const lives: Promise<void>[] = []
  const watching = setInterval(
    () => campaign.say(`${deeds.length} of ${plan.lives.length} begun, ${chaos.kills.length} kills`),
    15_000,
  )
  const nursing = nurse(campaign)
  const begin = (life: Life) => {
    const deed: Deed = {
      life,
      since: Date.now(),
      until: null,
      asked: null,
      refunds: [],
      acted: [],
      notes: [],
      isEarly: false,
    }
    deeds.push(deed)
    const lived = live(world, deed, life).finally(() => {
      deed.until = Date.now()
    })
    lives.push(lived)
    return { deed, lived }
  }
  const place = async () => {
    for (let life = waiting.pop(); life; life = waiting.pop()) {
      const { deed, lived } = begin(life)
      await Promise.race([lived, untilToldAndPatient(deed, () => waiting.length > 0 && !crowding.hasRoom())])
    }
  }
  for (const life of waiting.splice(waiting.length - calmOf(plan.lives.length)).toReversed()) {
    begin(life)
    await sleep(crowding.hasRoom() ? ROOMY_PACE_MS : CALM_PACE_MS)
  }
  await untilTold(deeds.slice(), CALM_PATIENCE_MS)
  await sleep(LOOKED_WITHIN_MS)
  await allOf([...Array.from({ length: atOnce }, place), chaos.finished]).finally(() => clearInterval(watching))
  campaign.say('All have begun')
  const patience = Date.now() + quietPatienceMs
  const isHealed = (evidence: Evidence) => !healing(evidence)
  await untilQuiet(campaign, isHealed, patience - quietPatienceMs / 2)
  // A buyer who has found nothing to pay so far goes home; one who acted just now is heard, too.
  closing.abort()
  await allOf(lives)
  await untilQuiet(campaign, isQuiet, Math.min(patience, Date.now() + DOUBT_PATIENCE_MS))
  const undecided = (await untilQuiet(campaign, isHealed, patience)) ?? (await campaign.evidence())
  const decided = await decideAll(campaign, undecided)
  campaign.say(`Operators have decided about ${decided}`)
  campaign.standing.since = Date.now()
  const last = decided > 0 ? await untilQuiet(campaign, isHealed, Date.now() + quietPatienceMs / 2) : undecided
  nursing.stop()
  await saboteur.disarm()
  return last ?? campaign.evidence()
}

async function untilTold(deeds: readonly Deed[], patienceMs: number): Promise<void> {
  const isOwed = () => deeds.some(({ asked }) => !asked?.told.length)
  for (const since = Date.now(); isOwed() && Date.now() - since < patienceMs; )
    await sleep(1_000, undefined, { ref: false })
}

/** As long as the product owes an answer, no other lifecycle begins: what is slow is not also flooded. */
async function untilToldAndPatient(deed: Deed, isDear: () => boolean): Promise<void> {
  await untilTold([deed], TELLING_PATIENCE_MS)
  const since = Date.now()
  const patienceMs = () => (isDear() ? PLACE_PATIENCE_MS : CHEAP_PATIENCE_MS)
  while (Date.now() - since < patienceMs()) await sleep(500, undefined, { ref: false })
}

function live(world: World, deed: Deed, life: Life): Promise<void> {
  switch (life.kind) {
    case 'charge':
      return liveCharge(world, deed, life)
    case 'withdrawal':
      return liveWithdrawal(world, deed, life)
    case 'receiver':
      return liveReceiver(world, deed, life)
  }
}
