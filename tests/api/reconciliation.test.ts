/** Statements against our books over HTTP: what differs, what settles it, and what is refused. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { noteReading } from '../../db/queries/reconciliation/readings.ts'
import { auditLog, chargeAttempts, type charges, reconciliationItems, statementLines } from '../../db/schema/index.ts'
import { formOf } from './form.ts'
import { startTestApi, type TestApi } from './support.ts'

const COLUMNS = { transactionId: 'ID', amount: 'Valor', fee: 'Taxa', status: 'Situação', date: 'Data' }
const HEADING = 'ID;Valor;Taxa;Situação;Data'

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})

const PATH = '/v1/reconciliation'
const call = (method: string, path: string, payload?: object, key = api.home.keys.operator) =>
  api.call(key, method, `${PATH}${path}`, { payload })
const items = async (query = '') =>
  (await call('GET', `/items?limit=100&providerAccountId=${accountId}${query}`)).json().data

async function upload(parts: Record<string, string | Blob>, key = api.home.keys.operator) {
  return api.call(key, 'POST', `${PATH}/statements`, await formOf(parts))
}
const bring = (lines: readonly string[], columns: object | null = COLUMNS) =>
  upload({
    file: new Blob([[HEADING, ...lines].join('\r\n')]),
    providerAccountId: accountId,
    ...(columns ? { columns: JSON.stringify(columns) } : {}),
  })
const counted = async (lines: readonly string[], columns?: object | null) => {
  const answer = await bring(lines, columns)
  expect(answer.statusCode, answer.body).toBe(201)
  const { rows, matched, items } = answer.json()
  return { rows, matched, items }
}

let made = 0
/** A charge that was paid at noon of the second of January. */
async function charge(changes: Partial<typeof charges.$inferInsert> = {}) {
  made += 1
  const transactionId = `pay_${made}`
  const row = await api.addCharge(api.home, {
    provider: 'ASAAS',
    providerAccountId: accountId,
    transactionId,
    status: 'APPROVED',
    paidAt: '2026-01-02T15:00:00Z',
    ...changes,
  })
  await attempt(row.id, transactionId)
  return { id: row.id, transactionId }
}
const attempt = (chargeId: string, transactionId: string | null) =>
  api.database.writer.insert(chargeAttempts).values({
    chargeId,
    number: 1,
    providerAccountId: accountId,
    provider: 'ASAAS',
    state: 'answered',
    outcome: transactionId === null ? 'superseded' : 'created',
    transactionId,
  })
const line = (id: string, { amount = '50,00', status = 'Recebida', date = '02/01/2026 12:00' } = {}) =>
  `${id};${amount};1,99;${status};${date}`

describe('a statement', () => {
  it('that agrees has nothing to say, and its fees and net are kept', async () => {
    const [one, two] = [await charge(), await charge({ amount: 123_456 })]
    const lines = [line(one.transactionId), line(two.transactionId, { amount: '1.234,56' }), ';-3,00;;Tarifa;']
    expect(await counted(lines)).toEqual({ rows: 3, matched: 2, items: 0 })
    const [statement] = (await call('GET', '/statements')).json().data
    expect(statement).toMatchObject({
      name: 'extrato.csv',
      amount: 128_456,
      fees: 398,
      net: 128_058,
      rows: 3,
      ignored: 1,
      matched: 2,
    })
    expect(await items()).toEqual([])
  })

  it('shows what each side has and the other has not, other amounts and other words', async () => {
    const right = await charge()
    const unseen = await charge()
    const dear = await charge()
    const back = await charge()
    const late = await charge({ paidAt: '2026-01-03T03:00:00Z' })
    const lines = [
      line(right.transactionId),
      line(dear.transactionId, { amount: '49,90' }),
      line(back.transactionId, { status: 'REFUNDED' }),
      line('pay_unknown', { date: '03/01/2026' }),
    ]
    expect(await counted(lines)).toEqual({ rows: 4, matched: 3, items: 4 })
    const found = await items()
    const of = (kind: string) => found.find((item: { kind: string }) => item.kind === kind)
    expect(of('missingHere')).toMatchObject({
      transactionId: 'pay_unknown',
      ours: null,
      theirs: { amount: 5000, fee: 199 },
    })
    expect(of('missingThere')).toMatchObject({
      chargeId: unseen.id,
      theirs: null,
      ours: { amount: 5000, status: 'APPROVED' },
    })
    expect(of('amount')).toMatchObject({ chargeId: dear.id, ours: { amount: 5000 }, theirs: { amount: 4990 } })
    expect(of('status')).toMatchObject({
      chargeId: back.id,
      ours: { status: 'APPROVED' },
      theirs: { status: 'REFUNDED' },
    })
    expect(found).toHaveLength(4)
    expect(JSON.stringify(found)).not.toContain(late.id)
    expect(await items('&kind=amount')).toEqual([of('amount')])
    const inCapitals = await call('GET', `/items?limit=100&providerAccountId=${accountId.toUpperCase()}`)
    expect(inCapitals.json().data).toEqual(found)
    expect(await items('&state=resolvedByHand')).toEqual([])
    expect((await call('GET', '/items', undefined, api.other.keys.operator)).json().data).toEqual([])
  })

  it('imported again changes nothing, and needs its columns only once', async () => {
    await charge()
    const lines = [line('pay_nobody'), line('pay_nobody_else')]
    const first = await counted(lines)
    expect(await counted(lines, null)).toEqual(first)
    expect(await items()).toHaveLength(2)
    const kept = await api.database.writer
      .select()
      .from(statementLines)
      .where(eq(statementLines.providerAccountId, accountId))
    expect(kept).toHaveLength(2)
  })
})

describe('a difference ends', () => {
  it('when the charge becomes what the provider says', async () => {
    const { id, transactionId } = await charge()
    await counted([line(transactionId, { status: 'REFUNDED' })])
    await applyTransition(api.database.writer, { chargeId: id, to: 'REFUNDED', cause: 'poll', key: 'poll/REFUNDED' })
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically', resolvedBy: null }])
  })

  it('when the transaction becomes known', async () => {
    const { id } = await api.addCharge(api.home)
    await attempt(id, null)
    await counted([line('pay_late')])
    const of = { accountId, transactionId: 'pay_late', provider: 'ASAAS' }
    await applyTransition(api.database.writer, { chargeId: id, to: 'APPROVED', cause: 'webhook', key: 'late', of })
    expect(await items()).toMatchObject([{ kind: 'missingHere', state: 'resolvedAutomatically', chargeId: id }])
  })

  it('when the next statement has it', async () => {
    const [one, two] = [await charge(), await charge()]
    expect(await counted([line(one.transactionId), line('x', { date: '03/01/2026' })])).toMatchObject({ items: 2 })
    expect(await counted([line(two.transactionId)])).toMatchObject({ items: 0 })
    expect(await items('&kind=missingThere')).toMatchObject([{ state: 'resolvedAutomatically', chargeId: two.id }])
  })

  it('when an operator says what it was, for good', async () => {
    const lines = [line('pay_other_shop')]
    await counted(lines)
    const [item] = await items()
    const resolve = (note?: string, key?: string) =>
      call('POST', `/items/${item.id}/resolve`, note === undefined ? {} : { note }, key)
    expect((await resolve()).statusCode).toBe(400)
    expect((await resolve('x', api.home.keys.seller)).statusCode).toBe(403)
    expect((await resolve('Of the old shop')).json()).toMatchObject({
      state: 'resolvedByHand',
      note: 'Of the old shop',
    })
    expect((await resolve('Again')).statusCode).toBe(409)
    expect(await counted(lines)).toMatchObject({ items: 0 })
    expect(await items()).toHaveLength(1)
    const rows = await api.database.writer
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `reconciliation/${item.id}`))
    expect(rows).toMatchObject([{ action: 'reconciliation.resolve', detail: { note: 'Of the old shop' } }])
  })
})

describe('a reading', () => {
  const db = () => api.database.writer
  it('that says what the charge cannot become, or knows nothing of it, differs; one that agrees ends it', async () => {
    const { id } = await charge()
    await noteReading(db(), id, { status: 'APPROVED' })
    expect(await items()).toEqual([])
    await noteReading(db(), id, { status: 'REFUNDED' })
    await noteReading(db(), id, { status: 'REFUNDED' })
    expect(await items()).toMatchObject([
      { kind: 'status', state: 'open', chargeId: id, ours: { status: 'APPROVED' }, theirs: { status: 'REFUNDED' } },
    ])
    await noteReading(db(), id, null)
    expect((await items('&state=open')).map(({ kind }: { kind: string }) => kind)).toEqual(['missingThere'])
    await noteReading(db(), id, { status: 'APPROVED' })
    expect(await items('&state=open')).toEqual([])
    expect(await items('&state=resolvedAutomatically')).toHaveLength(2)
  })

  it('settles no amount of a statement, and says nothing of a charge that was not paid', async () => {
    const { id, transactionId } = await charge()
    await counted([line(transactionId, { amount: '49,90' })])
    await noteReading(db(), id, { status: 'APPROVED' })
    expect(await items('&state=open')).toMatchObject([{ kind: 'amount' }])
    const waiting = await charge({ status: 'PENDING', paidAt: null })
    await noteReading(db(), waiting.id, null)
    expect(await items('&kind=missingThere')).toEqual([])
  })
})

describe('refused', () => {
  const good = () => ({
    file: new Blob([`${HEADING}\na;1,00;;;`]),
    providerAccountId: accountId,
    columns: JSON.stringify(COLUMNS),
  })
  const file = (part: string | Uint8Array<ArrayBuffer>) => ({ ...good(), file: new Blob([part]) })
  const left = async () => [
    ...(await api.database.writer
      .select()
      .from(reconciliationItems)
      .where(eq(reconciliationItems.providerAccountId, accountId))),
    ...(await api.database.writer.select().from(statementLines).where(eq(statementLines.providerAccountId, accountId))),
  ]
  it.each([
    [
      'a line that can be read in two ways',
      () => file(`${HEADING}\na;1.234;;;`),
      { path: '/file/2/amount', rule: 'unreadable', value: '1.234' },
    ],
    [
      'one bad line among good ones and empty ones',
      () => file(`${HEADING}\na;1,00;;;\n\nb;x;;;`),
      { path: '/file/4/amount', rule: 'unreadable', value: 'x' },
    ],
    [
      'a day that is none',
      () => file(`${HEADING}\na;1,00;;;31/02/2026`),
      { path: '/file/2/date', rule: 'unreadable', value: '31/02/2026' },
    ],
    ['a quotation without end', () => file(`${HEADING}\n"a;1,00`), { path: '/file', rule: 'openQuote' }],
    ['an empty file', () => file(''), { path: '/file', rule: 'empty' }],
    ['a picture', () => file(new Uint8Array([137, 80, 78, 71, 0, 255])), { path: '/file', rule: 'noTable' }],
    ['a file about no transaction', () => file(`${HEADING}\n;1,00;;;`), { path: '/file', rule: 'noTransaction' }],
    [
      'a column that is not there',
      () => ({ ...good(), columns: JSON.stringify({ ...COLUMNS, fee: 'Tarifas' }) }),
      { path: '/columns/fee', rule: 'column', value: 'Tarifas' },
    ],
    ['columns that are no JSON', () => ({ ...good(), columns: '{' }), { path: '/columns', rule: 'columns' }],
    ['no columns at all', () => ({ ...good(), columns: '' }), { path: '/columns', rule: 'required' }],
    ['no file', () => ({ ...good(), file: 'text' }), { path: '/file', rule: 'required' }],
    [
      "another platform's account",
      () => ({ ...good(), providerAccountId: '01890a5d-ac96-774b-bcce-b302099a8057' }),
      { path: '/providerAccountId', rule: 'account' },
    ],
  ])('%s', async (_, parts, error) => {
    const answer = await upload(parts())
    expect(answer.json(), answer.body).toMatchObject({ status: 422, code: 'rule_broken', errors: [error] })
    expect(await left()).toEqual([])
  })

  it('a seller, another kind of body, and more than 20 MB', async () => {
    expect((await upload(good(), api.home.keys.seller)).statusCode).toBe(403)
    const form = { payload: 'x', headers: { 'content-type': 'multipart/form-data; boundary=b' } }
    expect((await api.call(api.home.keys.operator, 'POST', `${PATH}/statements`, form)).statusCode).toBe(400)
    expect((await call('POST', '/statements', { file: 'x' })).statusCode).toBe(400)
    const tiny = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
    const many = { payload: `${tiny.repeat(12)}--b--\r\n`, headers: form.headers }
    const refused = await api.call(api.home.keys.operator, 'POST', `${PATH}/statements`, many)
    expect(refused.json()).toMatchObject({ status: 400, detail: 'The form has more than 10 parts' })
    const headed = tiny.replace('\r\n\r\n', `\r\n${'x: y\r\n'.repeat(1_000)}\r\n`)
    const wordy = { payload: `${headed}--b--\r\n`, headers: form.headers }
    expect((await api.call(api.home.keys.operator, 'POST', `${PATH}/statements`, wordy)).statusCode).toBe(400)
    const large = await upload({ ...good(), file: new Blob([Buffer.alloc(21 * 1024 * 1024, 'x')]) })
    expect(large.statusCode).toBe(413)
  })
})

it('one of Windows, with a hundred thousand lines, is read all the same', async () => {
  const { transactionId } = await charge()
  const lines = Array.from({ length: 99_999 }, (_, i) => `x${i};1,00;;Não sei;02/01/2026`)
  const text = [HEADING, line(transactionId), ...lines].join('\r\n')
  const file = new Blob([Buffer.from(text, 'latin1')])
  const answer = await upload({ file, providerAccountId: accountId, columns: JSON.stringify(COLUMNS) })
  expect(answer.json(), answer.body).toMatchObject({ rows: 100_000, matched: 1, items: 99_999 })
}, 600_000)
