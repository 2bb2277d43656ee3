/** Refunds and withdrawals against a provider's books: what differs, what settles it, and who is asked to look. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { noteDisbursementReading } from '../../db/queries/reconciliation/readings.ts'
import { disbursements } from '../../db/schema/index.ts'
import { itemsOf, taken } from './statements.ts'
import { startTestApi, type TestApi } from './support.ts'

const COLUMNS = { transactionId: 'ID', amount: 'Valor', status: 'Situação', date: 'Data' }
const NOON = '2026-01-02T15:00:00Z'

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})

const items = () => itemsOf(api, accountId)
const bring = (lines: readonly string[]) => taken(api, { accountId, columns: COLUMNS, lines })

let made = 0
async function disbursement(kind: 'refund' | 'withdrawal', changes: Partial<typeof disbursements.$inferInsert> = {}) {
  made += 1
  const externalId = `${kind}_${made}`
  const [row] = await api.database.writer
    .insert(disbursements)
    .values({
      platformId: api.home.platformId,
      kind,
      amount: 1234,
      status: 'APPROVED',
      approvedAt: NOON,
      provider: 'ASAAS',
      providerAccountId: accountId,
      externalId,
      ...(kind === 'refund'
        ? { chargeId: (await api.addCharge(api.home)).id }
        : { method: 'PIX' as const, destination: { name: 'Ana', pixKey: '52998224725', pixType: 'CPF' as const } }),
      ...changes,
    })
    .returning()
  return { id: row?.id ?? '', externalId }
}
const line = (id: string, amount = '-12,34', status = 'Concluída', date = '02/01/2026 12:00') =>
  `${id};${amount};${status};${date}`

describe.each(['refund', 'withdrawal'] as const)('a %s', (kind) => {
  const idOf = (item: Record<string, unknown>) => item[`${kind}Id`]

  test.each([
    ['that agrees', '-12,34', 'Concluída'],
    ['whose statement names no sign', '12,34', 'Concluída'],
    ['of which an older word is listed', '-12,34', 'Em processamento'],
  ])('%s is no difference', async (_, amount, status) => {
    const { externalId } = await disbursement(kind)
    expect(await bring([line(externalId, amount, status)])).toMatchObject({ matched: 1, items: 0 })
  })

  it('of another amount, and one that did not arrive, are found and counted among what waits', async () => {
    const dear = await disbursement(kind)
    const back = await disbursement(kind)
    const lines = [line(dear.externalId, '-12,00'), line(back.externalId, '-12,34', 'Recusada')]
    expect(await bring(lines)).toMatchObject({ matched: 2, items: 2 })
    const found = await items()
    const of = (id: string) => found.find((item: Record<string, unknown>) => idOf(item) === id)
    expect(of(dear.id)).toMatchObject({ kind: 'amount', ours: { amount: 1234 }, theirs: { amount: 1200 } })
    expect(of(back.id)).toMatchObject({
      kind: 'status',
      ours: { status: 'APPROVED' },
      theirs: { amount: 1234, status: 'REJECTED' },
    })
    const waiting = (await api.call(api.home.keys.operator, 'GET', '/v1/attention?limit=100')).json()
    const listed = waiting.data.filter(({ id }: { id: string }) => found.some((item: { id: string }) => item.id === id))
    expect(listed).toHaveLength(2)
    expect(listed.map(({ amount }: { amount: number }) => amount).sort((a: number, b: number) => a - b)).toEqual([
      34, 1234,
    ])
    expect(listed.map(({ difference }: { difference: string }) => difference).sort()).toEqual(['amount', 'status'])
    expect(listed[0]).toMatchObject({ kind: 'reconciliation', attention: 'reconciliationOpen', provider: 'ASAAS' })
    const sellers = (await api.call(api.home.keys.seller, 'GET', '/v1/attention?limit=100')).json()
    expect(sellers.data.filter((item: { kind: string }) => item.kind === 'reconciliation')).toEqual([])
  })

  it('that waits here and was paid there ends when it is paid here', async () => {
    const { id, externalId } = await disbursement(kind, { status: 'PENDING', approvedAt: null })
    await bring([line(externalId)])
    expect(await items()).toMatchObject([{ kind: 'status', state: 'open', theirs: { status: 'APPROVED' } }])
    await api.database.sql`UPDATE disbursements SET status = 'APPROVED' WHERE id = ${id}`
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically' }])
  })

  it('that was paid in the time of a statement which lists others, and not it, is missing there', async () => {
    const listed = await disbursement(kind)
    const unseen = await disbursement(kind)
    const later = await disbursement(kind, { approvedAt: '2026-01-05T15:00:00Z' })
    await bring([line(listed.externalId), line('something else', '1,00', '', '03/01/2026')])
    const missing = (await items()).filter((item: { kind: string }) => item.kind === 'missingThere')
    expect(missing).toMatchObject([{ [`${kind}Id`]: unseen.id, ours: { amount: 1234 }, theirs: null }])
    await bring([line(unseen.externalId), line(listed.externalId)])
    expect((await items()).find((item: Record<string, unknown>) => idOf(item) === unseen.id)?.state).toBe(
      'resolvedAutomatically',
    )
    expect(JSON.stringify(await items())).not.toContain(later.id)
  })

  it('that we learn of later is no more missing here', async () => {
    const { id } = await disbursement(kind, { externalId: null })
    await bring([line(`found_${kind}`)])
    expect(await items()).toMatchObject([{ kind: 'missingHere', state: 'open' }])
    await api.database.sql`UPDATE disbursements SET external_id = ${`found_${kind}`} WHERE id = ${id}`
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically', [`${kind}Id`]: id, chargeId: null }])
  })
})

describe('a refund of dollars', () => {
  it('differs in dollars', async () => {
    const { id: chargeId } = await api.addCharge(api.home, { currency: 'USD', paymentMethod: 'CREDIT_CARD' })
    const { externalId } = await disbursement('refund', { chargeId })
    await bring([line(externalId, '-12,00')])
    expect(await items()).toMatchObject([{ kind: 'amount', ours: { amount: 1234, currency: 'USD' } }])
    const { data } = (await api.call(api.home.keys.operator, 'GET', '/v1/attention?limit=100')).json()
    expect(data.filter(({ currency }: { currency: string }) => currency === 'USD')).toMatchObject([
      { kind: 'reconciliation', amount: 34 },
    ])
  })
})

describe('a withdrawal', () => {
  it('of another amount that came back differs in both', async () => {
    const { id, externalId } = await disbursement('withdrawal')
    const lines = [line(externalId, '-12,00'), line(externalId, '12,00', 'Devolvida', '03/01/2026')]
    expect(await bring(lines)).toMatchObject({ matched: 1, items: 2 })
    const found = (await items()).toSorted((one: { kind: string }, other: { kind: string }) =>
      one.kind < other.kind ? -1 : 1,
    )
    expect(found).toMatchObject([
      { kind: 'amount', withdrawalId: id, ours: { amount: 1234 }, theirs: { amount: 1200 } },
      { kind: 'status', withdrawalId: id, ours: { status: 'APPROVED' }, theirs: { status: 'REJECTED' } },
    ])
  })

  it('that left and is listed as come in again has come back', async () => {
    const { externalId } = await disbursement('withdrawal')
    await bring([line(externalId), line(externalId, '12,34', 'Devolvida', '03/01/2026')])
    expect(await items()).toMatchObject([{ kind: 'status', theirs: { status: 'REJECTED' } }])
  })

  it('that left in one statement and came back in a later one, without a word for it, has come back', async () => {
    const { id, externalId } = await disbursement('withdrawal')
    expect(await bring([line(externalId, '-12,34', '')])).toMatchObject({ matched: 1, items: 0 })
    expect(await bring([line(externalId, '12,34', '', '05/01/2026 12:00')])).toMatchObject({ matched: 1, items: 1 })
    expect(await items()).toMatchObject([
      { kind: 'status', withdrawalId: id, ours: { status: 'APPROVED' }, theirs: { amount: 1234, status: 'REJECTED' } },
    ])
    await api.database.sql`UPDATE disbursements SET status = 'REJECTED' WHERE id = ${id}`
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically' }])
  })

  it('that came back later is told by an older statement as it was then; one that never left is not', async () => {
    const returned = await disbursement('withdrawal', { status: 'REJECTED' })
    const refused = await disbursement('withdrawal', { status: 'REJECTED', approvedAt: null })
    await bring([line(returned.externalId), line(refused.externalId)])
    expect(await items()).toMatchObject([{ kind: 'status', withdrawalId: refused.id, theirs: { status: 'APPROVED' } }])
  })

  it('that its provider does not know when it is asked is missing there, until it does', async () => {
    const { id } = await disbursement('withdrawal')
    await noteDisbursementReading(api.database.writer, id, true)
    expect(await items()).toEqual([])
    await noteDisbursementReading(api.database.writer, id, false)
    expect(await items()).toMatchObject([{ kind: 'missingThere', withdrawalId: id, state: 'open' }])
    await noteDisbursementReading(api.database.writer, id, true)
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically' }])
  })
})

it('a fee with a line of its own is not what left', async () => {
  const { externalId } = await disbursement('withdrawal')
  expect(await bring([line(externalId), line(externalId, '-1,00', 'Tarifa')])).toMatchObject({ items: 0 })
})
