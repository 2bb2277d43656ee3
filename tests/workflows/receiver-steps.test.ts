/** A receiver that its provider opens in several requests, one of which it refuses. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { open } from '../../config/seal.ts'
import { receivers } from '../../db/schema/index.ts'
import {
  CREATED_UPDATE_ID,
  createdUpdate,
  decideUpdate,
  receiverWorkflowId,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { addShelterAccount, FREE, reply, SHELTER_TOKEN, type Shelter, startShelter } from '../support/shelter.ts'

let stack: ChargeStack
let shelter: Shelter
let accountId: string

beforeAll(async () => {
  shelter = await startShelter()
  stack = await startChargeStack()
  accountId = await addShelterAccount(stack, shelter, FREE)
})
afterAll(async () => {
  await stack?.close()
  shelter?.close()
})
beforeEach(() => shelter.reset())

const find = async (id: string) => (await stack.database.writer.select().from(receivers).where(eq(receivers.id, id)))[0]
const sent = () => shelter.calls.filter(({ route }) => route.startsWith('POST')).map(({ route }) => route)

async function start() {
  const [row] = await stack.database.writer
    .insert(receivers)
    .values({ platformId: stack.platformId, providerAccountId: accountId, provider: FREE, ...RECEIVER_ROW })
    .returning()
  const id = row?.id ?? ''
  const handle = await stack.temporal.workflow.start(WORKFLOW_TYPES.receiver, {
    workflowId: receiverWorkflowId(id),
    taskQueue: TASK_QUEUES.charges,
    args: [{ receiverId: id, platformId: stack.platformId }],
  })
  return { id, handle, opened: handle.executeUpdate(createdUpdate, { updateId: CREATED_UPDATE_ID }) }
}

test.each([
  ['retry', { kind: 'retry', by: 'ana' }],
  ['word that nothing was made', { kind: 'resolve', outcome: 'notCreated', by: 'ana' }],
] as const)(
  'a refusal after it was opened asks an operator at once, whose %s goes on with what was opened',
  async (_, decision) => {
    const own = `acc_90${decision.kind.length}`
    shelter.script.accounts.push(reply(200, { id: own, live_api_token: SHELTER_TOKEN, status: 'waiting' }))
    shelter.script.papers.push(reply(400, { message: 'Documento ilegível' }))
    const { id, handle, opened } = await start()
    expect(await opened).toEqual({ outcome: 'needsAttention' })
    expect(await find(id)).toMatchObject({
      status: 'PENDING',
      attention: 'providerUnreachable',
      failureMessage: 'Documento ilegível',
    })
    expect(sent()).toEqual(['POST /accounts', 'POST /accounts/:id/papers'])
    expect(await handle.executeUpdate(decideUpdate, { args: [decision] })).toEqual({ became: 'carriedOut' })
    await vi.waitFor(async () => expect(await find(id)).toMatchObject({ receiverId: own, attention: null }), 60_000)
    expect(sent()).toEqual(['POST /accounts', 'POST /accounts/:id/papers', 'POST /accounts/:id/papers'])
    const { sealedReceiverToken } = (await find(id)) ?? {}
    expect(open(sealedReceiverToken ?? '', deriveKey(stack.settings.masterKey, 'seal'))).toBe(SHELTER_TOKEN)
    await handle.terminate()
  },
)

test('a refusal to open it ends it', async () => {
  shelter.script.accounts.push(reply(400, { message: 'Adquirente não aceita CPF' }))
  const { id, handle, opened } = await start()
  expect(await opened).toEqual({ outcome: 'refused', message: 'Adquirente não aceita CPF' })
  expect(await handle.result()).toEqual({ status: 'REJECTED' })
  expect(await find(id)).toMatchObject({ receiverId: null, sealedJournal: null })
})
