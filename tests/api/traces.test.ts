/** Traces as a collector receives them: one from the request to the provider's call, with nothing secret in any of it. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTracing, type Tracing } from '../../telemetry/tracing.ts'
import { dataConverter } from '../../temporal/data-converter.ts'
import { workflowBundle } from '../../worker/bundle.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const PROVIDER = 'ASAAS'
const PATIENCE_MS = 60_000
const TRACE_HEADER = '_tracer-data'
const logger = pino({ level: 'silent' })

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: object }[]
}

/** What was posted to it, as text and as spans. */
function startCollector() {
  const bodies: string[] = []
  const spans: Span[] = []
  function keep(body: string) {
    bodies.push(body)
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
  }
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url === '/v1/traces') keep(Buffer.concat(parts).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  return {
    listen: () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: () => spans,
    close: () => server.close(),
  }
}

async function postCharge(api: ChargingApi) {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const answer = await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: NEW_CHARGE, headers })
  return { status: answer.statusCode, requestId: String(answer.headers['x-request-id']), charge: answer.json() }
}

async function historyOf(api: ChargingApi, chargeId: string) {
  return api.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).fetchHistory()
}

const headersIn = (history: Awaited<ReturnType<typeof historyOf>>) =>
  (history.events ?? []).flatMap((event) => {
    const { header } = event.workflowExecutionStartedEventAttributes ?? event.activityTaskScheduledEventAttributes ?? {}
    return Object.keys(header?.fields ?? {})
  })

let bundles: Record<'plain' | 'traced', WorkflowBundleWithSourceMap>
beforeAll(async () => {
  const [plain, traced] = await Promise.all([workflowBundle(logger), workflowBundle(logger, true)])
  bundles = { plain, traced }
})
const replay = (
  kind: keyof typeof bundles,
  { id, history }: { id: string; history: Awaited<ReturnType<typeof historyOf>> },
  { settings }: ChargingApi,
) =>
  Worker.runReplayHistory(
    { workflowBundle: bundles[kind], dataConverter: dataConverter(settings.masterKey, 'mark') },
    history,
    chargeWorkflowId(id),
  )

describe('without an endpoint', () => {
  let api: ChargingApi
  beforeAll(async () => {
    expect(startTracing(undefined, 'test')).toBeUndefined()
    api = await startChargingApi()
    await api.connect(PROVIDER)
  })
  afterAll(() => api?.close())

  it('nothing of it is there, and what is begun goes on when it is switched on', async () => {
    expect(bundles.plain.code).not.toContain(TRACE_HEADER)
    expect(bundles.traced.code).toContain(TRACE_HEADER)
    const { status, charge } = await postCharge(api)
    expect(status).toBe(201)
    const history = await historyOf(api, charge.id)
    expect(headersIn(history)).toEqual([])
    await replay('traced', { id: charge.id, history }, api)
  })
})

describe('with a collector', () => {
  const collector = startCollector()
  let traces: Tracing | undefined
  let api: ChargingApi
  let token: string

  beforeAll(async () => {
    await collector.listen()
    // What is not taken in time is lost, and this process may hear of its own answer late.
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', String(PATIENCE_MS))
    vi.stubEnv('OTEL_BSP_EXPORT_TIMEOUT', String(PATIENCE_MS))
    traces = startTracing(collector.url(), 'test')
    api = await startChargingApi()
    token = (await api.connect(PROVIDER)).token
  })
  afterAll(async () => {
    await api?.close()
    await traces?.stop()
    collector.close()
    vi.unstubAllEnvs()
  })

  const told = (look: () => void) =>
    vi.waitFor(async () => {
      await traces?.processor.forceFlush()
      look()
    }, PATIENCE_MS)
  const valueIn = ({ attributes }: Span, key: string) =>
    Object.values(attributes.find((attribute) => attribute.key === key)?.value ?? {})[0]
  const rootOf = (requestId: string) =>
    collector.spans().find((span) => valueIn(span, 'trilho.request_id') === requestId)
  const within = (traceId: string | undefined) => collector.spans().filter((span) => span.traceId === traceId)
  /** From a span up to the first that has no parent. */
  function lineOf(span: Span): string[] {
    const parent = within(span.traceId).find(({ spanId }) => spanId === span.parentSpanId)
    return [span.name, ...(parent ? lineOf(parent) : [])]
  }

  it('one trace goes from the request to the provider, and ends with the workflow; its history replays without it', async () => {
    const { status, requestId, charge } = await postCharge(api)
    expect(status).toBe(201)
    const payload = { url: `${api.sandbox.url}/nowhere` }
    await api.control('PUT', `/webhook-addresses/${PROVIDER}`, payload)
    // Only the notice tells of the payment: a reading that was due at this moment would leave it nothing to signal.
    await api.control('PUT', `/faults/${PROVIDER}/readTransaction`, { fault: 'stale', times: 0, delayMs: 600_000 })
    await api.control('POST', `/transactions/${PROVIDER}/${charge.transactionId}/pay`)
    const body = { id: `evt_${charge.id}`, event: 'PAYMENT_RECEIVED' }
    const payment = { id: charge.transactionId, status: 'RECEIVED', value: 50, externalReference: null }
    const secret = api.sandbox.accounts.find(({ provider }) => provider === PROVIDER)?.webhookSecret ?? ''
    const notice = await api.call(null, 'POST', `/webhooks/${PROVIDER.toLowerCase()}/${token}`, {
      headers: { 'asaas-access-token': secret, 'content-type': 'application/json' },
      payload: { ...body, payment },
    })
    expect(notice.statusCode).toBe(200)
    await api.temporal.workflow.getHandle(chargeWorkflowId(charge.id)).result()

    await told(() => expect(within(rootOf(requestId)?.traceId).map(({ name }) => name)).toContain('RunWorkflow:charge'))
    const spans = within(rootOf(requestId)?.traceId)
    const call = spans.find(({ name }) => name === `${PROVIDER} createTransaction`)
    if (!call) throw new Error('The provider was not called in this trace')
    expect(lineOf(call)).toEqual([
      `${PROVIDER} createTransaction`,
      'RunActivity:attemptCharge',
      'RunWorkflow:charge',
      'StartWorkflow:charge',
      'POST /v1/charges',
    ])
    expect(valueIn(call, 'trilho.provider')).toBe(PROVIDER)
    expect(valueIn(call, 'http.response.status_code')).toBe(200)

    const noticeId = String(notice.headers['x-request-id'])
    const ofNotice = () => within(rootOf(noticeId)?.traceId)
    const isSignal = ({ name }: Span) => name === 'SignalWorkflow:providerEvent'
    await told(() => expect(ofNotice().map(({ name }) => name)).toContain('SignalWorkflow:providerEvent'))
    expect(ofNotice().filter(isSignal).map(lineOf)).toContainEqual([
      'SignalWorkflow:providerEvent',
      'deliver webhook',
      'POST /webhooks/:provider/:token',
    ])

    const history = await historyOf(api, charge.id)
    expect(new Set(headersIn(history))).toEqual(new Set([TRACE_HEADER]))
    for (const kind of ['plain', 'traced'] as const) await replay(kind, { id: charge.id, history }, api)
  })

  it('a refusal that quotes what was sent leaves no word of it, and nothing secret is in any span', async () => {
    const { id, token: other } = await api.connect('PAGUESAFE', { secretKey: 'a-key-that-is-refused', priority: 1 })
    const { requestId, charge } = await postCharge(api)
    expect(charge.provider).toBe(PROVIDER)
    await told(() =>
      expect(within(rootOf(requestId)?.traceId).map(({ name }) => name)).toEqual(
        expect.arrayContaining(['PAGUESAFE createTransaction', `${PROVIDER} createTransaction`]),
      ),
    )
    const account = api.sandbox.accounts.find(({ provider }) => provider === PROVIDER)
    const { customer } = NEW_CHARGE
    const secrets = {
      keys: [account?.secretKey, account?.webhookSecret, 'a-key-that-is-refused', ...Object.values(api.home.keys)],
      tokens: [token, other, charge.pixCode, charge.checkoutToken],
      person: [customer.name, customer.email, customer.document, '52998224725', '987654321'],
      addresses: [api.sandbox.url, account?.baseUrl],
      account: [id],
    }
    const text = collector.text()
    for (const [kind, values] of Object.entries(secrets)) {
      const found = values.filter((value) => value && text.includes(value))
      expect({ kind, found }).toEqual({ kind, found: [] })
    }
    expect(text).not.toMatch(/message|stacktrace/)
  })
})
