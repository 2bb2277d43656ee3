/** Withdrawals above the platform's amount: nothing leaves before a second person, who did not ask for it, has approved it. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { giveApproval } from '../../db/queries/disbursement/approval.ts'
import { claimDisbursementAttempt } from '../../db/queries/disbursement/attempts.ts'
import { auditLog, disbursementAttempts, disbursements, platforms, sellerEvents, users } from '../../db/schema/index.ts'
import { disbursementWorkflowId, resolveSignal } from '../../workflows/messages.ts'
import { keepHistory } from '../support/histories.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'
import { PASSWORD } from './support.ts'

const PATIENCE = { timeout: 60_000 }
const PIX = { paymentMethod: 'PIX', amount: 100_001, pixKey: '529.982.247-25', pixType: 'CPF' }

const approveInRow = (disbursementId: string, personId: string, id: string) =>
  giveApproval(api.database.writer, { disbursementId, personId, id })

type Person = { id: string; cookie: string }

let api: ChargingApi
let account: string
let asker: Person
let approver: Person
beforeAll(async () => {
  api = await startChargingApi()
  account = (await api.connect('BRAVIVE', { priority: 1 })).id
  asker = await signedIn(api.home.emails.admin)
  approver = await signedIn(api.home.emails.operator)
  await change({ approvalAbove: 100_000 })
})
afterEach(() => change({ approvalAbove: 100_000 }))
afterAll(() => api?.close())

async function signedIn(email: string): Promise<Person> {
  const cookie = await api.signIn(email)
  const { id } = (await api.call(null, 'GET', '/v1/me', { headers: { cookie } })).json()
  return { id, cookie }
}
async function newOperator(email: string): Promise<Person> {
  const payload = { name: 'Ana', email, password: PASSWORD, role: 'operator' }
  await api.call(api.home.keys.admin, 'POST', '/v1/users', { payload })
  return signedIn(email)
}
const change = async (payload: object) => {
  const answer = await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const withdraw = (changes: object = {}, { cookie }: Pick<Person, 'cookie'> = asker) =>
  api.call(null, 'POST', '/v1/withdrawals', { headers: { cookie }, payload: { ...PIX, ...changes } })
const waiting = async (changes: object = {}): Promise<string> => {
  const answer = await withdraw(changes)
  expect(answer.statusCode, answer.body).toBe(202)
  return answer.json().id
}
const operate = (id: string, action: string, payload: object | undefined, headers: Record<string, string>) =>
  api.call(null, 'POST', `/v1/operations/withdrawal%2F${id}/${action}`, { headers, payload })
const approve = (id: string, { cookie }: Pick<Person, 'cookie'> = approver) =>
  operate(id, 'resolve', { outcome: 'approved' }, { cookie })
const get = async (path: string) => (await api.call(api.home.keys.operator, 'GET', path)).json()
const read = (id: string) => get(`/v1/withdrawals/${id}`)
const happened = async (id: string): Promise<string[]> => {
  const { data } = await get(`/v1/withdrawals/${id}/events`)
  return data.map(({ type, to }: { type: string; to: string | null }) => to ?? type)
}
/** How often the provider was asked for it. */
const sent = async (disbursementId: string) => {
  const attempts = await api.database.writer
    .select({ reference: disbursementAttempts.reference })
    .from(disbursementAttempts)
    .where(eq(disbursementAttempts.disbursementId, disbursementId))
  const ours = new Set(attempts.map(({ reference }) => reference))
  type Requests = { data: { reference: string; count: number }[] }
  const { data } = await api.control<Requests>('GET', '/requests?provider=BRAVIVE')
  return data.reduce((sum, { reference, count }) => sum + (ours.has(reference) ? count : 0), 0)
}

describe('a withdrawal above the amount', () => {
  it('waits where operators look, and is sent once another user has approved it', async () => {
    await api.call(api.home.keys.admin, 'POST', '/v1/webhook-endpoints', {
      payload: { url: 'http://127.0.0.1:1/hook', events: ['*'] },
    })
    const id = await waiting()
    expect(await read(id)).toMatchObject({
      status: 'PENDING',
      attention: 'awaitsApproval',
      withdrawId: null,
      approval: { state: 'awaited', requestedBy: asker.id, approvedBy: null },
    })
    const { approval, createdAt } = await read(id)
    expect(Date.parse(approval.dueAt) - Date.parse(createdAt)).toBe(72 * 60 * 60 * 1000)
    const { data, atStake } = await get('/v1/attention')
    const awaited = { id, kind: 'withdrawal', attentionReasons: ['awaitsApproval'], amount: 100_001 }
    expect(data).toContainEqual(expect.objectContaining({ ...awaited, createdByUser: api.home.emails.admin }))
    expect(atStake).toEqual([{ currency: 'BRL', amount: 100_001 }])
    expect(await sent(id)).toBe(0)

    const answer = await approve(id)
    expect(answer.json()).toMatchObject({ operation: 'resolve', became: 'carriedOut' })
    await expect.poll(async () => (await read(id)).withdrawId, PATIENCE).not.toBeNull()
    const { withdrawId } = await read(id)
    await api.control('POST', `/withdrawals/BRAVIVE/${withdrawId}/settle`)
    await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('APPROVED')
    await keepHistory(api.temporal, disbursementWorkflowId('withdrawal', id), 'withdrawal-approved-and-paid')
    expect(await read(id)).toMatchObject({ attention: null, approval: { state: 'given', approvedBy: approver.id } })
    expect(await happened(id)).toEqual([
      'requested',
      'needsAttention',
      'operatorApproved',
      'sent',
      'answered',
      'APPROVED',
    ])
    expect(await sent(id)).toBe(1)
    const noted = await api.database.writer
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `withdrawal/${id}`))
    expect(noted.map(({ actor, action, detail }) => ({ actor, action, detail }))).toEqual([
      { actor: api.home.emails.admin, action: 'withdrawal.create', detail: { amount: 100_001, currency: 'BRL' } },
      { actor: api.home.emails.operator, action: 'resolve', detail: { outcome: 'approved', amount: 100_001 } },
    ])
    const told = await api.database.writer.select().from(sellerEvents).where(eq(sellerEvents.subjectId, id))
    expect(told.map(({ type, sequence }) => [sequence, type]).toSorted()).toEqual([
      [1, 'withdrawal.pending'],
      [2, 'withdrawal.approved'],
    ])
  })

  it('is one above it: the amount itself needs no approval, and without a threshold no amount does', async () => {
    expect((await withdraw({ amount: 100_000 })).json()).toMatchObject({ approval: null })
    await change({ approvalAbove: null })
    expect((await withdraw({ amount: 9_000_000 })).json()).toMatchObject({ approval: null })
    await change({ approvalAbove: 0 })
    expect((await withdraw({ amount: 1 })).json()).toMatchObject({ approval: { state: 'awaited' } })
  })

  it.each([{ approvalAbove: 1 }, { approvalAbove: 999_999 }, { approvalAbove: null }, { approvalHours: 1 }])(
    'waits as it was asked for, whatever the platform sets later: %j',
    async (setting) => {
      const id = await waiting()
      const { approval } = await read(id)
      await change(setting)
      await change({ approvalHours: 72 })
      expect(await read(id)).toMatchObject({ approval, attention: 'awaitsApproval' })
      expect(await sent(id)).toBe(0)
      expect((await approve(id)).json()).toMatchObject({ became: 'carriedOut' })
    },
  )

  it('is cancelled by any operator, a key too, and by the operator who asked for it', async () => {
    for (const headers of [{ authorization: `Bearer ${api.home.keys.operator}` }, { cookie: asker.cookie }]) {
      const id = await waiting()
      expect((await operate(id, 'cancel', undefined, headers)).json()).toMatchObject({ became: 'carriedOut' })
      await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('CANCELED')
      expect((await approve(id)).statusCode).toBe(409)
      expect(await sent(id)).toBe(0)
    }
  })

  it('that no operator approves in time is cancelled, in words', async () => {
    await api.database.writer.update(platforms).set({ approvalHours: 0 })
    const { id } = (await withdraw()).json()
    await api.database.writer.update(platforms).set({ approvalHours: 72 })
    await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('CANCELED')
    expect(await read(id)).toMatchObject({ failureMessage: 'Ninguém aprovou o saque em 0 horas', attention: null })
    expect((await approve(id)).statusCode).toBe(409)
    expect(await sent(id)).toBe(0)
    const told = await api.database.writer.select().from(sellerEvents).where(eq(sellerEvents.subjectId, id))
    expect(told.map(({ type }) => type)).toContain('withdrawal.canceled')
  })
})

describe('an approval', () => {
  it('is not for one’s own request, nor a key’s, nor a seller’s, nor of another platform', async () => {
    const id = await waiting()
    const seller = await signedIn(api.home.emails.seller)
    const stranger = await signedIn(api.other.emails.operator)
    const refused = { outcome: 'approved' }
    expect((await approve(id, asker)).statusCode).toBe(403)
    expect((await approve(id, seller)).statusCode).toBe(403)
    expect((await approve(id, stranger)).statusCode).toBe(404)
    for (const key of [api.home.keys.operator, api.home.keys.admin]) {
      expect((await operate(id, 'resolve', refused, { authorization: `Bearer ${key}` })).statusCode).toBe(403)
    }
    const tooMuch = await operate(id, 'resolve', { ...refused, status: 'APPROVED' }, { cookie: approver.cookie })
    expect(tooMuch.statusCode).toBe(422)
    expect(await read(id)).toMatchObject({ approval: { state: 'awaited' }, attention: 'awaitsApproval' })
    expect(await sent(id)).toBe(0)
  })

  it('is not given by the maker of the key that asked, nor by that key', async () => {
    const { key } = (
      await api.call(null, 'POST', '/v1/api-keys', {
        headers: { cookie: asker.cookie },
        payload: { name: 'payroll', role: 'operator' },
      })
    ).json()
    const asked = await api.call(key, 'POST', '/v1/withdrawals', { payload: PIX })
    const { id, approval } = asked.json()
    expect(approval).toMatchObject({ requestedBy: asker.id })
    expect((await approve(id, asker)).statusCode).toBe(403)
    expect((await operate(id, 'resolve', { outcome: 'approved' }, { authorization: `Bearer ${key}` })).statusCode).toBe(
      403,
    )
    expect((await approve(id)).json()).toMatchObject({ became: 'carriedOut' })
  })

  it('is given once, however many give it at once', async () => {
    const id = await waiting()
    const others = await Promise.all(['um', 'dois', 'tres'].map((name) => newOperator(`${name}@home.example`)))
    const answers = await Promise.all([approver, ...others, approver].map((person) => approve(id, person)))
    expect(answers.filter((answer) => answer.json().became === 'carriedOut')).toHaveLength(1)
    await expect.poll(async () => (await read(id)).withdrawId, PATIENCE).not.toBeNull()
    expect(await sent(id)).toBe(1)
    expect((await happened(id)).filter((type) => type === 'operatorApproved')).toHaveLength(1)
  })

  it.each([
    ['demoted', { role: 'seller' }],
    ['disabled', { disabled: true }],
  ] as const)(
    'counts only from an operator who may give it: not from one who was %s while it was under way',
    async (_, become) => {
      const id = await waiting()
      const person = await newOperator(`${Object.keys(become)[0]}@home.example`)
      await api.database.writer.update(users).set(become).where(eq(users.id, person.id))
      const given = await approveInRow(id, person.id, 'late')
      expect(given.outcome).toBe('notAllowed')
      expect((await approve(id, person)).statusCode).toBeGreaterThanOrEqual(401)
      expect(await read(id)).toMatchObject({ approval: { state: 'awaited' }, attention: 'awaitsApproval' })
    },
  )

  it('stands also where the operator who asked for it may meanwhile ask no more: it is about the money', async () => {
    const gone = await newOperator('gone@home.example')
    const { id } = (await withdraw({}, gone)).json()
    await api.database.writer.update(users).set({ disabled: true, role: 'seller' }).where(eq(users.id, gone.id))
    expect((await approveInRow(id, gone.id, 'own')).outcome).toBe('notAllowed')
    expect((await approve(id)).json()).toMatchObject({ became: 'carriedOut' })
  })

  it('is of withdrawals only', async () => {
    const { id } = await api.addMadeCharge(api.home)
    for (const workflow of [`charge%2F${id}`, `refund%2F${id}`, `receiver%2F${id}`]) {
      const answer = await api.call(null, 'POST', `/v1/operations/${workflow}/resolve`, {
        headers: { cookie: approver.cookie },
        payload: { outcome: 'approved' },
      })
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/outcome' }] })
    }
  })
})

describe('while it waits', () => {
  it('nothing else sends it: no other decision, no signal, no repeat, no higher amount', async () => {
    const withdrawReference = 'folha-12/2026'
    const id = await waiting({ withdrawReference })
    const { cookie } = approver
    expect((await operate(id, 'retry', undefined, { cookie })).statusCode).toBe(409)
    for (const outcome of ['created', 'notCreated']) {
      expect((await operate(id, 'resolve', { outcome }, { cookie })).statusCode).toBe(409)
    }
    const handle = api.temporal.workflow.getHandle(disbursementWorkflowId('withdrawal', id))
    await handle.signal(resolveSignal, { outcome: 'approved', personId: approver.id } as never)
    await handle.signal(resolveSignal, { outcome: 'created' })
    await expect
      .poll(() => happened(id), PATIENCE)
      .toEqual(['requested', 'needsAttention', 'decisionVoid', 'decisionVoid'])
    expect((await withdraw({ withdrawReference })).json()).toMatchObject({ id, approval: { state: 'awaited' } })
    expect((await withdraw({ withdrawReference, amount: 900_000 })).statusCode).toBe(409)
    expect(await read(id)).toMatchObject({ amount: 100_001, approval: { state: 'awaited' } })
    expect(await sent(id)).toBe(0)
  })

  it('the database lets no attempt begin', async () => {
    const id = await waiting()
    const { createdAt: madeAt } = await read(id)
    const sent = { number: 1, accountId: account, provider: 'BRAVIVE', reference: 'r', createdAt: madeAt }
    const claim = { by: 'run', keysVersion: 1, sealedJournal: null, repeatable: true, refundedBefore: null, madeAt }
    const claiming = () => claimDisbursementAttempt(api.database.writer, { id, disbursementId: id, ...sent }, claim)
    expect(await claiming()).toBe(false)
    const own = { approval: 'given' as const, approvedBy: asker.id }
    const byHand = api.database.writer.update(disbursements).set(own).where(eq(disbursements.id, id))
    await expect(byHand).rejects.toThrow()
    await approveInRow(id, approver.id, 'direct')
    expect(await claiming()).toBe(true)
  })

  it('its workflow may be lost: the approval takes it up again, and it is sent once', async () => {
    const id = await waiting()
    await api.temporal.workflow.getHandle(disbursementWorkflowId('withdrawal', id)).terminate()
    expect((await approve(id)).json()).toMatchObject({ became: 'carriedOut' })
    await expect.poll(async () => (await read(id)).withdrawId, PATIENCE).not.toBeNull()
    expect(await sent(id)).toBe(1)
    expect(await read(id)).toMatchObject({ attention: null, approval: { state: 'given', approvedBy: approver.id } })
  })
})
