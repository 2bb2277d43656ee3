/** A statement that names our movements by our own references, as the providers were given them. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { chargeAttempts, disbursementAttempts, disbursements } from '../../db/schema/index.ts'
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
const bring = (...lines: string[]) => taken(api, { accountId, columns: COLUMNS, lines })
const line = (id: string, amount = '50,00', date = '02/01/2026 12:00') => `${id};${amount};Recebida;${date}`

/** @returns the charge, and the reference of its only attempt. */
async function charge(transactionId: string | null) {
  const at = { provider: 'ASAAS', providerAccountId: accountId }
  const paid = transactionId === null ? {} : { ...at, transactionId, status: 'APPROVED' as const, paidAt: NOON }
  const { id } = await api.addCharge(api.home, paid)
  const attemptId = uuidv7()
  await api.database.writer.insert(chargeAttempts).values({
    ...at,
    id: attemptId,
    chargeId: id,
    number: 1,
    state: transactionId === null ? 'sending' : 'answered',
    outcome: transactionId === null ? null : 'created',
    transactionId,
  })
  return { id, attemptId, reference: attemptId.replaceAll('-', '') }
}

describe('a charge that a statement names by our reference', () => {
  it('is known, compared as its transaction, and missing in no statement', async () => {
    const { id, reference } = await charge('pay_known')
    expect(await bring(line(reference), line('x', '1,00', '03/01/2026'))).toMatchObject({ matched: 1, items: 1 })
    expect(await items()).toMatchObject([{ kind: 'missingHere', transactionId: 'x' }])
    expect(await bring(line(reference, '40,00'))).toMatchObject({ matched: 1, items: 1 })
    expect(await items()).toContainEqual(
      expect.objectContaining({ kind: 'amount', transactionId: 'pay_known', chargeId: id }),
    )
  })

  it('and whose transaction is unknown is missing here until it is known', async () => {
    const { id, attemptId, reference } = await charge(null)
    const other = await charge(null)
    expect(await bring(line(reference), line(other.reference))).toMatchObject({ matched: 0, items: 2 })
    await api.database.writer
      .update(chargeAttempts)
      .set({ transactionId: 'pay_found', state: 'answered', outcome: 'created' })
      .where(eq(chargeAttempts.id, attemptId))
    const of = { accountId, transactionId: 'pay_found', provider: 'ASAAS' }
    await applyTransition(api.database.writer, { chargeId: id, to: 'APPROVED', cause: 'webhook', key: 'found', of })
    const found = await items()
    expect(found).toContainEqual(
      expect.objectContaining({ transactionId: reference, state: 'resolvedAutomatically', chargeId: id }),
    )
    expect(found).toContainEqual(
      expect.objectContaining({ transactionId: other.reference, state: 'open', chargeId: null }),
    )
    const again = await bring(line(reference), line('x', '50,00', '03/01/2026'))
    expect(again).toMatchObject({ matched: 1 })
    expect((await items()).map(({ kind }: { kind: string }) => kind)).not.toContain('missingThere')
  })

  it('of another account is missing here', async () => {
    const { reference } = await charge('pay_elsewhere')
    accountId = (await api.addAccount(api.home, 'ASAAS')).id
    expect(await bring(line(reference))).toMatchObject({ matched: 0, items: 1 })
  })
})

it('a withdrawal that a statement names by our reference is missing here until its id at the provider is known', async () => {
  const id = uuidv7()
  const at = { provider: 'ASAAS', providerAccountId: accountId }
  const destination = { name: 'Ana', pixKey: '52998224725', pixType: 'CPF' as const }
  await api.database.writer.insert(disbursements).values({
    ...at,
    id,
    platformId: api.home.platformId,
    kind: 'withdrawal',
    amount: 1234,
    method: 'PIX',
    destination,
  })
  const reference = uuidv7().replaceAll('-', '')
  await api.database.writer
    .insert(disbursementAttempts)
    .values({ ...at, disbursementId: id, number: 1, reference, state: 'sending' })
  await bring(line(reference, '-12,34'))
  expect(await items()).toMatchObject([{ kind: 'missingHere', state: 'open' }])
  await api.database.sql`UPDATE disbursements SET external_id = 'tr_found' WHERE id = ${id}`
  expect(await items()).toMatchObject([{ state: 'resolvedAutomatically', withdrawalId: id }])
  expect(await bring(line(reference, '-12,34'))).toMatchObject({ matched: 1 })
})
