/**
 * `npm run bench:webhooks`: the intake of providers' notices beside a bare Fastify that does one insert, both offered the same number
 * of requests a second. docs/performance.md explains the figures.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { newApiKey } from './api-key.ts'
import { ORDER } from './charge/subject.ts'
import { type JsonClient, jsonClient } from './http.ts'
import { onStack, say } from './main.ts'
import type { Stack } from './stack.ts'
import { percentile } from './statistics.ts'
import { printTable } from './table.ts'
import { startBareIntake } from './webhooks/bare.ts'

const PROVIDER = 'ASAAS'
const SELLERS = 16
const SAY_EVERY = 1_000
const LOOK_EVERY_MS = 200
/** Without a change for so long, nothing more is applied. */
const STANDSTILL_MS = 60_000
/** Of the demo account. */
const WEBHOOK_TOKEN = 'trilho-demo-asaas-webhook-token'

interface Intake {
  p50: number
  p99: number
  refused: number
}

/** An open loop: each request leaves when its time has come, whether or not the others have been answered. */
async function offer(perSecond: number, count: number, send: (number: number) => Promise<unknown>): Promise<Intake> {
  const took: number[] = []
  let refused = 0
  const since = performance.now()
  const sent = Array.from({ length: count }, async (_, number) => {
    const due = since + (number / perSecond) * 1000
    await sleep(Math.max(0, due - performance.now()))
    const begun = performance.now()
    await send(number).catch(() => (refused += 1))
    took.push(performance.now() - begun)
  })
  await Promise.all(sent)
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99), refused }
}

async function bench(stack: Stack, { perSecond, seconds }: { perSecond: number; seconds: number }): Promise<void> {
  const { sandboxUrl, sql } = stack
  const http = jsonClient()
  const count = perSecond * seconds
  const [apiKey, [account]] = await Promise.all([
    newApiKey(stack),
    sql<{ id: string }[]>`SELECT id FROM provider_accounts WHERE provider = ${PROVIDER}`,
  ])
  if (!account) throw new Error(`No account at ${PROVIDER}`)
  const { data } = await addresses(sandboxUrl)
  const address = data.find(({ provider }) => provider === PROVIDER)?.url
  if (!address) throw new Error(`${PROVIDER} does not know where to post`)
  const notices = await sell(stack, { http, apiKey, accountId: account.id, count })
  const headers = { 'asaas-access-token': WEBHOOK_TOKEN }

  say(`${perSecond} a second for ${seconds} s: bare`)
  const bare = await startBareIntake(stack.env.DATABASE_URL ?? '')
  const ofBare = await offer(perSecond, count, (number) => http.post(bare.url, notices[number], headers))
  await bare.close()
  say('ours')
  const ours = await offer(perSecond, count, (number) => http.post(address, notices[number], headers))
  const { applied, lastMs } = await untilApplied(stack, count)
  http.close()
  printTable([
    ['', 'p50 ms', 'p99 ms', 'refused'],
    ['one insert', ofBare.p50.toFixed(1), ofBare.p99.toFixed(1), String(ofBare.refused)],
    ['our intake', ours.p50.toFixed(1), ours.p99.toFixed(1), String(ours.refused)],
  ])
  console.log(`p99 ${(ours.p99 / ofBare.p99).toFixed(2)} times the bare one (goal: at most 3)`)
  console.log(
    `${count - applied} of ${count} lost (goal: 0); the last one applied ${lastMs.toFixed(0)} ms after the last answer (goal: 1000)`,
  )
}

/** So many charges, of which the provider posts nothing by itself; @returns what it would post once each is paid. */
async function sell(
  { apiUrl }: Stack,
  { http, apiKey, accountId, count }: { http: JsonClient; apiKey: string; accountId: string; count: number },
): Promise<object[]> {
  say(`Selling ${count} charges`)
  const notices: object[] = []
  let begun = 0
  const seller = async () => {
    while (begun < count) {
      begun += 1
      const { id, transactionId } = await http.post<{ id: string; transactionId: string | null }>(
        `${apiUrl}/v1/charges`,
        { ...ORDER, orderId: randomUUID(), providerAccountId: accountId },
        { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() },
      )
      const payment = { id: transactionId, status: 'RECEIVED', value: ORDER.amount / 100 }
      notices.push({ id: `evt_${id}`, event: 'PAYMENT_RECEIVED', payment })
      if (notices.length % SAY_EVERY === 0) say(`${notices.length} sold`)
    }
  }
  await Promise.all(Array.from({ length: SELLERS }, seller))
  return notices
}

/** Follows what is applied after the last answer, as long as anything still is. */
async function untilApplied({ sql }: Stack, count: number): Promise<{ applied: number; lastMs: number }> {
  const since = performance.now()
  let last = { applied: -1, at: since }
  while (last.applied < count && performance.now() - last.at < STANDSTILL_MS) {
    const [row] = await sql<{ applied: number }[]>`
      SELECT count(*)::int AS applied FROM charges WHERE status = 'APPROVED'`
    const applied = row?.applied ?? 0
    if (applied > last.applied) last = { applied, at: performance.now() }
    await sleep(LOOK_EVERY_MS)
  }
  return { applied: last.applied, lastMs: last.at - since }
}

const addresses = (sandboxUrl: string) =>
  fetch(`${sandboxUrl}/_control/webhook-addresses`).then((answer) => answer.json()) as Promise<{
    data: { provider: string; url: string }[]
  }>

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '200' }, seconds: { type: 'string', default: '60' } },
})
await onStack({ profile: undefined }, (stack) =>
  bench(stack, { perSecond: Number(values.rate), seconds: Number(values.seconds) }),
)
