import { defaultPayloadConverter } from '@temporalio/common'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookDeliveryWorkflowId } from '../../workflows/messages.ts'
import { addDelivery } from '../support/deliveries.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const TEMPORAL_WEB = 'http://127.0.0.1:8233'

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi({ settings: { temporalUiUrl: TEMPORAL_WEB } })
  await api.connect('ASAAS')
})
afterAll(() => api?.close())

interface PayloadJson {
  metadata: Record<string, string>
  data: string
}
const base64 = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('base64')
const asJson = (value: unknown): PayloadJson => {
  const { metadata, data } = defaultPayloadConverter.toPayload(value) ?? {}
  const named = Object.entries(metadata ?? {}).map(([name, bytes]) => [name, base64(bytes)])
  return { metadata: Object.fromEntries(named), data: base64(data) }
}
const codec = (operation: string, payloads: unknown, headers = {}, key: string | null = api.home.keys.operator) =>
  api.call(key, 'POST', `/codec/${operation}`, { payload: { payloads } as object, headers })

describe("Temporal Web's codec", () => {
  it('seals and opens again, several at once', async () => {
    const plain = [asJson({ amount: 5000 }), asJson('ação')]
    const sealed = (await codec('encode', plain)).json().payloads as PayloadJson[]
    expect(sealed.map(({ metadata }) => Buffer.from(metadata.encoding ?? '', 'base64').toString())).toEqual([
      'binary/encrypted',
      'binary/encrypted',
    ])
    expect((await codec('decode', sealed)).json().payloads).toEqual(plain)
    expect((await codec('decode', plain)).json().payloads).toEqual(plain)
  })

  it('opens what a workflow was started with', async () => {
    const { id } = (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: NEW_CHARGE })).json()
    const { events } = await api.temporal.workflow.getHandle(`charge/${id}`).fetchHistory()
    const payload = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]
    const metadata = { encoding: base64(payload?.metadata?.encoding) }
    const [opened] = (await codec('decode', [{ metadata, data: base64(payload?.data) }])).json().payloads
    expect(JSON.parse(Buffer.from(opened.data, 'base64').toString())).toMatchObject({ chargeId: id })
  })

  it('refuses what was tampered with', async () => {
    const [sealed] = (await codec('encode', [asJson('x')])).json().payloads as [PayloadJson]
    const bytes = Buffer.from(sealed.data, 'base64')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    const answer = await codec('decode', [{ ...sealed, data: bytes.toString('base64') }])
    expect(answer.json()).toMatchObject({ status: 400, code: 'malformed_request' })
  })

  it("lets Temporal Web's page use an operator's session, and no other page", async () => {
    const cookie = await api.signIn(api.home.emails.operator)
    const from = (origin: string) => ({ cookie, origin, 'sec-fetch-site': 'same-site' })
    const allowed = await codec('decode', [], from(TEMPORAL_WEB), null)
    expect(allowed.statusCode).toBe(200)
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': TEMPORAL_WEB,
      'access-control-allow-credentials': 'true',
    })
    const refused = await codec('decode', [], from('http://127.0.0.1:4444'), null)
    expect(refused.statusCode).toBe(403)
    expect(refused.headers['access-control-allow-origin']).not.toBe('http://127.0.0.1:4444')
    const seller = await api.signIn(api.home.emails.seller)
    expect((await codec('decode', [], { cookie: seller, origin: TEMPORAL_WEB }, null)).statusCode).toBe(403)
  })

  it('answers the question that a browser asks first', async () => {
    const answer = await api.call(null, 'OPTIONS', '/codec/decode', {
      headers: {
        origin: TEMPORAL_WEB,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-namespace',
      },
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe(TEMPORAL_WEB)
    expect(answer.headers['access-control-allow-headers']).toContain('x-namespace')
  })
})

describe('a notification to a seller', () => {
  it('is listed and sent again under a workflow of its own', async () => {
    const charge = await api.addCharge(api.home, { status: 'APPROVED' })
    const { id } = await addDelivery(api.database.writer, charge, { state: 'failed', attempts: 9 })
    const { operator } = api.home.keys
    const listed = await api.call(operator, 'GET', `/v1/webhook-deliveries?state=failed&chargeId=${charge.id}`)
    expect(listed.json().data).toMatchObject([{ id, state: 'failed', attempts: 9, body: { type: 'charge.approved' } }])

    const answer = await api.call(operator, 'POST', `/v1/webhook-deliveries/${id}/resend`)
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ id, state: 'pending', resends: 1 })
    const { status } = await api.temporal.workflow.getHandle(webhookDeliveryWorkflowId(`${id}.1`)).describe()
    expect(status.name).toBe('RUNNING')
  })
})

describe('the playground', () => {
  const play = (key: string | null, method: string, path: string, payload?: object) =>
    api.call(key, method, `/v1/playground/${path}`, { payload })

  it('plays the buyer at the fake providers', async () => {
    const charge = (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: NEW_CHARGE })).json()
    const { data } = (await play(api.home.keys.seller, 'GET', 'transactions?provider=ASAAS')).json()
    const row = data.find(({ id }: { id: string }) => id === charge.transactionId)
    // The provider has no name of ours: the row says whose it is.
    expect(row.charge).toEqual({ id: charge.id, orderId: charge.orderId, customerName: NEW_CHARGE.customer.name })
    const paid = await play(api.home.keys.seller, 'POST', `transactions/ASAAS/${charge.transactionId}/pay`)
    expect(paid.statusCode).toBe(200)
    const fault = await play(api.home.keys.seller, 'PUT', 'faults/ASAAS/readTransaction', { fault: 'slow', delayMs: 1 })
    expect(fault.statusCode).toBeLessThan(300)
    expect((await play(api.home.keys.seller, 'DELETE', 'faults')).statusCode).toBeLessThan(300)
  })

  it('says whose a withdrawal is, also of one whose answer was lost', async () => {
    const { seller } = api.home.keys
    const destination = { paymentMethod: 'PIX', pixKey: '529.982.247-25', pixType: 'CPF', document: '52998224725' }
    for (const withdrawReference of ['playground-1', 'playground-2']) {
      const payload = { ...destination, documentType: 'CPF', amount: 2_500, name: 'Ana', withdrawReference }
      const { id } = (await api.call(seller, 'POST', '/v1/withdrawals', { payload })).json()
      const whose = { id, reference: withdrawReference, holder: 'Ana' }
      await expect
        .poll(async () => {
          const { data } = (await play(seller, 'GET', 'withdrawals?limit=1')).json()
          return data[0]?.withdrawal
        })
        .toEqual(whose)
      await play(seller, 'PUT', 'faults/ASAAS/withdraw', { fault: 'commitThenDrop' })
    }
    await play(seller, 'DELETE', 'faults')
  })

  it('is for the demo platform alone, and leads nowhere else', async () => {
    expect((await play(null, 'GET', 'transactions')).statusCode).toBe(401)
    expect((await play(api.other.keys.admin, 'GET', 'transactions')).statusCode).toBe(403)
    for (const path of [
      '../asaas/v3/payments',
      '%2e%2e/asaas/v3/payments',
      '..%2fasaas%2fv3%2fpayments',
      '/evil.example/',
    ]) {
      expect((await play(api.home.keys.seller, 'GET', path)).statusCode).toBe(404)
    }
  })
})
