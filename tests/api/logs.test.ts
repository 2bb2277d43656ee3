import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processLogger } from '../../telemetry/logger.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

const lines: string[] = []
let api: TestApi
beforeAll(async () => {
  const destination = new PassThrough()
  destination.on('data', (line) => lines.push(String(line)))
  api = await startTestApi({ logger: processLogger('api', { logLevel: 'trace' }, destination) })
})
afterAll(() => api?.close())

it('logs tell what happened and hold no secret', async () => {
  const { token } = await api.addAccount(api.home, 'ASAAS', { secrets: { secretKey: 'a', webhookSecret: 'wh-secret' } })
  const charge = await api.addCharge(api.home)
  const cookie = await api.signIn(api.home.emails.admin)
  const secretKey = 'sk-live-0123456789'
  await api.call(null, 'POST', `/webhooks/asaas/${token}`, {
    payload: 'x',
    headers: { 'asaas-access-token': 'wh-secret' },
  })
  await api.call(null, 'POST', `/webhooks/asaas/unknown-${token}`, { payload: 'x' })
  await api.call(null, 'GET', `/v1/checkout/${charge.checkoutToken}`)
  await api.call(null, 'GET', `/pay/${charge.checkoutToken}`)
  await api.call(null, 'POST', '/v1/provider-accounts', {
    headers: { cookie },
    payload: { provider: 'ASAAS', secretKey },
  })
  await api.call(api.home.keys.seller, 'GET', '/v1/charges?q=Maria%20Silva')
  // A statement that fails carries its parameters in its message.
  await api.database.sql`ALTER TABLE provider_accounts RENAME COLUMN name TO other`
  const failed = await api.call(api.home.keys.admin, 'POST', '/v1/provider-accounts', {
    payload: { provider: 'ASAAS', secretKey, name: 'Conta da Maria' },
  })
  expect(failed.json()).toMatchObject({ status: 500, code: 'internal_error' })
  expect(failed.body).not.toMatch(/column|provider_accounts|Maria/)

  const log = lines.join('')
  expect(log).toContain('/webhooks/:provider/:token')
  expect(log).toContain('column \\"name\\" of relation \\"provider_accounts\\" does not exist')
  const session = cookie.split('=')[1] ?? ''
  const { seller, admin } = api.home.keys
  for (const secret of [
    token,
    'wh-secret',
    charge.checkoutToken,
    session,
    seller,
    admin,
    PASSWORD,
    secretKey,
    'Maria',
  ]) {
    expect(log).not.toContain(secret)
  }
})
