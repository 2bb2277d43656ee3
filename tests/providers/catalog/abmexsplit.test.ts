/** Whom ABMEXSPLIT opens a receiver for, and what it is told of them. */
import { describe, expect, test } from 'vitest'
import { ABMEXSPLIT_BANKS } from '../../../domain/banks.ts'
import type { BankAccount, ReceiverRequest } from '../../../domain/receiver.ts'
import type { WireRequest } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import { INPUTS } from '../support/inputs.ts'
import { bodyOf, play } from '../support/play.ts'

const abmexsplit = findProvider('ABMEXSPLIT')

function open(change: Partial<ReceiverRequest> = {}, entropy = 'entropy') {
  const context = { credentials: { secretKey: 'chave' }, now: '2026-01-15T15:00:00.000Z', entropy }
  const request = { ...INPUTS.receiver, ...change }
  return play(abmexsplit.createReceiver(request, context), () => ({
    status: 201,
    headers: {},
    body: '{"id":"m","created_at":"2026-01-15T15:00:01Z"}',
  }))
}

const account = (change: Partial<BankAccount>) => ({ bankAccount: { ...INPUTS.receiver.bankAccount, ...change } })
const sent = ({ requests }: ReturnType<typeof open>) => bodyOf(requests[0] as WireRequest) as Record<string, unknown>

test('a CPF is refused before anything is sent', () => {
  const { requests, error } = open({ documentType: 'CPF', document: '11144477735' })
  expect(requests).toEqual([])
  expect(error?.message).toBe('Adquirente não aceita CPF')
})

describe('banks', () => {
  test('there are 28, and they include those that the specification names', () => {
    expect(new Set(ABMEXSPLIT_BANKS).size).toBe(28)
    const named = ['001', '033', '077', '104', '237', '260', '341', '403', '756']
    for (const code of named) expect(ABMEXSPLIT_BANKS).toContain(code)
  })

  test.each(ABMEXSPLIT_BANKS)('%s is taken without a branch digit', (bankCode) => {
    expect(open(account({ bankCode })).error).toBeUndefined()
  })

  test.each(['999', '000', '1', '655'])('%s is not taken', (bankCode) => {
    const { requests, error } = open(account({ bankCode }))
    expect(requests).toEqual([])
    expect(error?.message).toBe('Banco não suportado, tente outro.')
  })

  test.each(['001', '036', '246', '204', '237'])('%s is not taken with a branch digit above 0', (bankCode) => {
    for (const branchDigit of ['1', '9', 'X', 'x']) {
      expect(open(account({ bankCode, branchDigit })).error?.message).toBe('Banco não suportado, tente outro.')
    }
    for (const branchDigit of ['0', '']) expect(open(account({ bankCode, branchDigit })).error).toBeUndefined()
  })

  test('others are taken with any branch digit', () => {
    expect(open(account({ bankCode: '341', branchDigit: '7' })).error).toBeUndefined()
  })
})

describe('what a marketplace is opened with', () => {
  test('a price range between 50 and 150000, derived, and the same when built again', () => {
    const ranges = Array.from({ length: 200 }, (_, index) => Number(sent(open({}, `entropy ${index}`)).price_range))
    expect(Math.min(...ranges)).toBeGreaterThanOrEqual(50)
    expect(Math.max(...ranges)).toBeLessThanOrEqual(150_000)
    expect(new Set(ranges).size).toBeGreaterThan(150)
    expect(sent(open()).price_range).toBe(sent(open()).price_range)
  })

  test('a placeholder for the phone, and a description where the seller gave none', () => {
    const { description: _, ...receiver } = INPUTS.receiver
    const context = { credentials: { secretKey: 'chave' }, now: '2026-01-15T15:00:00.000Z', entropy: 'e' }
    const { requests } = play(abmexsplit.createReceiver(receiver, context), () => ({
      status: 201,
      headers: {},
      body: '{"id":"m"}',
    }))
    expect(bodyOf(requests[0] as WireRequest)).toMatchObject({
      description: 'Descrição do marketplace',
      phone: '5511999999999',
    })
    expect(sent(open())).toMatchObject({ description: 'Ateliê de violões' })
  })

  test.each([
    ['CHECKING', 'cc'],
    ['SAVINGS', 'cp'],
  ] as const)('an account that is %s is %s', (accountType, type) => {
    expect(sent(open(account({ accountType }))).bank_account).toMatchObject({ type })
  })
})
