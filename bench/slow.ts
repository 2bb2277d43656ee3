/**
 * `npm run bench:slow`: how long buyers wait for a code from a provider that takes a second, beside a bare workflow whose one
 * activity takes as long. docs/performance.md explains the figures.
 */
import { randomUUID } from 'node:crypto'
import { newApiKey } from './api-key.ts'
import { bareSubject } from './bare/subject.ts'
import { ORDER } from './charge/subject.ts'
import { jsonClient } from './http.ts'
import { runRound } from './load.ts'
import { onStack, say } from './main.ts'
import type { Stack } from './stack.ts'
import { percentile } from './statistics.ts'
import { printTable } from './table.ts'

const PROVIDER = 'TREEAL'
const PROVIDER_MS = 1000
const BUYERS = [20, 100, 200] as const
const WARM_UP = 100
/** Of one account at one worker, so that what saturates is the share and not this machine's processors. */
const SHARE = 5
const SATURATING_BUYERS = 30
const SATURATED_CHARGES = 120

interface Waits {
  p50: number
  p99: number
  /** Answered without a code: the provider was not heard in time. */
  late: number
  perSecond: number
}

interface Row {
  what: string
  workers: number
  buyers: number
  waits: Waits
}

/** So many ask, each again when it has its answer, until so many have been asked. */
async function measure(create: () => Promise<boolean>, buyers: number, units = buyers): Promise<Waits> {
  let late = 0
  const { createMs, throughput } = await runRound(
    {
      create: async () => {
        if (!(await create())) late += 1
        return { workflowId: '', finish: async () => {} }
      },
      close: async () => {},
    },
    units,
    buyers,
  )
  return { p50: percentile(createMs, 0.5), p99: percentile(createMs, 0.99), late, perSecond: throughput }
}

async function bench(stack: Stack): Promise<Row[]> {
  const { apiUrl, sandboxUrl, sql } = stack
  const http = jsonClient()
  const apiKey = await newApiKey(stack)
  const [account] = await sql<{ id: string }[]>`SELECT id FROM provider_accounts WHERE provider = ${PROVIDER}`
  if (!account) throw new Error(`No account at ${PROVIDER}`)
  const bare = await bareSubject(stack.temporalAddress, stack.temporalNamespace)
  const askBare = async () => {
    await bare.create()
    return true
  }
  const askCharge = async () => {
    const order = { ...ORDER, orderId: randomUUID(), providerAccountId: account.id }
    const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() }
    // A 503 of a machine that is too busy is an answer without a code too.
    return http.post<{ transactionId: string | null }>(`${apiUrl}/v1/charges`, order, headers).then(
      ({ transactionId }) => transactionId !== null,
      () => false,
    )
  }
  const rows: Row[] = []
  const add = async (what: string, workers: number, buyers: number, waiting: Promise<Waits>) => {
    const waits = await waiting
    rows.push({ what, workers, buyers, waits })
    say(`${what}, ${workers} worker(s), ${buyers} buyers: p50 ${Math.round(waits.p50)} ms, ${waits.late} late`)
  }

  say('Warming up')
  await measure(askCharge, 10, WARM_UP)
  const slow = { fault: 'slow', times: 0, delayMs: PROVIDER_MS }
  await http.put(`${sandboxUrl}/_control/faults/${PROVIDER}/*`, slow)
  for (const workers of [1, 2]) {
    if (workers === 2) await stack.startWorkers(2)
    for (const buyers of BUYERS) {
      if (workers === 1) await add('bare', 1, buyers, measure(askBare, buyers))
      await add('charge', workers, buyers, measure(askCharge, buyers))
    }
  }
  for (const workers of [1, 2]) {
    await stack.startWorkers(workers, { PROVIDER_REQUESTS_PER_ACCOUNT: String(SHARE) })
    const waiting = measure(askCharge, SATURATING_BUYERS, SATURATED_CHARGES)
    await add(`charge, ${SHARE} at once`, workers, SATURATING_BUYERS, waiting)
  }
  http.close()
  await bare.close()
  return rows
}

function print(rows: readonly Row[]): void {
  const find = (what: string, workers: number, buyers: number) =>
    rows.find((row) => row.what === what && row.workers === workers && row.buyers === buyers)?.waits
  printTable([
    ['', 'workers', 'buyers', 'p50 ms', 'p99 ms', 'times the provider', 'without a code', 'per second'],
    ...rows.map(({ what, workers, buyers, waits }) => [
      what,
      String(workers),
      String(buyers),
      waits.p50.toFixed(0),
      waits.p99.toFixed(0),
      (waits.p50 / PROVIDER_MS).toFixed(2),
      String(waits.late),
      waits.perSecond.toFixed(1),
    ]),
  ])
  const hundred = find('charge', 1, 100)
  const [one, two] = [1, 2].map(
    (workers) => find(`charge, ${SHARE} at once`, workers, SATURATING_BUYERS)?.perSecond ?? 0,
  )
  const share = (two ?? 0) / (one ?? Number.NaN)
  const p50 = (hundred?.p50 ?? Number.NaN) / PROVIDER_MS
  console.log(`\n100 buyers, one worker: p50 ${p50.toFixed(2)} times the provider's own time (goal: at most 1.3)`)
  console.log(`100 buyers, one worker: ${hundred?.late} without a code (goal: 0)`)
  console.log(`two workers beside one, saturated: ${share.toFixed(2)} times (goal: at least 1.8)`)
}

await onStack({ profile: undefined, bareActivityMs: PROVIDER_MS }, async (stack) => print(await bench(stack)))
