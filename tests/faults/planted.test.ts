/** What a defect of the product looks like to the campaign: each is planted from outside, and found by the providers' own books. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Campaign, type Evidence, runCampaign } from './campaign.ts'
import { unreasoned } from './judge-asks.ts'
import type { ChargeLife, Life, WithdrawalLife } from './plan.ts'
import { PLANTS } from './plant.ts'
import { APPROVED_FROM } from './terrain.ts'

const common = (index: number, provider: string) => ({
  index,
  key: `planted-${index}`,
  provider,
  amount: 1_000_000 + index,
  cells: [],
  servers: 1,
  again: false,
  givesUp: false,
})
const charge = (index: number, changes: Partial<ChargeLife>): ChargeLife => ({
  ...common(index, 'PAGUESAFE'),
  kind: 'charge',
  method: 'PIX',
  installments: 1,
  routed: false,
  paysTwice: false,
  buyer: ['pay'],
  eagerBuyer: false,
  canceled: false,
  refunds: [],
  racing: false,
  ...changes,
})
const withdrawal = (index: number, changes: Partial<WithdrawalLife> = {}): WithdrawalLife => ({
  ...common(index, 'ASAAS'),
  kind: 'withdrawal',
  method: 'PIX',
  bank: [],
  approval: null,
  ...changes,
})
const policies = { doublePayments: 'ask', latePayments: 'ask' } as const
const lives: Life[] = [
  withdrawal(0),
  // The reader does not ask again for an hour about a charge that was paid: its chargeback is known by its notice.
  charge(1, { buyer: ['pay', 'chargeback'], method: 'CREDIT_CARD' }),
  charge(2, { refunds: [{ key: 'planted-2-refund', amount: 300_000 }] }),
  charge(3, {}),
  withdrawal(4, { approval: 'given', amount: APPROVED_FROM }),
  withdrawal(5, { approval: 'refused', amount: APPROVED_FROM + 1 }),
  withdrawal(6, { provider: 'VILLET', method: 'RECEIVER' }),
  charge(7, { method: 'BILLET', buyer: [] }),
  charge(8, { provider: 'MERCADOPAGO', refunds: [{ key: 'planted-8-refund', amount: 300_000 }] }),
  charge(9, { provider: 'ZENDRY', buyer: [] }),
  withdrawal(10, { provider: 'BRAVIVE' }),
]

let campaign: Campaign
let evidence: Evidence
beforeAll(async () => {
  const preload = fileURLToPath(new URL('./plant.ts', import.meta.url))
  // A defect is found by what was sent: that an answer came late would be a second one.
  const env = { FAULT_PLANT: PLANTS.join(), FAULT_MONEY_TIMEOUT_MS: '30000', NODE_OPTIONS: `--import=${preload}` }
  ;({ campaign, evidence } = await runCampaign({
    plan: { seed: 0, lives, kills: [], policies, losesLastSecond: false, readsAfterEnd: false },
    atOnce: lives.length,
    env,
    quietPatienceMs: 60_000,
  }))
}, 360_000)
afterAll(() => campaign?.close())

const failingsOf = (index: number) => evidence.verdicts.get(index)?.violations.map(({ failing }) => failing)

test.each([
  ['a withdrawal that is sent twice is a duplicate', 0, ['duplicate']],
  ['a chargeback whose notice is dropped is a wrong end', 1, ['wrongEnd']],
  ['a withdrawal that is sent twice once it is approved is a duplicate', 4, ['duplicate']],
  ['and one that is refused is fine', 5, []],
  ['a withdrawal that is sent twice at another provider is a duplicate', 6, ['duplicate']],
  ['a charge that is made twice is a duplicate', 7, ['duplicate']],
  ['a refund that is made twice, under two keys, is a duplicate', 8, ['duplicate']],
  ['a withdrawal that goes to another person is a wrong destination', 10, ['wrongDestination']],
  ['and a charge that meets none of them is fine', 3, []],
])('%s', (_, index, failings) => {
  expect(failingsOf(index)).toEqual(failings)
})

test('a refund of another amount is not told as done: the product sees it by the sum, and asks', () => {
  expect(evidence.verdicts.get(2)).toMatchObject({ violations: [], asks: true })
})

test('and that it asks is found, as nothing went wrong with it', () => {
  const crowding = { from: () => false }
  const found = unreasoned(campaign.deeds, evidence.seen, { kills: [], crowding })
  expect(found.filter(({ index }) => index === 2).map(({ failing }) => failing)).toEqual(['unreasoned'])
})

test('a charge of a hundredth of its amount is found as one that no lifecycle asked for', () => {
  expect(evidence.violations.filter(({ index }) => index === null)).toEqual([
    expect.objectContaining({ failing: 'wrongAmount', text: expect.stringContaining('ZENDRY') }),
  ])
})
