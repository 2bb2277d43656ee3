/** `POST /v1/receivers`. The row first, then the workflow; a row of which nothing was sent is taken back. */
import type { FastifyInstance } from 'fastify'
import { unlessAway } from '../../db/errors.ts'
import { insertReceiver, type NewReceiverRow } from '../../db/queries/receiver/create.ts'
import { findReceiver, type ReceiverRow } from '../../db/queries/receiver/read.ts'
import { abandonReceiver } from '../../db/queries/receiver/unstarted.ts'
import { isUnclaimed } from '../../domain/attempt.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import {
  isReceiverRefused,
  RECEIVER_DOCUMENTS,
  type ReceiverDocument,
  type ReceiverRequest,
} from '../../domain/receiver.ts'
import { bareReceiver, brokenReceiverRules } from '../../domain/receiver-rules.ts'
import {
  type CreationOutcome,
  type ReceiverInput,
  receiverWorkflowId,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { TITLES } from '../../workflows/texts.ts'
import { type Actor, requesterOf } from '../access/actor.ts'
import { rehearsed } from '../account/rehearse.ts'
import { type Answer, beginWith, type Work } from '../idempotency.ts'
import { orMadeBefore } from '../movement/made-before.ts'
import { startAndWait, startOrAbandon } from '../movement/start.ts'
import { assertSize } from '../movement-size.ts'
import { broken, outcomeUnknown, problemDocument, unavailable } from '../problem.ts'
import { type Ability, choose } from '../routing/choose.ts'
import type { NewReceiver } from '../schemas/receiver.ts'
import { folderOf } from '../upload/folders.ts'
import { assertUploaded } from '../upload/uploaded.ts'
import { presentReceiver, presentReceiverToken } from './present.ts'

interface ReceiverCall {
  actor: Actor
  body: NewReceiver
  requestId: string
}

/**
 * 201 with the receiver, 202 when its provider has not answered yet, 502 when it refused.
 * @throws ApiProblem 422 and 503 when nothing was made; 503 `outcome_unknown` when that is not known.
 */
export function createReceiver(app: FastifyInstance, call: ReceiverCall, work: Work): Promise<Answer> {
  const { resourceId: id } = work
  return orMadeBefore(app, work, (own) => makeReceiver(app, call, own), {
    workflowId: receiverWorkflowId(id),
    find: () => findReceiver(app.database.writer, call.actor.platformId, id),
    isBegun: ({ creation, attention }) => !isUnclaimed(creation) || attention !== null,
    answer: async (row) =>
      row.receiverId === null && isReceiverRefused(row.status)
        ? refused(call, id, row.failureMessage ?? '')
        : opened(row, row.receiverId === null ? 202 : 201),
    abandon: () => abandonReceiver(app.database.writer, id),
  })
}

async function makeReceiver(
  app: FastifyInstance,
  { actor, body, requestId }: ReceiverCall,
  work: Work,
): Promise<Answer> {
  const { platformId } = actor
  const errors = brokenReceiverRules(body)
  assertSize(body)
  const documents = documentKeys(app, platformId, body.documents ?? {})
  if (app.health.temporal.isDown()) throw unavailable('Temporal')
  const id = work.resourceId
  // The papers themselves are fetched when they are sent.
  const request = { ...bareReceiver(body), documents, reference: id.replaceAll('-', '') }
  const { candidates } = await choose(app, platformId, { ability: ABILITY, askedId: body.providerAccountId, seed: id })
  const [{ accountId, provider }] = await rehearsed(
    { app, platformId, begin: (adapter, context) => adapter.createReceiver(request as ReceiverRequest, context) },
    candidates,
    errors,
  )

  await Promise.all(Object.entries(documents).map(([name, key]) => assertUploaded(app, key, pathOf(name))))

  const own = { id, platformId, provider, providerAccountId: accountId, documents }
  const row = { ...toRow(body), ...own } satisfies NewReceiverRow & Record<keyof NewReceiver, unknown>
  return app.movementTurn(actor, () => begin(app, { actor, requestId }, row, work))
}

async function begin(
  app: FastifyInstance,
  { actor, requestId }: Omit<ReceiverCall, 'body'>,
  row: NewReceiverRow & { id: string },
  work: Work,
): Promise<Answer> {
  const { id, platformId, provider } = row
  const madeAt = await beginWith(work, () => insertReceiver(app.database.writer, row, requesterOf(actor)))
  const workflowId = receiverWorkflowId(id)
  const outcome = await startOrAbandon(app, workflowId, work, {
    madeAt,
    start: () => untilOpened(app, { receiverId: id, platformId }, provider, madeAt),
    abandon: () => abandonReceiver(app.database.writer, id),
  })
  switch (outcome.outcome) {
    case 'abandoned':
      work.undo()
      throw unavailable('Temporal')
    case 'refused':
      return refused({ requestId }, id, outcome.message)
    case 'created':
    case 'needsAttention':
    case 'pending': {
      const made = await unlessAway(findReceiver(app.database.writer, platformId, id))
      if (!made)
        throw outcomeUnknown('The receiver is being opened and cannot be read now: ask again under the same key', 2)
      return opened(made, outcome.outcome === 'created' ? 201 : 202)
    }
  }
}

const headersOf = (id: string) => ({ location: `/v1/receivers/${id}` })

const opened = (row: ReceiverRow, status: 201 | 202): Answer => ({
  status,
  body: { ...presentReceiver(row), receiverToken: presentReceiverToken(row) },
  headers: headersOf(row.id),
})

function refused({ requestId }: Pick<ReceiverCall, 'requestId'>, receiverId: string, detail: string): Answer {
  const body = problemDocument('provider_refused', requestId, { detail, receiverId })
  return { status: 502, body, headers: headersOf(receiverId) }
}

function toRow(body: NewReceiver) {
  const { name, document, documentType, email, address, bankAccount } = bareReceiver(body)
  return {
    name,
    document,
    documentType,
    email,
    address,
    bankAccount,
    description: body.description ?? null,
    userId: body.userId ?? null,
    metadata: body.metadata ?? {},
    providerData: body.providerData ?? null,
  }
}

/** @throws Error if there is no answer within the wait. The workflow may still be running. */
function untilOpened(
  { temporal, creationWaitMs }: FastifyInstance,
  input: ReceiverInput,
  provider: string,
  madeAt: string,
): Promise<CreationOutcome> {
  return temporal.connection.withDeadline(Date.now() + creationWaitMs, () =>
    startAndWait(temporal, {
      workflowType: WORKFLOW_TYPES.receiver,
      workflowId: receiverWorkflowId(input.receiverId),
      input,
      provider,
      summary: TITLES.receiver(provider),
      madeAt,
    }),
  )
}

const ABILITY: Ability = {
  obstacle: ({ capabilities }) =>
    capabilities.operations.includes('createReceiver') ? undefined : 'methodNotSupported',
  assertSupports: (provider) => {
    if (ABILITY.obstacle(provider)) throw new ProviderError('NotSupported', MESSAGES.methodNotImplemented)
  },
}

/**
 * Only what the platform has sent us for this: any other address would be fetched with our rights, and a user's own paper or the
 * evidence of a dispute could be deleted with the receiver's.
 */
function documentKeys(
  { storage }: FastifyInstance,
  platformId: string,
  urls: Partial<Record<ReceiverDocument, string>>,
): Partial<Record<ReceiverDocument, string>> {
  const own = RECEIVER_DOCUMENTS.map((purpose) => `${folderOf(platformId, purpose)}/`)
  return Object.fromEntries(
    RECEIVER_DOCUMENTS.flatMap((name) => {
      const url = urls[name]
      if (url === undefined) return []
      const key = storage.keyOf(url)
      if (key !== undefined && own.some((folder) => key.startsWith(folder))) return [[name, key]]
      const message = `is not a file that this platform has uploaded for this: the purpose of the upload is ${name}`
      throw broken(pathOf(name), 'upload', message)
    }),
  )
}

const pathOf = (name: string) => `/documents/${name}`
