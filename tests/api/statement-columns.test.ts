/** Whether an account's statements have columns already, which a guess must not replace. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { taken } from './statements.ts'
import { startTestApi, type TestApi } from './support.ts'

const COLUMNS = { transactionId: 'ID', amount: 'Valor' }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

it('an account has the columns of its last statement, and none before the first', async () => {
  const accountId = (await api.addAccount(api.home, 'ASAAS')).id
  const path = `/v1/reconciliation/columns?providerAccountId=${accountId}`
  const columns = async () => (await api.call(api.home.keys.operator, 'GET', path)).json()
  expect(await columns()).toEqual({ columns: null })
  await taken(api, { accountId, columns: COLUMNS, lines: ['a;1,00'] })
  expect(await columns()).toEqual({ columns: COLUMNS })
  expect((await api.call(api.other.keys.operator, 'GET', path)).statusCode).toBe(404)
})
