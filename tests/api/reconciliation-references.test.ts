/** A statement that names our movements by our own references, as the providers were given them. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentId } from '../../db/attempt-ids.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { chargeAttempts, disbursementAttempts, disbursements, payments } from '../../db/schema/index.ts'
import type { ChargeStatus } from '../../domain/charge.ts'
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

  describe('and whose transaction is unknown is missing here', () => {
    const learns = (attemptId: string, transactionId: string) =>
      api.database.writer
        .update(chargeAttempts)
        .set({ transactionId, state: 'answered', outcome: 'created' })
        .where(eq(chargeAttempts.id, attemptId))
    const becomes = (chargeId: string, to: ChargeStatus, transactionId: string) =>
      applyTransition(api.database.writer, {
        chargeId,
        to,
        cause: 'webhook',
        key: to,
        of: { accountId, transactionId, provider: 'ASAAS' },
      })
    const stateOf = async (name: string) =>
      (await items()).find(({ transactionId }: { transactionId: string }) => transactionId === name)

    it('until it is known and paid', async () => {
      const { id, attemptId, reference } = await charge(null)
      const other = await charge(null)
      expect(await bring(line(reference), line(other.reference))).toMatchObject({ matched: 0, items: 2 })
      await learns(attemptId, 'pay_found')
      expect(await stateOf(reference)).toMatchObject({ state: 'open', chargeId: id, resolvedAt: null })
      await becomes(id, 'APPROVED', 'pay_found')
      expect(await stateOf(reference)).toMatchObject({ state: 'resolvedAutomatically', chargeId: id })
      expect(await stateOf(other.reference)).toMatchObject({ state: 'open', chargeId: null })
      const again = await bring(line(reference), line('x', '50,00', '03/01/2026'))
      expect(again).toMatchObject({ matched: 1 })
      expect((await items()).map(({ kind }: { kind: string }) => kind)).not.toContain('missingThere')
    })

    it('while another amount was paid; the next statement calls it another amount, of the transaction', async () => {
      const { id, attemptId, reference } = await charge(null)
      await bring(line(reference, '40,00'))
      await learns(attemptId, 'pay_less')
      await becomes(id, 'APPROVED', 'pay_less')
      expect(await items()).toMatchObject([{ kind: 'missingHere', state: 'open' }])
      await bring(line(reference, '40,00'))
      expect(await stateOf(reference)).toMatchObject({ state: 'resolvedAutomatically' })
      expect(await stateOf('pay_less')).toMatchObject({ kind: 'amount', state: 'open', chargeId: id })
    })

    it('until the amount that was paid is taken', async () => {
      const { id, attemptId, reference } = await charge(null)
      await bring(line(reference, '40,00'))
      await learns(attemptId, 'pay_taken')
      await becomes(id, 'APPROVED', 'pay_taken')
      await api.database.sql`UPDATE payments SET amount = 4000 WHERE charge_id = ${id}`
      expect(await stateOf(reference)).toMatchObject({ state: 'resolvedAutomatically', chargeId: id })
    })

    it('until as much went back as the statement says', async () => {
      const { id, attemptId, reference } = await charge(null)
      await bring(line(reference), `${reference};-50,00;Estornada;03/01/2026 12:00`)
      expect(await items()).toMatchObject([{ kind: 'missingHere', theirs: { amount: 5000, status: 'REFUNDED' } }])
      await learns(attemptId, 'pay_back')
      await becomes(id, 'APPROVED', 'pay_back')
      expect(await stateOf(reference)).toMatchObject({ state: 'open' })
      await becomes(id, 'REFUNDED', 'pay_back')
      expect(await stateOf(reference)).toMatchObject({ state: 'resolvedAutomatically' })
    })

    it('until its attempt, which a failover lost, is written again with its answer', async () => {
      const { id, attemptId, reference } = await charge('pay_lost')
      const { writer } = api.database
      const [row] = await writer.delete(chargeAttempts).where(eq(chargeAttempts.id, attemptId)).returning()
      await bring(line(reference))
      expect(await items()).toMatchObject([{ kind: 'missingHere', state: 'open' }])
      if (row) await writer.insert(chargeAttempts).values(row)
      expect(await items()).toMatchObject([{ state: 'resolvedAutomatically', chargeId: id }])
    })

    it.each(['our reference', 'the provider’s id'])(
      'until a statement has it by %s, whatever was missed before',
      async (name) => {
        const { attemptId, reference } = await charge(null)
        await bring(line(reference))
        await learns(attemptId, 'pay_missed')
        expect(await stateOf(reference)).toMatchObject({ state: 'open' })
        await bring(line(name === 'our reference' ? reference : 'pay_missed'))
        expect(await stateOf(reference)).toMatchObject({ state: 'resolvedAutomatically' })
        expect(await stateOf('pay_missed')).toMatchObject({ kind: 'status', state: 'open' })
      },
    )
  })

  it('of another account is missing here', async () => {
    const { reference } = await charge('pay_elsewhere')
    accountId = (await api.addAccount(api.home, 'ASAAS')).id
    expect(await bring(line(reference))).toMatchObject({ matched: 0, items: 1 })
  })
})

it('a payment that becomes known stays missing here while it is unpaid, or of another amount', async () => {
  const of = { accountId, transactionId: 'pay_new', provider: 'ASAAS' }
  await bring(line('pay_new'), line('pay_dear', '49,90'))
  for (const transactionId of ['pay_new', 'pay_dear']) {
    const { id: chargeId } = await api.addCharge(api.home)
    const id = paymentId(chargeId, accountId, transactionId)
    const payment = { id, chargeId, transactionId, provider: 'ASAAS', providerAccountId: accountId, amount: 5000 }
    await api.database.writer.insert(payments).values(payment)
    expect(await itemsOf(api, accountId, '&state=open')).toContainEqual(expect.objectContaining({ transactionId }))
    const news = { chargeId, to: 'APPROVED', cause: 'webhook', key: 'paid' } as const
    await applyTransition(api.database.writer, { ...news, of: { ...of, transactionId } })
  }
  expect(await itemsOf(api, accountId, '&state=open')).toMatchObject([{ transactionId: 'pay_dear' }])
})

describe('a withdrawal that a statement names by our reference', () => {
  async function withdrawal() {
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
    return { id, reference }
  }

  it('is missing here until its id at the provider is known, and it is paid', async () => {
    const { id, reference } = await withdrawal()
    await bring(line(reference, '-12,34'))
    expect(await items()).toMatchObject([{ kind: 'missingHere', state: 'open', withdrawalId: null }])
    await api.database.sql`UPDATE disbursements SET external_id = 'tr_found' WHERE id = ${id}`
    expect(await items()).toMatchObject([{ kind: 'missingHere', state: 'open', withdrawalId: id, resolvedAt: null }])
    await api.database.sql`UPDATE disbursements SET status = 'APPROVED', approved_at = now() WHERE id = ${id}`
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically', withdrawalId: id }])
    expect(await bring(line(reference, '-12,34'))).toMatchObject({ matched: 1 })
  })

  it.each([
    ['another amount', ['-12,00;Recebida;02/01/2026 12:00'], ['amount']],
    ['money that came back', ['-12,34;Recebida;02/01/2026 12:00', '12,34;Devolvida;03/01/2026 12:00'], ['status']],
    ['a refusal', ['-12,34;Recusada;02/01/2026 12:00'], ['status']],
  ])('stays missing here where it says %s, until a statement says so of the provider’s id', async (_, said, kinds) => {
    const { id, reference } = await withdrawal()
    const lines = said.map((rest) => `${reference};${rest}`)
    await bring(...lines)
    const paid = { externalId: 'tr_other', status: 'APPROVED', approvedAt: NOON } as const
    await api.database.writer.update(disbursements).set(paid).where(eq(disbursements.id, id))
    expect(await items()).toMatchObject([{ kind: 'missingHere', state: 'open' }])
    await bring(...lines)
    const open = await itemsOf(api, accountId, '&state=open')
    expect(open.map(({ kind }: { kind: string }) => kind)).toEqual(kinds)
    expect(open).toMatchObject([{ transactionId: 'tr_other', withdrawalId: id }])
  })
})
