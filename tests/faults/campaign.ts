/** Carries a plan out: sellers ask, faults strike, processes die, buyers pay; then it waits until everything is quiet. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import type { Provider } from '../../api/schemas/provider.ts'
import { readSettings } from '../../config/env.ts'
import { connectDatabase, type DatabasePool } from '../../db/client.ts'
import type { Operation } from '../../domain/provider-operations.ts'
import { temporalClient } from '../../temporal/client.ts'
import { startProduct, type TestProduct } from '../support/product.ts'
import { actAsBuyer, type Market, openMarket } from './buyer.ts'
import { takesPart } from './cases.ts'
import { type Chaos, startChaos } from './chaos.ts'
import { allOf, type Crowd, createCrowd } from './crowd.ts'
import { type Evidence, type Violation, violations } from './invariants.ts'
import { observe } from './observe.ts'
import { drawPlan, type Plan, type Scenario } from './plan.ts'
import { createSaboteur, type Saboteur, type Target } from './saboteur.ts'
import { type Sale, type Shop, startSale, type Told } from './seller.ts'
import { openSellersEar, type SellersEar } from './sellers-ear.ts'

export interface Campaign {
  product: TestProduct
  database: DatabasePool
  temporal: Client
  plan: Plan
  sales: Sale[]
  saboteur: Saboteur
  chaos: Chaos
  /** Processes that ended without having been killed. */
  diedByThemselves: string[]
  evidence(): Promise<Evidence>
  /** The same request once more, under the same key. */
  sellAgain(scenario: Scenario): Promise<Told[]>
  close(): Promise<void>
}

/** What no Pix charge asks of a provider, so that a fault of it would never strike. */
const BEYOND_A_CHARGE: ReadonlySet<string> = new Set<Operation | 'findWithdraw'>([
  'refund',
  'withdraw',
  'readWithdraw',
  'findWithdraw',
  'createReceiver',
  'readReceiver',
  'tokenizeCard',
  'buildCardId',
])

/** How long a lane waits for its fault to strike, or its charge to be answered, before it goes on to the next. */
const LANE_PATIENCE_MS = 12_000
const LOOK_EVERY_MS = 2_000

export async function runCampaign(seed: number, size: number): Promise<Campaign> {
  const product = await startProduct({ env: { REQUESTS_PER_MINUTE: '1000000' }, durable: true })
  const ear = await openSellersEar()
  const settings = readSettings(product.env)
  const database = connectDatabase({ databaseUrl: settings.databaseUrl, maxConnections: 4 })
  const temporal = temporalClient(settings)
  const saboteur = createSaboteur(product.sandbox)
  const close = async () => {
    await Promise.all([database.close(), temporal.connection.close(), ear.close()])
    await product.close()
  }
  try {
    const { shop, providers } = await openShop(product, ear)
    const isKeyed = ({ idempotency }: Provider) => idempotency !== 'none'
    const searched = providers.filter((provider) => provider.lookup !== null && !isKeyed(provider))
    const keyed = providers.filter(isKeyed).map(({ code }) => code)
    const knowable = [...keyed, ...searched.map(({ code }) => code)]
    const operations = (await product.sandbox.operations()).filter(
      ({ provider, operation }) => takesPart(provider) && !BEYOND_A_CHARGE.has(operation),
    )
    const plan = drawPlan(seed, size, { operations, searched: searched.map(({ code }) => code) })
    const sales: Sale[] = []
    const chaos = startChaos(product, plan.kills, {
      asked: () => sales.length,
      unanswered: () => sales.filter(({ told }) => told.length === 0).length,
    })
    const campaign: Campaign = {
      product,
      database,
      temporal,
      plan,
      sales,
      saboteur,
      chaos,
      diedByThemselves: [],
      evidence: async () => ({
        seen: await observe(product, database.writer, temporal),
        sales,
        knowable,
        keyed,
      }),
      sellAgain: async (scenario) => {
        const sale = startSale(shop, scenario)
        await sale.done
        return sale.told
      },
      close,
    }
    await carryOut(campaign, shop)
    return campaign
  } catch (error) {
    const output = product.output()
    await close()
    throw new Error(`The campaign with seed ${seed} broke down: ${error}\n${output}`, { cause: error })
  }
}

async function openShop(product: TestProduct, ear: SellersEar): Promise<{ shop: Shop; providers: Provider[] }> {
  const read = async <T>(path: string) => (await product.call<{ data: T[] }>('GET', path)).body.data
  const [accounts, providers] = await Promise.all([
    read<{ id: string; provider: string }>('/v1/provider-accounts?limit=100'),
    read<Provider>('/v1/providers'),
  ])
  const byProvider = new Map(accounts.map(({ id, provider }) => [provider, id]))
  return { shop: { product, accounts: byProvider, sellerUrl: ear.url }, providers }
}

async function carryOut(campaign: Campaign, shop: Shop): Promise<void> {
  const { plan, sales, saboteur, chaos, product } = campaign
  const closing = new AbortController()
  const market = openMarket(product.sandbox, saboteur, closing.signal)
  const buyers = createCrowd()

  const providers = [...new Set(plan.scenarios.map(({ provider }) => provider))]
  const lanes = providers.map(async (provider) => {
    for (const scenario of plan.scenarios.filter((one) => one.provider === provider)) {
      buyers.allWell()
      const sale = await beginSale(campaign, shop, scenario)
      buyers.join(actAsBuyer(market, sale))
      await Promise.race([sale.done, sleep(LANE_PATIENCE_MS)])
    }
  })
  try {
    await allOf([...lanes.map((lane) => orElse(lane, chaos.callOff)), chaos.finished])
    await allOf(sales.map(({ done }) => done))
    await untilBuyersActed(campaign, market, buyers)
    await untilQuiet(campaign)
  } finally {
    closing.abort()
  }
  // A charge that its provider has only now may have brought its buyer: all is quiet when that has been heard, too.
  await buyers.allEnded()
  await untilQuiet(campaign)
  await saboteur.disarm()
}

/** @throws what `promise` fails with, once `cleanUp` has run. */
const orElse = (promise: Promise<void>, cleanUp: () => void) =>
  promise.catch((error: unknown) => {
    cleanUp()
    throw error
  })

async function beginSale({ sales, saboteur, chaos }: Campaign, shop: Shop, scenario: Scenario): Promise<Sale> {
  const begin = (): Sale => {
    const sale = startSale(shop, scenario)
    sales.push(sale)
    return sale
  }
  const { provider, index, amount } = scenario
  if (!scenario.cell) return begin()
  const cell = { ...scenario.cell, amount }
  const strikeAt = async (target: Target, arm: () => Promise<void>): Promise<Sale> => {
    await arm()
    const sale = begin()
    await Promise.race([sale.done, saboteur.untilStruck(target, LANE_PATIENCE_MS)])
    return sale
  }
  switch (cell.operation) {
    case 'readTransaction':
      return begin()
    case 'webhook':
      if (cell.fault !== 'webhookBeforeResponse') return begin()
      return strikeAt(cell, () => saboteur.arm({ ...cell, times: 1 }))
    case 'token':
      // Tokens are kept in the worker's memory: only a new worker asks for one.
      return strikeAt(cell, () => chaos.kill('worker', 0, () => saboteur.arm(cell)))
    case 'findTransaction':
      return strikeAt({ provider, operation: 'createTransaction', amount }, async () => {
        await saboteur.arm(cell)
        const fault = index % 2 === 0 ? 'commitThenDrop' : 'dropBeforeCommit'
        await saboteur.arm({ provider, operation: 'createTransaction', amount, fault })
      })
    default: {
      const sale = await strikeAt(cell, () => saboteur.arm(cell))
      // The one moment at which a death costs most: money is on its way, and nobody has heard the answer.
      if (cell.fault === 'slow' && cell.operation === 'createTransaction') await chaos.kill('worker', 500)
      return sale
    }
  }
}

/** A buyer who finds nothing to pay at the provider waits in vain; everybody else has to be done. */
async function untilBuyersActed({ sales, plan }: Campaign, { sandbox }: Market, buyers: Crowd): Promise<void> {
  const wanted = { pay: 'paid', refuse: 'refused', nothing: null, payThenRefund: 'refunded' } as const
  const deadline = Date.now() + 60_000
  for (;;) {
    buyers.allWell()
    const transactions = await sandbox.transactions()
    const waiting = sales.filter(({ scenario: { amount, buyer } }) => {
      const own = transactions.filter((transaction) => transaction.amount === amount)
      return wanted[buyer] !== null && own.length > 0 && !own.some(({ stage }) => stage === wanted[buyer])
    })
    if (waiting.length === 0) return
    if (Date.now() > deadline) {
      throw new Error(`Buyers cannot act (seed ${plan.seed}): ${waiting.map(({ scenario }) => scenario.orderId)}`)
    }
    await sleep(500)
  }
}

/** Waits until every invariant holds; what still breaks one when time is up is for the tests to show. */
export async function untilQuiet(campaign: Campaign, expect: (evidence: Evidence) => Violation[] = violations) {
  const deadline = Date.now() + (campaign.sales.length > 100 ? 300_000 : 120_000)
  for (;;) {
    campaign.diedByThemselves.push(...(await campaign.chaos.revive()))
    const left = await campaign.evidence().then(expect, (error: Error) => [{ orderId: null, text: error.message }])
    if (left.length === 0 || Date.now() > deadline) return
    await sleep(LOOK_EVERY_MS)
  }
}
