/** The product held against a model of a receiver's life: whatever happens in whatever order, both stand alike. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readNow } from '../support/readings.ts'
import { RECEIVER } from '../support/receivers.ts'
import { hangUp, type Shelter, startShelter, UNKNOWN_ACCOUNT } from '../support/shelter.ts'
import type { ChargingApi } from './charging.ts'
import { play, startHeardApi } from './playing.ts'
import { agree, HAPPENINGS, newModel, type Real } from './receiver-model.ts'
import { expectTold } from './told-numbers.ts'

const LIVES = 6

let api: ChargingApi
let endpointId: string
let shelter: Shelter
beforeAll(async () => {
  shelter = await startShelter()
  ;({ api, endpointId } = await startHeardApi({ waits: { receiver: { approvalMs: 500 } } }))
  await api.addAccount(api.home, 'ABRIGO', { baseUrl: shelter.baseUrl })
})
afterAll(async () => {
  await api?.close()
  shelter?.close()
})

let named = 9_000

async function newReceiver(isAnswered: boolean): Promise<Real & { id: string }> {
  const { seller, operator } = api.home.keys
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const ask = () => api.call(seller, 'POST', '/v1/receivers', { payload: RECEIVER, headers })
  shelter.script.status = 'waiting'
  if (!isAnswered) shelter.script.accounts.push(hangUp)
  const answer = await ask()
  expect(answer.statusCode).toBe(isAnswered ? 201 : 202)
  const { id } = answer.json()
  const reference = id.replaceAll('-', '')
  const RESOLUTIONS = {
    known: () => ({ outcome: 'created', receiverId: `acc_${++named}` }),
    unknown: () => ({ outcome: 'created', receiverId: UNKNOWN_ACCOUNT }),
    notCreated: () => ({ outcome: 'notCreated' }),
  }
  return {
    id,
    receiver: async () => (await api.call(seller, 'GET', `/v1/receivers/${id}`)).json(),
    sent: () => shelter.calls.filter(({ route, body }) => route === 'POST /accounts' && body.ref === reference).length,
    move: async (stage) => {
      shelter.script.status = stage
      await readNow(api, id)
    },
    askAgain: async () => (await ask()).json().id === id,
    decide: async (action, outcome) => {
      const payload = outcome && RESOLUTIONS[outcome]()
      const path = `/v1/operations/receiver%2F${id}/${action}`
      const answer = await api.call(operator, 'POST', path, { payload })
      return { status: answer.statusCode, became: answer.json().became }
    },
  }
}

const happenings = fc.commands(HAPPENINGS.map(fc.constant), { maxCommands: 16, size: 'max' })

it('a receiver stands where the model says, and its seller has been told so', async () => {
  let lives = 0
  await play(LIVES, happenings, async () => {
    lives += 1
    const isAnswered = lives % 2 === 0
    const model = newModel(isAnswered)
    const { id, ...real } = await newReceiver(isAnswered)
    await agree(model, real)
    const end = async () => {
      const told = model.moves
        .filter((status) => status !== 'PENDING')
        .map((status) => `receiver.${status.toLowerCase()}`)
      await expectTold(api, endpointId, id, told)
    }
    return { model, real, end }
  })
}, 300_000)
