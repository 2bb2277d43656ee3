/** What a provider answers to a withdrawal, and how much of it is believed at once. */
import { describe, expect, test } from 'vitest'
import { disbursementFlow } from '../../activities/disbursement-request.ts'
import { findProvider } from '../../providers/index.ts'
import { loadFixture } from '../providers/support/fixtures.ts'
import { contextOf, play } from '../providers/support/play.ts'

const AMOUNT = 12_345
const DESTINATION = { pixKey: '52998224725', pixType: 'CPF', document: '11144477735', name: 'Ana' }

/** The first answer to a withdrawal by Pix of R$ 123,45. */
function answered(code: string, body: object) {
  const fixture = loadFixture(code)
  const connection = { provider: findProvider(code), context: contextOf(fixture) }
  const disbursement = {
    kind: 'withdrawal',
    method: 'PIX',
    amount: AMOUNT,
    destination: DESTINATION,
    description: null,
  }
  const steps = disbursementFlow(
    connection as never,
    { disbursement } as never,
    { reference: 'f'.repeat(32) } as never,
    'https://x.test',
  )
  return play(steps, () => ({ status: 200, headers: {}, body: JSON.stringify(body) }))
}

test('the destination that was typed is what the provider is told', () => {
  const { requests } = answered('MEDIUS', { withdrawal: { id: 'w1', status: 'pending' } })
  expect(requests.map(({ body }) => body)).toMatchObject([
    { value: { pixkey: '52998224725', pixkeytype: 'cpf', requestedamount: AMOUNT, isPix: true } },
  ])
})

describe('paid at once', () => {
  test.each([
    ['MEDIUS', { withdrawal: { id: 'w1', status: 'done' } }],
    ['BRAVIVE', { id: 'w1', status: 'APPROVED' }],
    ['VEXYPAYMENTS', { data: { id: 'w1', status: 'completed' } }],
  ])('at %s, which does not say how much, is read or looked at first', (code, body) => {
    expect(answered(code, body).result).toMatchObject({ externalId: 'w1', status: 'PENDING' })
  })

  test('is believed where the answer says how much', () => {
    const body = { data: { id: 'w1', status: 'completed', amount: AMOUNT } }
    expect(answered('VEXYPAYMENTS', body).result).toMatchObject({ externalId: 'w1', status: 'APPROVED' })
  })

  test('of another amount is a mismatch', () => {
    const body = { data: { id: 'w1', status: 'completed', amount: AMOUNT + 1 } }
    expect(answered('VEXYPAYMENTS', body).error).toMatchObject({ kind: 'Mismatch' })
  })
})

test('refused without an amount is refused', () => {
  const refused = { withdrawal: { id: 'w1', status: 'refused' } }
  expect(answered('MEDIUS', refused).result).toMatchObject({ status: 'REJECTED', rawStatus: 'refused' })
})
