/** The exam that the platform gives: a good system passes it, each bad one fails the question about what is bad. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { exams } from '../../db/schema/index.ts'
import { EXAM_QUESTION_NAMES, EXAMS_PER_HOUR, type ExamQuestionName, SLOW_ANSWER_MS } from '../../domain/exam.ts'
import { testTwinOf } from '../../domain/mode.ts'
import { examWorkflowId } from '../../workflows/messages.ts'
import { type Flaw, type ReadCharge, startExaminedShop } from '../support/examined-shop.ts'
import { keepHistory } from '../support/histories.ts'
import { watchStalls } from '../support/stalls.ts'
import { startTestMode, type TestMode } from './testing.ts'

/** An exam is waited for as long as any other test may last. */
const LIMIT_MS = 300_000

let mode: TestMode
beforeAll(async () => {
  mode = await startTestMode()
})
afterAll(() => mode?.api.close())

/** Taken again where the machine stood still meanwhile: the system, which runs on it, was graded as slow for that. */
async function examine(flaw?: Flaw, hasState = true, read?: ReadCharge): ReturnType<typeof examineOnce> {
  const stalledFor = watchStalls()
  const examined = await examineOnce(flaw, hasState, read)
  return stalledFor() > SLOW_ANSWER_MS / 2 ? examine(flaw, hasState, read) : examined
}

/** Its secret is known once the endpoint is there, whose address it then has. */
async function examineOnce(flaw?: Flaw, hasState = true, read?: ReadCharge) {
  const { post, get, keys } = mode
  const made = (await post(keys.admin, '/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/', events: ['*'] })).json()
  const shop = await startExaminedShop(made.secret, flaw, read)
  await mode.api.call(keys.admin, 'PATCH', `/v1/webhook-endpoints/${made.id}`, { payload: { url: shop.url } })
  const stateUrl = hasState ? { stateUrl: shop.stateUrl.replace('{id}', 'charge-id') } : {}
  const begun = await post(keys.admin, '/v1/exams', { endpointId: made.id, ...stateUrl })
  expect(begun.statusCode, begun.body).toBe(201)
  const url = begun.headers.location as string
  await expect.poll(async () => (await get(keys.seller, url)).state, { timeout: 120_000 }).toBe('FINISHED')
  shop.close()
  await mode.api.database.sql`UPDATE exams SET created_at = now() - interval '2 hours'`
  return { exam: await get(keys.seller, url), shop }
}

it(
  'is under way though the answer to its start was lost',
  async () => {
    const { post, keys, api } = mode
    const { workflow } = api.app.temporal
    const start = workflow.start.bind(workflow)
    const lossy = vi.spyOn(workflow, 'start').mockImplementation((async (...args: Parameters<typeof start>) => {
      await start(...args)
      throw new Error('Temporal did not answer')
    }) as never)
    const endpoint = (
      await post(keys.admin, '/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/', events: ['*'] })
    ).json()
    const begun = await post(keys.admin, '/v1/exams', { endpointId: endpoint.id })
    lossy.mockRestore()
    expect(begun.statusCode, begun.body).toBe(201)
    const url = begun.headers.location as string
    await expect.poll(async () => (await mode.get(keys.seller, url)).state, { timeout: 120_000 }).not.toBe('RUNNING')
    await api.database.sql`UPDATE exams SET created_at = now() - interval '2 hours'`
  },
  LIMIT_MS,
)

it(
  'is passed by a good system, which hears only of what is no money, and is kept',
  async () => {
    const { exam, shop } = await examine()
    await keepHistory(mode.api.temporal, examWorkflowId(exam.id), 'exam-passed')
    expect(exam.grades.filter(({ passed }: { passed: boolean }) => !passed)).toEqual([])
    expect([exam.passed, exam.questions]).toEqual([EXAM_QUESTION_NAMES.length, EXAM_QUESTION_NAMES.length])
    expect(shop.arrived.length).toBeGreaterThan(10)
    for (const event of shop.arrived)
      expect(event).toMatchObject({ livemode: false, test: true, data: { livemode: false } })
    expect(await mode.idsAt(mode.keys.seller, '/v1/exams')).toContain(exam.id)
    expect(await mode.idsAt(mode.api.home.keys.admin, '/v1/exams')).not.toContain(exam.id)
  },
  LIMIT_MS,
)

it(
  'is passed by a system that believes no event and reads each charge, which is as it was told and in no list',
  async () => {
    const { api, keys, get, idsAt } = mode
    const answerOf = async (key: string, id: string) => api.call(key, 'GET', `/v1/charges/${id}`)
    const { exam, shop } = await examine(undefined, true, async (id) => {
      const answer = await answerOf(keys.seller, id)
      return answer.statusCode === 200 ? answer.json() : undefined
    })
    expect(exam.grades.filter(({ passed }: { passed: boolean }) => !passed)).toEqual([])
    expect(shop.reads).toHaveLength(12)
    const late = shop.reads.filter(({ charge, told }) => charge.status !== told.status)
    expect(late.map(({ charge, told }) => [charge.status, told.status])).toEqual([['APPROVED', 'PENDING']])
    for (const { charge, told } of shop.reads.filter((read) => !late.includes(read))) expect(charge).toEqual(told)
    const ids = [...new Set(shop.reads.map(({ told }) => String(told.id)))]
    const listed = [...(await idsAt(keys.seller, '/v1/charges')), ...(await idsAt(keys.seller, '/v1/charges?q=Bia'))]
    expect(listed.filter((id) => ids.includes(id))).toEqual([])
    expect((await get(keys.seller, '/v1/charges/totals')).total.count).toBe(0)
    const strangersTestKey = await mode.newTestKey('seller', api.other.keys.admin)
    for (const key of [api.home.keys.admin, strangersTestKey]) {
      expect((await answerOf(key, ids[0] as string)).statusCode).toBe(404)
    }
    const { payUrl, checkoutToken } = await get(keys.seller, `/v1/charges/${ids[0]}`)
    expect(payUrl).toContain(checkoutToken)
    const page = await api.app.inject({ url: `/v1/checkout/${checkoutToken}` })
    expect(page.json()).toMatchObject({ token: checkoutToken, status: 'APPROVED', amount: 1990, livemode: false })
  },
  LIMIT_MS,
)

it('keeps a forged or an old message from being true of its charge', async () => {
  const { keys, get, api } = mode
  const told = await api.database.sql<{ id: string; question: string }[]>`
    SELECT id, question FROM exam_charges WHERE question IN ('forgedEvent', 'oldEvent', 'plainSale') ORDER BY question`
  const states = await Promise.all(
    told.map(async ({ id, question }) => [question, (await get(keys.seller, `/v1/charges/${id}`)).status]),
  )
  expect(new Set(states.map(String))).toEqual(
    new Set(['forgedEvent,PENDING', 'oldEvent,PENDING', 'plainSale,APPROVED']),
  )
})

it.each([
  ['counts repeats', ['sameEventTwice', 'paidTwice']],
  ['breaks at repeats', ['sameEventTwice', 'answer']],
  ['last one wins', ['approvedBeforeCreated', 'unpaid']],
  ['expired stays expired', ['moneyAfterExpiry', 'unpaid']],
  ['needs a code', ['slowProvider', 'answer']],
  ['refuses what it has not sold', ['failedProvider', 'answer']],
  ['refuses unknown types', ['typeToCome', 'answer']],
  ['breaks at forgeries', ['forgedEvent', 'answer']],
  ['believes every signature', ['forgedEvent', 'answer']],
  ['has no clock', ['oldEvent', 'answer']],
] as const satisfies [Flaw, [ExamQuestionName, string]][])(
  'is failed by a system that %s',
  async (flaw, [question, fault]) => {
    const { exam } = await examine(flaw)
    const failed = exam.grades.filter(({ passed }: { passed: boolean }) => !passed)
    expect(failed).toEqual([expect.objectContaining({ question, fault, mend: expect.stringMatching(/\.$/) })])
    expect(exam.passed).toBe(EXAM_QUESTION_NAMES.length - 1)
  },
  LIMIT_MS,
)

it(
  'grades answers alone where no state is shown',
  async () => {
    expect((await examine('last one wins', false)).exam.passed).toBe(EXAM_QUESTION_NAMES.length)
  },
  LIMIT_MS,
)

it('is refused with a live key, of another endpoint, of a state elsewhere, and while one is under way', async () => {
  const { post, keys, api } = mode
  const endpointOf = async (key: string) =>
    (await post(key, '/v1/webhook-endpoints', { url: 'http://127.0.0.1:1/hooks', events: ['*'] })).json().id
  const live = await endpointOf(api.home.keys.admin)
  const test = await endpointOf(keys.admin)
  const begin = async (key: string, body: object) => (await post(key, '/v1/exams', body)).statusCode
  expect(await begin(api.home.keys.admin, { endpointId: live })).toBe(422)
  expect(await begin(keys.admin, { endpointId: live })).toBe(422)
  expect(await begin(keys.seller, { endpointId: test })).toBe(403)
  expect(await begin(keys.admin, { endpointId: test, stateUrl: 'http://127.0.0.1:2/charge-id' })).toBe(422)
  expect(await begin(keys.admin, { endpointId: test, stateUrl: 'http://127.0.0.1:1/x' })).toBe(422)
  const row = { platformId: testTwinOf(api.home.platformId), endpointId: test, url: 'x', createdBy: 'x' }
  await api.database.writer.insert(exams).values({ ...row, state: 'RUNNING' })
  expect(await begin(keys.admin, { endpointId: test })).toBe(409)
  await api.database.sql`UPDATE exams SET state = 'FAILED' WHERE state = 'RUNNING'`
  await api.database.writer
    .insert(exams)
    .values(Array.from({ length: EXAMS_PER_HOUR }, () => ({ ...row, state: 'FINISHED' as const })))
  const refused = await post(keys.admin, '/v1/exams', { endpointId: test })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
