/** Charges, refunds and withdrawals are found by what they come to, as a user types it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disbursements } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

async function idsOf(list: string, query: Record<string, string>): Promise<string[]> {
  const answer = await api.call(api.home.keys.seller, 'GET', `/v1/${list}?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data.map(({ id }: { id: string }) => id)
}

describe('an amount', () => {
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    const { platformId } = api.home
    const plain = await api.addCharge(api.home, { amount: 123_456 })
    const paid = { status: 'APPROVED', transactionId: 'paid' } as const
    const inParts = await api.addCharge(api.home, { ...paid, amount: 2190, interest: 200 })
    await api.addCharge(api.home, { amount: 1991, orderId: '1990' })
    await api.addCharge(api.other, { amount: 123_456 })
    const row = { platformId, amount: 1990, provider: 'ASAAS' }
    const [refund, withdrawal] = await api.database.writer
      .insert(disbursements)
      .values([
        { ...row, kind: 'refund', chargeId: inParts.id },
        { ...row, kind: 'withdrawal', method: 'PIX', destination: { pixKey: 'ana@chave.com' } as never },
      ])
      .returning({ id: disbursements.id })
    Object.assign(ids, { plain: plain.id, inParts: inParts.id, refund: refund?.id, withdrawal: withdrawal?.id })
  })

  it.each([
    ['charges', '1.234,56', 'plain'],
    ['charges', '1234,56', 'plain'],
    ['charges', 'R$ 1.234,56', 'plain'],
    ['charges', 'R$\u00a01.234,56', 'plain'],
    ['charges', '1,234.56', 'plain'],
    ['charges', '1234.56', 'plain'],
    ['charges', 'maria 1.234,56', 'plain'],
    ['charges', '21,90', 'inParts'],
    ['charges', '19,90', 'inParts'],
    ['refunds', '19,90', 'refund'],
    ['withdrawals', 'R$19,90', 'withdrawal'],
    ['withdrawals', '19,90 ana@chave.com', 'withdrawal'],
  ] as const)('finds %s: %s', async (list, q, name) => {
    expect(await idsOf(list, { q })).toEqual([ids[name]])
  })

  it.each(['1.234,5', '234,56', '1.234,57', '12.34,56', 'joana 1.234,56', '99999999999999,00'])(
    'that no charge has finds none: %s',
    async (q) => expect(await idsOf('charges', { q })).toEqual([]),
  )
})
