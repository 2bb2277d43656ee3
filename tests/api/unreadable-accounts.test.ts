/** An account whose secrets another key has sealed is not asked for anything: that is said at once, or another account takes it. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { providerAccounts } from '../../db/schema/index.ts'
import { RECEIVER } from '../support/receivers.ts'
import { type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
let locked: string
let open: string
beforeAll(async () => {
  api = await startChargingApi()
  locked = (await api.connect('PAGUESAFE', { priority: 1 })).id
  const sealedSecrets = seal(JSON.stringify({ secretKey: 'x' }), deriveKey([randomBytes(32)], 'seal'))
  await api.database.writer.update(providerAccounts).set({ sealedSecrets }).where(eq(providerAccounts.id, locked))
})
afterAll(() => api?.close())

const call = (method: string, path: string, payload?: object) =>
  api.call(api.home.keys.seller, method, `/v1/${path}`, { payload })

const WITHDRAWAL = { amount: 100, paymentMethod: 'PIX', pixKey: 'ana@example.com', pixType: 'EMAIL' }
const REFUSED = { status: 422, detail: expect.stringContaining('cannot be opened') }

describe.each([
  ['charges', NEW_CHARGE],
  ['cards', NEW_CARD],
  ['withdrawals', WITHDRAWAL],
  ['receivers', RECEIVER],
] as const)('POST /v1/%s', (path, body) => {
  it('says so at once when the account is asked for, and makes nothing', async () => {
    expect((await call('POST', path, { ...body, providerAccountId: locked })).json()).toMatchObject(REFUSED)
    expect((await call('GET', path)).json().data).toEqual([])
  })
})

it('a charge that no other account can take is refused with the reason', async () => {
  expect((await call('POST', 'charges', NEW_CHARGE)).json()).toMatchObject(REFUSED)
  expect((await call('GET', 'charges')).json().data).toEqual([])
})

it('a charge goes to the next account that can, and its routing says why', async () => {
  open = (await api.connect('PIXIUM', { priority: 2 })).id
  const charge = await call('POST', 'charges', NEW_CHARGE)
  expect([charge.statusCode, charge.json().providerAccountId]).toEqual([201, open])
  const { candidates } = (await call('GET', `charges/${charge.json().id}/routing`)).json()
  expect(candidates).toContainEqual(
    expect.objectContaining({ providerAccountId: locked, taken: false, reason: 'secretsUnreadable' }),
  )
})
