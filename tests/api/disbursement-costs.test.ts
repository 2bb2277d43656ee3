/** What a refund and a withdrawal cost, as charge-costs.test.ts says it of a charge. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disbursementWorkflowId } from '../../workflows/messages.ts'
import { NEW_CHARGE } from './charging.ts'
import { type Costing, startCosting } from './costing.ts'

const MOVEMENTS = 5
/** It gives back a part, and its transfers are told by webhook. */
const PROVIDER = 'ASAAS'
const DESTINATION = {
  paymentMethod: 'PIX',
  amount: 12_990,
  pixKey: '529.982.247-25',
  pixType: 'CPF',
  document: '529.982.247-25',
  documentType: 'CPF',
  name: 'Ana Souza',
} as const

let costing: Costing
beforeAll(async () => {
  costing = await startCosting([PROVIDER])
})
afterAll(() => costing?.close())

test.each([
  { what: 'a part', amount: NEW_CHARGE.amount / 2, mostStatements: 36 },
  { what: 'all', amount: NEW_CHARGE.amount, mostStatements: 39 },
])(
  'a refund of $what of a charge takes at most $mostStatements SQL statements and 14 history events, API to APPROVED',
  async ({ amount, mostStatements }) => {
    const charges: string[] = []
    for (let number = 0; number <= MOVEMENTS; number += 1) {
      charges.push((await costing.paidCharge(PROVIDER, `${amount}-${number}`)).id)
    }
    const costs = await costing.costsOf(MOVEMENTS, async (number) => {
      const answer = await costing.ask(
        `/v1/charges/${charges[number]}/refunds`,
        { amount },
        `refund-${amount}-${number}`,
      )
      expect(answer.statusCode).toBe(201)
      return costing.eventsOf(disbursementWorkflowId('refund', answer.json().id), 'APPROVED')
    })
    expect(costs.statements).toBeGreaterThan(10)
    expect(costs.statements).toBeLessThanOrEqual(mostStatements)
    expect(costs.events).toBeLessThanOrEqual(14)
  },
)

test('a withdrawal whose webhook is believed takes at most 28 SQL statements and 21 history events, API to APPROVED', async () => {
  const { events, statements } = await costing.costsOf(MOVEMENTS, async (number) => {
    const payload = { ...DESTINATION, providerAccountId: costing.accountAt(PROVIDER) }
    const answer = await costing.ask('/v1/withdrawals', payload, `withdrawal-${number}`)
    expect(answer.statusCode).toBe(201)
    const { id, withdrawId } = answer.json()
    await costing.api.control('POST', `/withdrawals/${PROVIDER}/${withdrawId}/settle`)
    return costing.eventsOf(disbursementWorkflowId('withdrawal', id), 'APPROVED')
  })
  expect(statements).toBeGreaterThan(10)
  expect(statements).toBeLessThanOrEqual(28)
  expect(events).toBeLessThanOrEqual(21)
})
