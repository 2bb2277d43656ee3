/** What becomes of a request of money whose answer is lost, when it is sent again. */
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../web/src/api/client.ts'
import type { Problem } from '../../web/src/api/contract.ts'
import { isSurelyNotMade, isSurelyRefused, sendOnce, type Try, unansweredAt } from '../../web/src/api/tries.ts'

const said = (status: number, code: Problem['code']) =>
  new ApiError(status, { type: 'about:blank', title: code, status, detail: code, code, requestId: 'req-1' })
const NO_ANSWER = new ApiError(0, undefined)

let place = 0
const newPlace = () => `tries.${++place}`

/** @returns the key that it was sent under, and what was thrown. */
async function send(
  at: string,
  content: object,
  answer?: ApiError,
  shown?: string,
): Promise<{ key: string; error?: unknown }> {
  let key = ''
  const post = async (sent: Try) => {
    key = sent.key
    if (answer) throw answer
  }
  return sendOnce(at, content, post, { key: shown }).then(
    () => ({ key }),
    (error: unknown) => ({ key, error }),
  )
}

/** Of a card that has none yet, after which it is answered so. @returns what it was sent with. */
async function saving(at: string, content: object, cardId: string, answer?: ApiError): Promise<Try> {
  let posted: Try = { key: '' }
  const post = async (sent: Try) => {
    posted = { key: sent.key, cardId: sent.cardId ?? '' }
    if (answer) throw answer
  }
  const prepare = async (sent: Try) => {
    sent.cardId ??= cardId
  }
  await sendOnce(at, content, post, { prepare }).catch(() => undefined)
  return posted
}

const HUNDRED = { amount: 10_000 }
const FIFTY = { amount: 5_000 }

test.each([
  ['no answer', NO_ANSWER],
  ['that the outcome is unknown', said(503, 'outcome_unknown')],
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
  'a repeat that hears $status says nothing of the first: the key stays, and no user is told that nothing was done',
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

describe('what a user corrects, because the repeat of a try without an answer breaks a rule,', () => {
  async function corrected(answer?: ApiError, refusal = said(422, 'rule_broken')) {
    const at = newPlace()
    const first = await send(at, HUNDRED, NO_ANSWER)
    await send(at, HUNDRED, refusal)
    return { at, first, second: await send(at, FIFTY, answer) }
  }

  test.each([said(422, 'rule_broken'), said(422, 'no_provider_account'), said(400, 'malformed_request')])(
    'is sent under the key of the first, so that only one of the two can be made ($problem.code)',
    async (refusal) => {
      const { first, second } = await corrected(undefined, refusal)
      expect(second.key).toBe(first.key)
    },
  )

  test.each([NO_ANSWER, said(422, 'rule_broken'), said(401, 'unauthenticated')])(
    'keeps it while the first may still be made ($message)',
    async (answer) => {
      const { at, first, second } = await corrected(answer)
      expect(isSurelyNotMade(second.error)).toBe(false)
      expect((await send(at, FIFTY, NO_ANSWER)).key).toBe(first.key)
      expect((await send(at, HUNDRED, NO_ANSWER)).key).toBe(first.key)
      expect((await send(at, { amount: 1_000 })).key).toBe(first.key)
    },
  )

  test.each([
    ['it is made', undefined],
    ['the first turns out to have arrived', said(422, 'idempotency_key_reused')],
    ['the provider refuses it', said(502, 'provider_refused')],
  ])('ends the key once %s', async (_, answer) => {
    const { at, first, second } = await corrected(answer)
    if (second.error) expect(isSurelyNotMade(second.error)).toBe(true)
    for (const content of [FIFTY, HUNDRED]) expect((await send(at, content)).key).not.toBe(first.key)
  })

  test('is charged to a card of its own, whose refusal says nothing of the first', async () => {
    const at = newPlace()
    const first = await saving(at, HUNDRED, 'card-1', NO_ANSWER)
    await send(at, HUNDRED, said(422, 'rule_broken'))
    const refused = sendOnce(at, FIFTY, async () => 'made', {
      prepare: async () => Promise.reject(said(502, 'provider_refused')),
    })
    expect(isSurelyNotMade(await refused.catch((error: unknown) => error))).toBe(false)
    expect(await saving(at, FIFTY, 'card-2')).toEqual({ ...first, cardId: 'card-2' })
  })
})

test.each([undefined, said(503, 'outcome_unknown')])(
  'what is sent twice at once is one request, whose answer both get; after that it is sent again (%s)',
  async (answer) => {
    const at = newPlace()
    const twice = await Promise.all([send(at, HUNDRED, answer), send(at, HUNDRED, answer)])
    expect(twice.map(({ key }) => key)).toEqual([expect.stringMatching(/./), ''])
    expect(twice.map(({ error }) => error)).toEqual([answer, answer])
    expect((await send(at, HUNDRED)).key).not.toBe('')
  },
)

describe('what was shown to have no answer, and is answered before it is repeated', () => {
  const answeredMeanwhile = async () => {
    const at = newPlace()
    const first = await send(at, HUNDRED, NO_ANSWER)
    const shown = unansweredAt(at)
    await send(at, HUNDRED)
    expect(unansweredAt(at)).toBeUndefined()
    expect(shown).toEqual({ content: HUNDRED, key: first.key, isToCorrect: false })
    return { at, key: first.key }
  }

  test.each([HUNDRED, FIFTY])('goes under its key all the same, as it was or corrected: %j', async (content) => {
    const { at, key } = await answeredMeanwhile()
    expect((await send(at, content, undefined, key)).key).toBe(key)
    expect((await send(at, content)).key).not.toBe(key)
  })

  test('is a repeat, of which a refusal says nothing', async () => {
    const { at, key } = await answeredMeanwhile()
    expect(isSurelyNotMade((await send(at, HUNDRED, said(422, 'rule_broken'), key)).error)).toBe(false)
  })
})

test('another form has tries of its own', async () => {
  const first = await send(newPlace(), HUNDRED, NO_ANSWER)
  expect((await send(newPlace(), HUNDRED)).key).not.toBe(first.key)
})

test('a card that was saved for a try is there for its repeat', async () => {
  const at = newPlace()
  const first = await saving(at, HUNDRED, 'card-1', NO_ANSWER)
  expect(await saving(at, HUNDRED, 'card-2')).toEqual(first)
})
