/** What becomes of a request of money whose answer is lost, when it is sent again. */
import { expect, test } from 'vitest'
import { ApiError } from '../../web/src/api/client.ts'
import type { Problem } from '../../web/src/api/contract.ts'
import { isSurelyNotMade, isSurelyRefused, sendOnce, type Try } from '../../web/src/api/tries.ts'

const said = (status: number, code: Problem['code']) =>
  new ApiError(status, { type: 'about:blank', title: code, status, detail: code, code, requestId: 'req-1' })
const NO_ANSWER = new ApiError(0, undefined)

let place = 0
const newPlace = () => `tries.${++place}`

/** @returns the key that it was sent under, and what was thrown. */
async function send(at: string, content: object, answer?: ApiError): Promise<{ key: string; error?: unknown }> {
  let key = ''
  const post = async (sent: Try) => {
    key = sent.key
    if (answer) throw answer
  }
  return sendOnce(at, content, post).then(
    () => ({ key }),
    (error: unknown) => ({ key, error }),
  )
}

const HUNDRED = { amount: 10_000 }
const FIFTY = { amount: 5_000 }

test.each([
  ['no answer', NO_ANSWER],
  ['that nobody knows', said(503, 'outcome_unknown')],
  ['that it is under way', said(409, 'request_in_progress')],
])('after %s the same is sent under the same key', async (_, answer) => {
  const at = newPlace()
  const first = await send(at, HUNDRED, answer)
  expect((await send(at, HUNDRED)).key).toBe(first.key)
})

test.each([
  ['it is made', undefined],
  ['it breaks a rule', said(422, 'rule_broken')],
  ['the provider refuses it', said(502, 'provider_refused')],
])('once %s the same is another one', async (_, answer) => {
  const at = newPlace()
  const first = await send(at, HUNDRED, answer)
  expect((await send(at, HUNDRED)).key).not.toBe(first.key)
})

test.each([said(401, 'unauthenticated'), said(403, 'forbidden'), said(429, 'rate_limited'), said(422, 'rule_broken')])(
  'a repeat that hears $status says nothing of the first: the key stays, and nobody is told that nothing was done',
  async (answer) => {
    const at = newPlace()
    const first = await send(at, HUNDRED, NO_ANSWER)
    const second = await send(at, HUNDRED, answer)
    expect(isSurelyRefused(second.error)).toBe(false)
    expect((await send(at, HUNDRED)).key).toBe(first.key)
  },
)

test.each([said(502, 'provider_refused'), said(400, 'refund_not_approved')])(
  "a repeat that hears the first one's answer, $problem.code, ends it",
  async (answer) => {
    const at = newPlace()
    const first = await send(at, HUNDRED, NO_ANSWER)
    const second = await send(at, HUNDRED, answer)
    expect(second.key).toBe(first.key)
    expect(isSurelyRefused(second.error)).toBe(true)
    expect((await send(at, HUNDRED)).key).not.toBe(first.key)
  },
)

test('a conflict is a no, also when it is sent again, and keeps its key; after no answer it is nothing of the kind', async () => {
  const at = newPlace()
  const first = await send(at, HUNDRED, said(409, 'conflict'))
  expect(isSurelyNotMade(first.error)).toBe(true)
  const second = await send(at, HUNDRED, said(409, 'conflict'))
  expect(second.key).toBe(first.key)
  expect(isSurelyNotMade(second.error)).toBe(true)
  expect(isSurelyNotMade((await send(at, HUNDRED, NO_ANSWER)).error)).toBe(false)
  const last = await send(at, HUNDRED, said(409, 'conflict'))
  expect(last.key).toBe(first.key)
  expect(isSurelyNotMade(last.error)).toBe(false)
})

test('what was changed and changed back is the first one again', async () => {
  const at = newPlace()
  const first = await send(at, HUNDRED, NO_ANSWER)
  const other = await send(at, FIFTY, said(422, 'rule_broken'))
  expect(other.key).not.toBe(first.key)
  expect((await send(at, HUNDRED)).key).toBe(first.key)
})

test('another form has tries of its own', async () => {
  const first = await send(newPlace(), HUNDRED, NO_ANSWER)
  expect((await send(newPlace(), HUNDRED)).key).not.toBe(first.key)
})

test('what is added to a try and kept is there for its repeat', async () => {
  const at = newPlace()
  const lost = sendOnce(at, HUNDRED, async (sent, keep) => {
    sent.cardId = 'card-1'
    keep()
    throw NO_ANSWER
  })
  await expect(lost).rejects.toBe(NO_ANSWER)
  expect(await sendOnce(at, HUNDRED, async ({ cardId }) => cardId)).toBe('card-1')
})
