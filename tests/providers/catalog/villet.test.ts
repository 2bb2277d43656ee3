/** VILLET's receivers: how they are opened, what they say, how they are paid out. */
import { expect, test } from 'vitest'
import { INPUTS } from '../support/inputs.ts'
import { run, sentBody } from '../support/start.ts'

const ok = (body: object) => ({ status: 200, body })

test('a receiver has transfers and automatic anticipation disabled, and nothing can be anticipated', () => {
  expect(sentBody(run('VILLET', 'createReceiver', 'receiver', ok({ id: 77 })))).toMatchObject({
    transferEnabled: false,
    automaticAnticipationEnabled: false,
    anticipatableVolumePercentage: 0,
  })
})

test.each([
  ['CHECKING', 'conta_corrente'],
  ['SAVINGS', 'conta_poupanca'],
])('an account of type %s is a %s', (accountType, type) => {
  const request = { ...INPUTS.receiver, bankAccount: { ...INPUTS.receiver.bankAccount, accountType } }
  expect(sentBody(run('VILLET', 'createReceiver', request, ok({ id: 77 })))).toMatchObject({ bankAccount: { type } })
})

test.each([
  ['2026-01-15T15:00:01.000Z', 'ACTIVE'],
  [null, 'PENDING'],
  [undefined, 'PENDING'],
])('a receiver created at %j is %s', (createdAt, status) => {
  expect(run('VILLET', 'createReceiver', 'receiver', ok({ id: 77, createdAt })).result).toMatchObject({ status })
})

test('a receiver is read with its balance', () => {
  const played = run(
    'VILLET',
    'readReceiver',
    { receiverId: '77' },
    ok({ id: 77, createdAt: '2026-01-15T15:00:01.000Z' }),
    ok({ amount: 98765 }),
  )
  expect(played.requests.map(({ method, url }) => [method, url])).toEqual([
    ['GET', 'https://api.villet.invalid/recipients/77'],
    ['GET', 'https://api.villet.invalid/balance/available?recipientId=77'],
  ])
  expect(played.result).toEqual({ receiverId: '77', status: 'ACTIVE', balance: 98765 })
})

test('a receiver is paid out by amount and id alone', () => {
  const played = run('VILLET', 'withdraw', 'withdrawReceiver', ok({ id: 91, status: 'pending' }))
  expect(sentBody(played)).toEqual({ amount: 12345, recipientId: 're1' })
})

test.each([
  ['pending', 'PENDING'],
  ['bank_processing', 'PENDING'],
  ['success', 'APPROVED'],
  ['failed', 'REJECTED'],
  ['canceled', 'REJECTED'],
  ['novidade', 'REJECTED'],
])('a withdrawal that is %s is %s', (status, ours) => {
  const key = { withdrawId: '91', paymentMethod: 'RECEIVER' }
  expect(run('VILLET', 'readWithdraw', key, ok({ id: 91, status })).result).toMatchObject({ status: ours })
})
