/**
 * `npm run bench:webhooks`: the intake of providers' notices beside a bare Fastify that does one insert, both offered the same number
 * of requests a second. docs/performance.md explains the figures.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { newApiKey } from './api-key.ts'
import { followApprovals } from './charge/approvals.ts'
import { chargeSubject } from './charge/subject.ts'
import { jsonClient } from './http.ts'
import { runRound } from './load.ts'
import { onStack, say } from './main.ts'
import { printTable } from './report.ts'
import type { Stack } from './stack.ts'
import { percentile } from './statistics.ts'
import { startBareIntake } from './webhooks/bare.ts'

const PROVIDER = 'ASAAS'
const CONCURRENCY = 16
const APPLIED_PATIENCE_MS = 60_000

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
  const [apiKey, [account], approvals] = await Promise.all([
    newApiKey(stack),
    sql<{ id: string }[]>`SELECT id FROM provider_accounts WHERE provider = ${PROVIDER}`,
    followApprovals(sql),
  ])
  if (!account) throw new Error(`No account at ${PROVIDER}`)
  const { data } = await addresses(sandboxUrl)
  const address = data.find(({ provider }) => provider === PROVIDER)?.url
  if (!address) throw new Error(`${PROVIDER} does not know where to post`)
  const notices = await noticesOf(stack, { apiKey, accountId: account.id, approvals, count })

  say(`${perSecond} a second for ${seconds} s: bare`)
  const bare = await startBareIntake(stack.env.DATABASE_URL ?? '')
  const ofBare = await offer(perSecond, count, (number) => http.post(bare.url, notices[number]?.body))
  await bare.close()
  say('ours')
  const ours = await offer(perSecond, count, (number) =>
    http.post(address, notices[number]?.body, notices[number]?.headers),
  )
  const last = performance.now()
  const ids = notices.map(({ chargeId }) => chargeId)
  const countApplied = async () => {
    const [row] = await sql<{ applied: number }[]>`
      SELECT count(*)::int AS applied FROM charges WHERE status = 'APPROVED' AND id = ANY(${ids})`
    return row?.applied ?? 0
  }
  let applied = await countApplied()
  while (applied < count && performance.now() - last < APPLIED_PATIENCE_MS) {
    await sleep(50)
    applied = await countApplied()
  }
  const lastMs = performance.now() - last
  http.close()
  printTable([
    ['', 'p50 ms', 'p99 ms', 'refused'],
    ['one insert', ofBare.p50.toFixed(1), ofBare.p99.toFixed(1), String(ofBare.refused)],
    ['our intake', ours.p50.toFixed(1), ours.p99.toFixed(1), String(ours.refused)],
  ])
  console.log(`p99 ${(ours.p99 / ofBare.p99).toFixed(2)} times the bare one (goal: at most 3)`)
  console.log(
    `${count - applied} of ${count} lost (goal: 0); the last one applied ${lastMs.toFixed(0)} ms after it was answered (goal: 1000)`,
  )
}

interface Notice {
  chargeId: string
  body: unknown
  headers: Record<string, string>
}

/** As many charges, paid at the provider without a word, and what it would have posted about each. */
async function noticesOf(
  { apiUrl, sandboxUrl }: Stack,
  {
    apiKey,
    accountId,
    approvals,
    count,
  }: {
    apiKey: string
    accountId: string
    approvals: Awaited<ReturnType<typeof followApprovals>>
    count: number
  },
): Promise<Notice[]> {
  say(`Selling ${count} charges`)
  const chargeIds: string[] = []
  const subject = chargeSubject({
    apiUrl,
    apiKey,
    sandboxUrl,
    provider: PROVIDER,
    providerAccountId: accountId,
    approvals,
  })
  const created = {
    ...subject,
    create: async () => {
      const { workflowId } = await subject.create()
      chargeIds.push(workflowId.replace('charge/', ''))
      return { workflowId, finish: async () => {} }
    },
  }
  await runRound(created, count, CONCURRENCY)
  const silence = JSON.stringify({ fault: 'noWebhook', times: 0 })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${sandboxUrl}/_control/faults/${PROVIDER}/webhook`, { method: 'PUT', headers, body: silence })
  await subject.close()
  return Promise.all(chargeIds.map((chargeId) => noticeOf({ apiUrl, apiKey, sandboxUrl, chargeId })))
}

const WEBHOOK_TOKEN = 'trilho-demo-asaas-webhook-token'

async function noticeOf({
  apiUrl,
  apiKey,
  sandboxUrl,
  chargeId,
}: {
  apiUrl: string
  apiKey: string
  sandboxUrl: string
  chargeId: string
}): Promise<Notice> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const charge = (await fetch(`${apiUrl}/v1/charges/${chargeId}`, { headers }).then((answer) => answer.json())) as {
    transactionId: string
    amount: number
  }
  await fetch(`${sandboxUrl}/_control/transactions/${PROVIDER}/${charge.transactionId}/pay`, { method: 'POST' })
  const payment = { id: charge.transactionId, status: 'RECEIVED', value: charge.amount / 100 }
  return {
    chargeId,
    body: { id: `evt_${chargeId}`, event: 'PAYMENT_RECEIVED', payment },
    headers: { 'asaas-access-token': WEBHOOK_TOKEN },
  }
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
