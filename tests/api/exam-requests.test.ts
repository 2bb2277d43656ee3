/** The exam of a seller's own requests: a good system passes it, each bad one fails the question about what is bad. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { examWorkflowId } from '../../workflows/messages.ts'
import { keepHistory } from '../support/histories.ts'
import { NEW_CHARGE } from './charging.ts'
import { startTestMode, type TestMode } from './testing.ts'

let mode: TestMode
beforeAll(async () => {
  mode = await startTestMode()
  // Shorter than the fake provider is slow, and that is shorter than a provider is waited for.
  mode.api.app.creationWaitMs = 1_500
})
afterAll(() => mode?.api.close())

type Flaw = 'new key' | 'no key' | 'asks once' | 'charges again' | 'looks away' | 'gives up'

/** A seller's system that charges for one order. @returns the charge's id. */
async function charge(orderId: string, flaw?: Flaw): Promise<string> {
  const ask = (key: string) =>
    mode.api.call(mode.keys.seller, 'POST', '/v1/charges', {
      payload: { ...NEW_CHARGE, orderId },
      headers: flaw === 'no key' ? {} : { 'idempotency-key': key },
    })
  let answer = await ask(orderId)
  while (answer.statusCode === 503 && flaw !== 'asks once')
    answer = await ask(flaw === 'new key' ? `${orderId}!` : orderId)
  const { id } = answer.json()
  const isTaken = answer.statusCode < 300
  if (isTaken && flaw === 'charges again') await ask(`${orderId}!`)
  if (isTaken && flaw !== 'looks away') await mode.get(mode.keys.seller, `/v1/charges/${id}`)
  return id
}

let orders = 0
async function examine(flaws: readonly (Flaw | undefined)[], { isPatient = true, stateUrl = '' } = {}) {
  const { post, get, keys, api } = mode
  const url = stateUrl || 'http://127.0.0.1:9/'
  const endpoint = (await post(keys.admin, '/v1/webhook-endpoints', { url, events: ['*'] })).json()
  const body = { kind: 'requests', endpointId: endpoint.id, ...(stateUrl ? { stateUrl: `${stateUrl}/charge-id` } : {}) }
  const begun = await post(keys.admin, '/v1/exams', body)
  expect(begun.statusCode, begun.body).toBe(201)
  const path = begun.headers.location as string
  const made: string[] = []
  for (const flaw of flaws) {
    orders += 1
    made.push(await charge(`order-${orders}`, flaw))
  }
  if (!isPatient)
    await api.database.sql`UPDATE exams SET created_at = now() - interval '6 minutes' WHERE state = 'RUNNING'`
  await expect.poll(async () => (await get(keys.seller, path)).state, { timeout: 120_000 }).toBe('FINISHED')
  await api.database.sql`UPDATE exams SET created_at = now() - interval '2 hours'`
  await api.call(keys.admin, 'DELETE', `/v1/webhook-endpoints/${endpoint.id}`)
  return { exam: await get(keys.seller, path), made }
}

const NAMES = ['lostAnswer', 'slowCreation', 'failedCreation']
const faultsOf = ({ grades }: { grades: { question: string; fault: string | null }[] }) =>
  Object.fromEntries(grades.map(({ question, fault }) => [question, fault]))

it('is passed by a system that repeats under the same key and follows what is under way; there is one charge for each order', async () => {
  const before = orders
  const { exam, made } = await examine([undefined, undefined, undefined])
  await keepHistory(mode.api.temporal, examWorkflowId(exam.id), 'exam-of-requests')
  expect(faultsOf(exam)).toEqual({ lostAnswer: null, slowCreation: null, failedCreation: null })
  expect([exam.kind, exam.passed, exam.questions]).toEqual(['requests', 3, 3])
  const [lost, slow, failed] = exam.grades.map(({ answers }: { answers: { status: number }[] }) =>
    answers.map(({ status }) => status),
  )
  // The wait is short here: on a busy machine a request is not begun within it, or its repeat is answered without a code.
  expect(lost.join()).toMatch(/^503,(503,)*20[12]$/)
  for (const answers of [slow, failed]) expect(answers.join()).toMatch(/^(202|(503,)+20[12])$/)
  for (const [index, id] of made.entries()) {
    expect(await mode.idsAt(mode.keys.seller, `/v1/charges?orderId=order-${before + index + 1}`)).toEqual([id])
    await expect
      .poll(async () => (await mode.get(mode.keys.seller, `/v1/charges/${id}`)).transactionId, { timeout: 60_000 })
      .not.toBeNull()
  }
}, 180_000)

it.each([
  ['new key', 'lostAnswer', 'otherKey'],
  ['no key', 'lostAnswer', 'noKey'],
  ['charges again', 'slowCreation', 'otherKey'],
  ['charges again', 'failedCreation', 'otherKey'],
] as const)(
  'is failed by a system that, with flaw "%s", meets %s',
  async (flaw, question, fault) => {
    const flaws = NAMES.map((name) => (name === question ? flaw : undefined))
    const { exam } = await examine(flaws)
    expect(faultsOf(exam)).toEqual({ lostAnswer: null, slowCreation: null, failedCreation: null, [question]: fault })
    const grade = exam.grades.find((one: { question: string }) => one.question === question)
    expect(grade.mend).toMatch(/\.$/)
  },
  180_000,
)

it('what is never done is failed once the time is over: a repeat, a look, an order', async () => {
  const { exam } = await examine(['asks once', 'looks away'], { isPatient: false })
  expect(faultsOf(exam)).toEqual({
    lostAnswer: 'notRepeated',
    slowCreation: 'notFollowed',
    failedCreation: 'notAsked',
  })
}, 180_000)

it('is failed by a system that gives up what can still be paid', async () => {
  const shop = createServer((_, response) => void response.end('{ "status": "REJECTED" }'))
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const stateUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const { exam } = await examine([undefined, undefined, undefined], { stateUrl })
  shop.close()
  expect(faultsOf(exam)).toEqual({ lostAnswer: 'givenUp', slowCreation: 'givenUp', failedCreation: 'givenUp' })
}, 180_000)

it('leaves alone what no test key asks for, and what comes after its three orders', async () => {
  const { exam } = await examine([undefined, undefined, undefined, undefined])
  expect(exam.grades).toHaveLength(3)
  const { api, post, keys } = mode
  // What is left alone may be slow on a busy machine, and is no answer of an exam for that.
  api.app.creationWaitMs = 30_000
  const live = { ...NEW_CHARGE, providerAccountId: mode.liveAccount }
  expect((await post(api.home.keys.seller, '/v1/charges', live)).statusCode).toBe(201)
  expect((await post(keys.seller, '/v1/charges', NEW_CHARGE)).statusCode).toBe(201)
}, 180_000)
