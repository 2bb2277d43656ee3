/**
 * `POST /v1/charges`. Money safety rests on the order of things: the row first, then the workflow, and a row is taken back
 * only while no attempt hangs on it, which the database itself makes certain.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import type { Queryable } from '../../db/client.ts'
import { insertCardCharge, insertCharge } from '../../db/queries/charge/create.ts'
import { type ChargeRow, findCharge, listChargeAttempts } from '../../db/queries/charge/read.ts'
import { abandonCharge } from '../../db/queries/charge/unstarted.ts'
import { isRefused, isSettled } from '../../domain/charge.ts'
import { defined } from '../../domain/defined.ts'
import { bareDocument } from '../../domain/document.ts'
import type { Nothing } from '../../domain/nothing.ts'
import type { RoutingDecision } from '../../domain/routing.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type Answer, beginWith, type Work } from '../idempotency.ts'
import { type Movement, orMadeBefore } from '../movement/made-before.ts'
import { rowOfBegun, type StartOutcome, startOrAbandon } from '../movement/start.ts'
import type { Asker } from '../plugins/app/movement-turns.ts'
import { problemDocument, unavailable } from '../problem.ts'
import type { NewCharge } from '../schemas/charge.ts'
import type { KnownCreation } from './expected.ts'
import { type ChargePlan, type ChargeRequest, type OrderTry, planCharge } from './plan.ts'
import { presentCharge } from './present.ts'
import { purchaseOf } from './purchase.ts'
import { startCharge } from './start.ts'
import { timingOf } from './timing-of.ts'

/**
 * 201 with the charge, 202 when no provider has answered yet, 502 when every provider refused.
 * @throws ApiProblem 422 and 503 when nothing was made.
 */
export async function createCharge(
  app: FastifyInstance,
  request: ChargeRequest & { asker: Asker },
  work: Work,
): Promise<Answer> {
  const { resourceId: chargeId } = work
  const make = async (own: Work) => {
    const plan = await planCharge(app, request, chargeId)
    await request.meets?.(plan)
    return app.movementTurn(request.asker, () => makeCharge(app, plan, own))
  }
  return orMadeBefore(app, work, make, chargeBefore(app, request, chargeId))
}

/** What an earlier request under the same key may have made. */
export function chargeBefore(
  app: FastifyInstance,
  request: Pick<ChargeRequest, 'platformId' | 'requestId'>,
  chargeId: string,
): Movement<ChargeRow> {
  return {
    workflowId: chargeWorkflowId(chargeId),
    find: () => findCharge(app.database.writer, request.platformId, chargeId),
    isBegun: ({ status, transactionId, attention }) =>
      isSettled(status) || transactionId !== null || attention !== null,
    answer: async (row) =>
      row.transactionId === null && isRefused(row.status)
        ? refused(app, request, row, row.failureMessage ?? '')
        : created(app, row, row.transactionId === null ? 202 : 201),
    abandon: () => abandonCharge(app.database.writer, chargeId),
  }
}

/** As `createCharge`, of what has been planned. */
export async function makeCharge(app: FastifyInstance, plan: ChargePlan, work: Work): Promise<Answer> {
  const { request, chargeId, choice, finalValue, card } = plan
  const { platformId, by, body, order } = request
  const { candidates, decision } = choice
  choice.announce()
  const { paymentMethod, currency = 'BRL' } = body
  const row = { ...toRow(plan), ...paidBy(card), createdByUser: by, checkoutOrderId: order?.id ?? null }
  const expected = app.expectedCharges.expect(platformId, chargeId)
  try {
    const madeAt = await beginWith(work, () => insert(app, row, { cvv: body.cvv, by, order, decision }))
    const asked = { chargeId, platformId, candidates, paymentMethod, amount: finalValue, currency, madeAt }
    const start = { ...asked, ...timingOf(paymentMethod) }
    const outcome = await startOrAbandon<KnownCreation>(app, chargeWorkflowId(chargeId), work, {
      madeAt,
      start: () => startCharge(app.temporal, start, expected, app.creationWaitMs),
      abandon: () => abandonCharge(app.database.writer, chargeId),
    })
    app.metrics.charges.inc({ outcome: outcome.outcome, method: paymentMethod })
    return await answerFor(app, request, row, outcome, work)
  } finally {
    expected.end()
  }
}

/** A charge by card takes with it the card's security code, which goes with the first answer. @returns when the row was made. */
async function insert(
  app: FastifyInstance,
  row: InsertedRow,
  {
    cvv,
    by,
    order,
    decision,
  }: { cvv: string | undefined; by: string; order: OrderTry | undefined; decision: RoutingDecision },
): Promise<string> {
  const { writer } = app.database
  const { id, platformId, cardId } = row
  const write = async (db: Queryable) => {
    if (cardId === null) return insertCharge(db, row, { by }, decision)
    const sealedCode = cvv === undefined ? undefined : seal(cvv, deriveKey(app.settings.masterKey, 'seal'))
    return insertCardCharge(db, { ...row, cardId }, { by }, decision, sealedCode)
  }
  const held = async (tx: Queryable) => {
    await order?.hold(tx)
    return write(tx)
  }
  const madeAt = await (order ? writer.transaction(held) : write(writer))
  const stands = madeAt ?? (await findCharge(writer, platformId, id))?.createdAt
  if (stands === undefined) throw new Error('The insert returned no row')
  return stands
}

async function answerFor(
  app: FastifyInstance,
  request: ChargeRequest,
  asked: InsertedRow,
  outcome: StartOutcome<KnownCreation>,
  work: Work,
): Promise<Answer> {
  const chargeId = asked.id
  switch (outcome.outcome) {
    case 'abandoned':
      work.undo()
      throw unavailable('Temporal')
    case 'refused':
      return refused(app, request, asked, outcome.message)
    case 'created':
    case 'needsAttention':
    case 'pending': {
      const known = 'row' in outcome ? outcome.row : undefined
      const find = () => findCharge(app.database.writer, request.platformId, chargeId)
      const row = known ?? (await rowOfBegun(work, outcome, find()))
      // While the charge cannot be read it is made all the same. A row that a failover of the database has lost, and this request has
      // written again, knows nothing of what was made.
      const isShown = outcome.outcome === 'created' && row?.transactionId
      return created(app, row ?? asInserted(asked), isShown ? 201 : 202)
    }
  }
}

async function refused(
  app: FastifyInstance,
  { requestId }: Pick<ChargeRequest, 'requestId'>,
  asked: AskedCharge,
  detail: string,
): Promise<Answer> {
  const declined = await declinedCharge(app, asked)
  if (declined) return created(app, declined, 201)
  const body = problemDocument('provider_refused', requestId, { detail, chargeId: asked.id })
  return { status: 502, body, headers: { location: `/v1/charges/${asked.id}` } }
}

function created(app: FastifyInstance, row: ChargeRow, status: 201 | 202): Answer {
  return {
    status,
    body: presentCharge(row, app.settings.publicUrl),
    headers: { location: `/v1/charges/${row.id}` },
  }
}

/** That a bank declines a card is an answer like any other: the charge is made, and REJECTED, with the reason. */
async function declinedCharge(
  app: FastifyInstance,
  { id, platformId, paymentMethod }: AskedCharge,
): Promise<ChargeRow | undefined> {
  if (paymentMethod !== 'CREDIT_CARD') return undefined
  const attempts = (await listChargeAttempts(app.database.writer, platformId, id)) ?? []
  if (attempts.at(-1)?.errorKind !== 'Declined') return undefined
  return findCharge(app.database.writer, platformId, id)
}

/** The charge as it was written, with nothing known of what came after. */
function asInserted(asked: InsertedRow): ChargeRow {
  const now = new Date().toISOString()
  return { ...UNKNOWN_YET, attentionReasons: [], ...asked, createdAt: now, updatedAt: now }
}

const UNKNOWN_YET = {
  status: 'PENDING',
  statusUnmapped: false,
  ending: null,
  attention: null,
  attentionSince: null,
  paidAmount: null,
  refundedAmount: 0,
  provider: null,
  providerAccountId: null,
  transactionId: null,
  pixCode: null,
  pixQrCode: null,
  expiresAt: null,
  billetCode: null,
  billetUrl: null,
  workflowRunId: null,
  failureMessage: null,
  refusal: null,
  paidAt: null,
  customerId: null,
  paymentLinkId: null,
  revision: 0,
  payable: false,
} as const

type AskedCharge = Pick<ChargeRow, 'id' | 'platformId' | 'paymentMethod'>

type AskedRow = ReturnType<typeof toRow> & ReturnType<typeof paidBy>

/** What a request says and its row does not keep: the code is sealed, and the others have chosen an account. */
type Spent = 'cvv' | 'providerAccountId' | 'receiverToken'
type Forgotten = Nothing<Exclude<keyof NewCharge, Spent | keyof AskedRow | keyof AskedRow['extras']>>

type InsertedRow = AskedRow & Record<Forgotten, never> & { createdByUser: string; checkoutOrderId: string | null }

function paidBy(card: ChargePlan['card']): Pick<ChargeRow, 'cardId' | 'card'> {
  if (!card) return { cardId: null, card: null }
  const { id: cardId, brand, lastDigits } = card
  return { cardId, card: { brand, lastDigits } }
}

function toRow({ request, chargeId, receiver, finalValue }: ChargePlan) {
  const { platformId, body } = request
  const { customer, items, address } = purchaseOf(body)
  const extras = {
    ...defined({
      address,
      userDocument: body.userDocument === undefined ? undefined : bareDocument(body.userDocument),
      sealedReceiverToken: receiver?.sealedReceiverToken,
    }),
    ...pick(body, 'userId', 'description', 'customerIp', 'fingerPrints', 'referrerUrl'),
    ...pick(body, 'checkoutUrl'),
  }
  return {
    id: chargeId,
    platformId,
    paymentMethod: body.paymentMethod,
    amount: finalValue,
    interest: finalValue - body.amount,
    currency: body.currency ?? 'BRL',
    installments: body.installments ?? 1,
    orderId: body.orderId ?? null,
    offerId: body.offerId ?? null,
    customer,
    items,
    splits: body.splits?.length ? body.splits : null,
    extras,
    metadata: body.metadata ?? {},
    webhookUrl: body.webhookUrl ?? null,
    checkoutToken: randomBytes(32).toString('base64url'),
  }
}

function pick<T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))) as Pick<
    T,
    K
  >
}
