/** Files that speak for the seller in a dispute: who has them, while what, and how they go. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { disputes } from '../../db/schema/index.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  const port = await freePort()
  api = await startTestApi({ settings: { publicUrl: `http://127.0.0.1:${port}` } })
  // A file is deleted over its own signed address.
  await api.app.listen({ port, host: '127.0.0.1' })
})
afterAll(() => api?.close())

const call = (role: 'seller' | 'operator', method: string, path: string, payload?: object) =>
  api.call(api.home.keys[role], method, `/v1/disputes${path}`, { payload })
const read = async (id: string) => (await call('seller', 'GET', `/${id}`)).json()
const resolve = (id: string, state: string) =>
  call('operator', 'POST', `/${id}/resolve`, { state, note: 'It says so in the dashboard' })

async function disputed(): Promise<{ id: string }> {
  const { id: chargeId } = await api.addCharge(api.home)
  const values = { platformId: api.home.platformId, chargeId, kind: 'MED', amount: 5000, currency: 'BRL' } as const
  const [dispute] = await api.database.writer.insert(disputes).values(values).returning()
  if (!dispute) throw new Error('No dispute')
  return dispute
}

/** @returns the address that its upload named. */
const upload = async (purpose = 'disputeEvidence', bytes = '%PDF-1.4') => {
  const payload = { fileName: 'nota.pdf', contentType: 'application/pdf', purpose }
  const { uploadUrl, headers, publicUrl } = (
    await api.call(api.home.keys.seller, 'POST', '/v1/uploads', { payload })
  ).json()
  const { pathname, search } = new URL(uploadUrl)
  const put = await api.app.inject({
    method: 'PUT',
    url: pathname + search,
    headers,
    payload: Buffer.from(bytes),
  })
  expect(put.statusCode, put.body).toBe(200)
  return publicUrl as string
}

it('is kept where only a signed address reads it', async () => {
  const dispute = await disputed()
  const url = await upload()
  expect((await api.app.inject({ url: new URL(url).pathname })).statusCode).toBe(401)
  const added = await call('seller', 'POST', `/${dispute.id}/evidence`, { url, name: 'nota.pdf' })
  expect(added.statusCode, added.body).toBe(201)
  expect((await call('seller', 'POST', `/${dispute.id}/evidence`, { url, name: 'nota.pdf' })).json()).toEqual(
    added.json(),
  )
  expect((await read(dispute.id)).evidence).toEqual([added.json()])
  const address = (await call('seller', 'GET', `/${dispute.id}/evidence/${added.json().id}`)).json()
  const { pathname, search } = new URL(address.url)
  expect((await api.app.inject({ url: pathname + search })).body).toBe('%PDF-1.4')
})

it('is deleted for good while the dispute is open, unless it is evidence of another', async () => {
  const [one, other] = [await disputed(), await disputed()]
  const url = await upload()
  const add = async ({ id }: { id: string }) =>
    (await call('seller', 'POST', `/${id}/evidence`, { url, name: 'nota.pdf' })).json().id
  const [ofOne, ofOther] = [await add(one), await add(other)]
  const addressOf = async () => {
    const answer = await call('seller', 'GET', `/${other.id}/evidence/${ofOther}`)
    const { pathname, search } = new URL(answer.json().url)
    return pathname + search
  }
  expect((await call('seller', 'DELETE', `/${other.id}/evidence/${ofOne}`)).statusCode).toBe(404)
  expect((await call('seller', 'DELETE', `/${one.id}/evidence/${ofOne}`)).statusCode).toBe(204)
  expect((await call('seller', 'DELETE', `/${one.id}/evidence/${ofOne}`)).statusCode).toBe(404)
  expect((await read(one.id)).evidence).toEqual([])
  const address = await addressOf()
  expect((await api.app.inject({ url: address })).statusCode).toBe(200)
  expect((await call('seller', 'DELETE', `/${other.id}/evidence/${ofOther}`)).statusCode).toBe(204)
  expect((await api.app.inject({ url: address })).statusCode).toBe(404)
})

it('stays once the dispute is closed', async () => {
  const dispute = await disputed()
  const added = await call('seller', 'POST', `/${dispute.id}/evidence`, { url: await upload(), name: 'nota.pdf' })
  await resolve(dispute.id, 'LOST')
  expect((await call('seller', 'DELETE', `/${dispute.id}/evidence/${added.json().id}`)).statusCode).toBe(409)
  expect((await read(dispute.id)).evidence).toEqual([added.json()])
})

it('is a file that this platform has uploaded for it, while the dispute is open', async () => {
  const dispute = await disputed()
  const others = [await upload('logo'), await upload('photoDocument'), await upload('disputeEvidence', '<html>')]
  others.push('https://example.com/x.pdf')
  for (const url of others) {
    expect((await call('seller', 'POST', `/${dispute.id}/evidence`, { url, name: 'x' })).statusCode, url).toBe(422)
  }
  const url = await upload()
  await resolve(dispute.id, 'LOST')
  expect((await call('seller', 'POST', `/${dispute.id}/evidence`, { url, name: 'x' })).statusCode).toBe(409)
  expect((await read(dispute.id)).evidence).toEqual([])
})
