/** A day's figures by kind of difference, and their sums over all accounts. */
import { expect, test } from 'vitest'
import { DIFFERENCES } from '../../domain/reconciliation.ts'
import { differencesBy, totalsOf } from '../../domain/reconciliation-summary.ts'

const REAIS = { currency: 'BRL', foundAmount: 500, openAmount: 200 } as const
const DOLLARS = { currency: 'USD', foundAmount: 7, openAmount: 0 } as const
const SOME = { found: 3, resolved: 2, open: 1, amounts: [REAIS] }
const NONE = { found: 0, resolved: 0, open: 0, amounts: [] }

test('a kind of which nothing was found has figures of nothing, and what else a row has is left out', () => {
  const differences = differencesBy((kind) => (kind === DIFFERENCES[0] ? [{ ...SOME, ...{ kind } }] : []))
  expect(Object.keys(differences)).toEqual([...DIFFERENCES])
  expect(differences[DIFFERENCES[0]]).toEqual(SOME)
  for (const kind of DIFFERENCES.slice(1)) expect(differences[kind]).toEqual(NONE)
})

test('a day adds up every kind at every account', () => {
  const differences = differencesBy((kind) => (kind === DIFFERENCES[0] || kind === DIFFERENCES[1] ? [SOME] : []))
  const account = { providerAccountId: 'a', provider: 'ASAAS', compared: 7, differences }
  expect(totalsOf([account, { ...account, compared: 5 }])).toEqual({
    compared: 12,
    found: 12,
    resolved: 8,
    open: 4,
    amounts: [{ currency: 'BRL', foundAmount: 2_000, openAmount: 800 }],
  })
  expect(totalsOf([])).toEqual({ compared: 0, ...NONE })
  expect(totalsOf([account, { ...account, compared: null }]).compared).toBeNull()
})

test('amounts of two currencies are not added', () => {
  const differences = differencesBy(() => [{ ...SOME, amounts: [DOLLARS] }, SOME])
  expect(differences.status).toEqual({ found: 6, resolved: 4, open: 2, amounts: [REAIS, DOLLARS] })
  expect(totalsOf([{ providerAccountId: 'a', provider: 'ASAAS', compared: 1, differences }]).amounts).toEqual([
    { currency: 'BRL', foundAmount: 2_000, openAmount: 800 },
    { currency: 'USD', foundAmount: 28, openAmount: 0 },
  ])
})
