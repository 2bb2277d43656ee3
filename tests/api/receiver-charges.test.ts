/** Charges in the name of a receiver. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { receivers } from '../../db/schema/index.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const TOKEN = 'live-token-of-a-sub-account'
let api: ChargingApi
let account: { id: string }
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('ASAAS', { priority: 1 })
  account = await api.connect('PAGUESAFE', { priority: 50 })
})
afterAll(() => api?.close())

async function insertReceiver(token: string | null): Promise<string> {
  const [row] = await api.database.writer
    .insert(receivers)
    .values({
      platformId: api.home.platformId,
      providerAccountId: account.id,
      provider: 'PAGUESAFE',
      status: 'ACTIVE',
      creation: 'answered',
      sealedReceiverToken: token === null ? null : seal(token, deriveKey(api.settings.masterKey, 'seal')),
      ...RECEIVER_ROW,
    })
    .returning()
  return row?.id ?? ''
}
const charge = (receiverToken: string) =>
  api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: { ...NEW_CHARGE, receiverToken } })

it('a receiver of ours is charged at the account that knows it', async () => {
  const answer = await charge(await insertReceiver(TOKEN))
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ provider: 'PAGUESAFE', providerAccountId: account.id })
})

it("a provider's token goes along, and is kept sealed", async () => {
  const answer = await charge(TOKEN)
  expect(answer.statusCode).toBe(201)
  const kept = await api.database.sql`SELECT to_jsonb(c)::text AS charge, to_jsonb(a)::text AS attempt FROM charges c
    JOIN charge_attempts a ON a.charge_id = c.id`
  expect(JSON.stringify(kept)).toContain('sealedReceiverToken')
  expect(JSON.stringify(kept)).not.toContain(TOKEN)
})

it('a receiver without a token of its own is not charged in its name', async () => {
  const answer = await charge(await insertReceiver(null))
  expect(answer.json()).toMatchObject({
    status: 422,
    detail: 'Recebedor não encontrado.',
    errors: [{ path: '/receiverToken', message: 'Recebedor não encontrado.' }],
  })
})
