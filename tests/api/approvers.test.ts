/** Who approves a withdrawal: an operator of its platform, wherever their sign-in is at home, and in test mode, too. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { setMembership } from '../../db/queries/access/memberships.ts'
import { giveApproval } from '../../db/queries/disbursement/approval.ts'
import { auditLog, platforms } from '../../db/schema/index.ts'
import { testTwinOf } from '../../domain/mode.ts'
import { cancelSignal, disbursementWorkflowId } from '../../workflows/messages.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

const PIX = { paymentMethod: 'PIX', amount: 100_001, pixKey: '529.982.247-25', pixType: 'CPF' }

let api: ChargingApi
let asker: Signed
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('BRAVIVE')
  asker = await signedIn(api.home.emails.admin)
})
afterAll(() => api?.close())

interface Signed {
  id: string
  ask: (method: string, path: string, payload?: object) => ReturnType<ChargingApi['call']>
}

async function signedIn(email: string): Promise<Signed> {
  const cookie = await api.signIn(email)
  const ask: Signed['ask'] = (method, path, payload) => api.call(null, method, path, { headers: { cookie }, payload })
  return { id: (await ask('GET', '/v1/me')).json().id, ask }
}

/** One that waits for its approval. @param prefix of the address: whose, and in which mode. */
async function waiting(platformId: string, prefix = ''): Promise<string> {
  await api.database.writer.update(platforms).set({ approvalAbove: 100_000 }).where(eq(platforms.id, platformId))
  const asked = await asker.ask('POST', `${prefix}/v1/withdrawals`, PIX)
  expect(asked.json(), asked.body).toMatchObject({ approval: { state: 'awaited' } })
  return asked.json().id
}

const approve = ({ ask }: Signed, id: string, prefix = '', shown: Record<string, string> = {}) => {
  const query = new URLSearchParams(shown)
  return ask('POST', `${prefix}/v1/operations/withdrawal%2F${id}/resolve?${query}`, { outcome: 'approved' })
}

describe('an approval', () => {
  it('is a member’s, who is an operator there, whatever they are at home', async () => {
    const { platformId } = api.home
    const id = await waiting(platformId)
    const member = await signedIn(api.other.emails.admin)
    const join = (role: 'seller' | 'operator') =>
      setMembership(api.database.writer, { userId: member.id, platformId, role })
    await join('seller')
    expect((await approve(member, id, `/p/${platformId}`)).statusCode).toBe(403)
    const early = { disbursementId: id, personId: member.id, id: 'as a seller' }
    expect((await giveApproval(api.database.writer, early)).outcome).toBe('notAllowed')
    await join('operator')
    const approved = await approve(member, id, `/p/${platformId}`)
    expect(approved.json(), approved.body).toMatchObject({ became: 'carriedOut' })
  })

  it('is of what was shown: nothing is done where something else waits by now', async () => {
    const id = await waiting(api.home.platformId)
    const read = async () => (await asker.ask('GET', `/v1/withdrawals/${id}`)).json()
    await expect.poll(async () => (await read()).attention, { timeout: 60_000 }).toBe('awaitsApproval')
    const { updatedAt, attention: shown } = await read()
    const operator = await signedIn(api.home.emails.operator)
    for (const other of [{ updatedAt: '2020-01-01T00:00:00Z' }, { shown: '' }, { shown: `${shown},unknownOutcome` }])
      expect((await approve(operator, id, '', other)).statusCode, JSON.stringify(other)).toBe(409)
    expect(await read()).toMatchObject({ status: 'PENDING', approval: { state: 'awaited', approvedBy: null } })
    const approved = await approve(operator, id, '', { shown, updatedAt })
    expect(approved.json(), approved.body).toMatchObject({ became: 'carriedOut' })
  })

  it('is of a test withdrawal, too', async () => {
    // The first who asks in test mode has the twin made.
    await asker.ask('GET', '/test/v1/charges')
    const id = await waiting(testTwinOf(api.home.platformId), '/test')
    const approved = await approve(await signedIn(api.home.emails.operator), id, '/test')
    expect(approved.json(), approved.body).toMatchObject({ became: 'carriedOut' })
  })
  it('is known beforehand to be needed, from what amount on, in live data and in test data', async () => {
    await asker.ask('GET', '/test/v1/charges')
    const { platformId } = api.home
    const above = async (id: string, approvalAbove: number | null) =>
      api.database.writer.update(platforms).set({ approvalAbove }).where(eq(platforms.id, id))
    const known = async (prefix: string) => (await asker.ask('GET', `${prefix}/v1/me`)).json().platform.approvalAbove
    await above(platformId, 70_000)
    await above(testTwinOf(platformId), null)
    expect([await known(''), await known('/test')]).toEqual([70_000, null])
    await above(testTwinOf(platformId), 0)
    expect([await known(''), await known('/test')]).toEqual([70_000, 0])
  })
  it('is late by the database’s clock, whatever a worker’s says', async () => {
    const disbursementId = await waiting(api.home.platformId)
    const { id: personId } = await signedIn(api.home.emails.operator)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * 3_600_000 })
    const approval = { disbursementId, personId, id: 'by a clock that is ahead' }
    const given = giveApproval(api.database.writer, approval).finally(() => vi.useRealTimers())
    expect(await given).toMatchObject({ outcome: 'given' })
  })
})

it('a cancel from Temporal’s own tools while one waits for its approval is in the audit log, as one from here is', async () => {
  const { platformId } = api.home
  const noted = async (id: string) => {
    const rows = await api.database.writer
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `withdrawal/${id}`))
    return rows.filter(({ action }) => action === 'cancel').map(({ actor, detail }) => ({ actor, detail }))
  }
  const statusOf = async (id: string) => (await asker.ask('GET', `/v1/withdrawals/${id}`)).json().status
  const signalled = await waiting(platformId)
  await api.temporal.workflow.getHandle(disbursementWorkflowId('withdrawal', signalled)).signal(cancelSignal)
  await expect.poll(() => statusOf(signalled), { timeout: 60_000 }).toBe('CANCELED')
  await expect
    .poll(() => noted(signalled), { timeout: 60_000 })
    .toEqual([{ actor: 'Temporal', detail: { became: 'carriedOut' } }])
  const here = await waiting(platformId)
  expect((await asker.ask('POST', `/v1/operations/withdrawal%2F${here}/cancel`)).json().became).toBe('carriedOut')
  expect(await noted(here)).toMatchObject([{ actor: api.home.emails.admin }])
})
