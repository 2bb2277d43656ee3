/** A day's figures by kind of difference, and their sums over all accounts. */
import { expect, test } from 'vitest'
import { DIFFERENCES } from '../../domain/reconciliation.ts'
import { differencesBy, totalsOf } from '../../domain/reconciliation-summary.ts'

const SOME = { found: 3, foundAmount: 500, resolved: 2, open: 1, openAmount: 200 }
const NONE = { found: 0, foundAmount: 0, resolved: 0, open: 0, openAmount: 0 }

test('a kind of which nothing was found has figures of nothing, and what else a row has is left out', () => {
  const differences = differencesBy((kind) => (kind === DIFFERENCES[0] ? { ...SOME, ...{ kind } } : undefined))
  expect(Object.keys(differences)).toEqual([...DIFFERENCES])
  expect(differences[DIFFERENCES[0]]).toEqual(SOME)
  for (const kind of DIFFERENCES.slice(1)) expect(differences[kind]).toEqual(NONE)
})

test('a day adds up every kind at every account', () => {
  const differences = differencesBy((kind) => (kind === DIFFERENCES[0] || kind === DIFFERENCES[1] ? SOME : undefined))
  const account = { providerAccountId: 'a', provider: 'ASAAS', compared: 7, differences }
  expect(totalsOf([account, { ...account, compared: 5 }])).toEqual({
    compared: 12,
    found: 12,
    foundAmount: 2_000,
    resolved: 8,
    open: 4,
    openAmount: 800,
  })
  expect(totalsOf([])).toEqual({ compared: 0, ...NONE })
})
