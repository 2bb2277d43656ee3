/** Answers and notices that are well-formed and untrue: the books stay true, and only whom they are meant for is lied to. */
import { expect, it } from 'vitest'
import { AMOUNT, at, call, create } from './scenario.ts'
import { scenarioOf } from './scenarios.ts'
import { openReceiver, openSandbox } from './support.ts'

const scenario = scenarioOf('PAGUESAFE')
const { provider } = scenario
const start = Date.parse('2030-05-14T13:00:00.000Z')

async function open() {
  let time = start
  const api = await openSandbox({ now: () => time })
  const read = async (id: string) =>
    call(api, provider, { path: scenario.readPath(id), headers: await scenario.login(api) })
  return { api, read, later: (ms: number) => (time += ms) }
}

it.each(['createTransaction', 'readTransaction'])(
  'wrongAmount: %s names another amount than the books',
  async (operation) => {
    const { api, read } = await open()
    await api.fault(provider, operation, 'wrongAmount', { amount: AMOUNT })
    const { answer, id } = await create(api, scenario)
    const first = await read(id)
    const shown = operation === 'createTransaction' ? answer : first
    expect(shown.body.amount).toBe(618)
    expect((await read(id)).body.amount).toBe(AMOUNT)
    expect(await api.transactions(provider)).toMatchObject([{ amount: AMOUNT }])
  },
  20_000,
)

it('wrongAmount: a refund is of what the books have, in parts and without an amount', async () => {
  const { api } = await open()
  const { id } = await create(api, scenario)
  await api.act(provider, id, 'pay')
  await api.fault(provider, 'refund', 'wrongAmount', { times: 0 })
  const headers = await scenario.login(api)
  const refund = async (body: object) => {
    const path = `${scenario.readPath(id)}/refund`
    return (await call(api, provider, { method: 'POST', path, headers, body })).status
  }
  // More than half: what is left by the false amount would be less than nothing.
  expect(await refund({ amount: AMOUNT - 300 })).toBe(200)
  expect(await refund({ amount: 100 })).toBe(200)
  expect(await refund({})).toBe(200)
  const { data } = (await api.control('GET', '/refunds')).body
  expect(data).toMatchObject([{ amount: AMOUNT - 300 }, { amount: 100 }, { amount: 200 }])
  expect(await refund({})).toBe(400)
})

it('wrongCode: the code asks for another amount than the books', async () => {
  const { api } = await open()
  const codeOf = async () => String(at((await create(api, scenario)).answer.body, scenario.code))
  await api.fault(provider, 'createTransaction', 'wrongCode')
  expect(await codeOf()).toContain('54046.18')
  expect(await codeOf()).toContain('540512.34')
})

it('otherMovement: a call is given the answer to another', async () => {
  const { api, read } = await open()
  const first = await create(api, scenario)
  const second = await create(api, scenario)
  await read(first.id)
  await api.fault(provider, 'readTransaction', 'otherMovement')
  expect(String((await read(second.id)).body.id)).toBe(first.id)
  expect(String((await read(second.id)).body.id)).toBe(second.id)
})

it('stale: what is read is what was, and what is new is not there', async () => {
  const { api, read, later } = await open()
  const { id } = await create(api, scenario)
  await api.fault(provider, 'readTransaction', 'stale', { times: 0, delayMs: 60_000 })
  expect((await read(id)).status).toBe(404)
  later(61_000)
  await api.act(provider, id, 'pay')
  expect((await read(id)).body.status).toBe(scenario.words.pending)
  later(61_000)
  expect((await read(id)).body.status).toBe(scenario.words.paid)
})

it('falseAmountWebhook and lateWebhook: a notice of another amount, and one that comes later', async () => {
  const { api } = await open()
  const receiver = await openReceiver()
  const amounts = () => receiver.received.map(({ body }) => body.data.amount)
  const { id } = await create(api, scenario, receiver.url)
  await api.fault(provider, 'webhook', 'falseAmountWebhook')
  await api.act(provider, id, 'pay')
  await expect.poll(amounts).toEqual([618])
  await api.fault(provider, 'webhook', 'lateWebhook', { delayMs: 1 })
  await api.act(provider, id, 'refund')
  await expect.poll(amounts).toEqual([618, AMOUNT])
})

it('keeps every refund and every receiver', async () => {
  const { api } = await open()
  const { id } = await create(api, scenario)
  await api.act(provider, id, 'pay')
  const refund = { amount: 34 }
  const headers = await scenario.login(api)
  await call(api, provider, { method: 'POST', path: `${scenario.readPath(id)}/refund`, headers, body: refund })
  expect((await api.control('GET', '/refunds')).body.data).toMatchObject([{ provider, transactionId: id, amount: 34 }])
  expect((await api.control('GET', '/receivers')).body.data).toEqual([])
})
