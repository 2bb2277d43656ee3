/** Webhooks that are taken up together: what is said of one transaction stays in its order. */
import { expect, test } from 'vitest'
import type { WebhookEventRow } from '../../db/queries/webhook/events.ts'
import { inOrder } from '../../inbox/deliver-due.ts'

const notice = (id: string, payment: string, event: string, account = 'account') =>
  ({
    id,
    provider: 'ASAAS',
    providerAccountId: account,
    headers: {},
    query: {},
    body: JSON.stringify({ id: `evt_${id}`, event, payment: { id: payment, status: 'RECEIVED', value: 10 } }),
  }) as unknown as WebhookEventRow

const idsOf = (lines: WebhookEventRow[][]) => lines.map((line) => line.map(({ id }) => id))

test('follow each other where they are of one transaction, whatever order the database gives them in', () => {
  const lines = inOrder([
    notice('3', 'pay_a', 'PAYMENT_RECEIVED'),
    notice('2', 'pay_b', 'PAYMENT_RECEIVED'),
    notice('1', 'pay_a', 'PAYMENT_CHARGEBACK_REQUESTED'),
    notice('4', 'pay_a', 'PAYMENT_RECEIVED', 'another account'),
  ])
  expect(idsOf(lines)).toEqual([['1', '3'], ['2'], ['4']])
})

test('that name nothing stand alone', () => {
  const nothing = { ...notice('5', 'pay_a', 'PAYMENT_RECEIVED'), body: '{}' } as WebhookEventRow
  expect(idsOf(inOrder([nothing, { ...nothing, id: '6' }]))).toEqual([['5'], ['6']])
})
