/**
 * A buyer's try to pay an order. The order has one charge that may be paid: the one before it is refused, or cancelled first,
 * and what cannot be known to be over is waited for. See docs/decisions/0074-an-order-is-paid-once.md
 */
import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { unlessAway } from '../../db/errors.ts'
import { type ChargeRow, findCharge, findCheckout } from '../../db/queries/charge/read.ts'
import { findOrder, type Held, holdOrder, type OrderRow, roomFor } from '../../db/queries/selling/orders.ts'
import type { PageRow } from '../../db/queries/selling/pages.ts'
import { bringsMoney, isRefused } from '../../domain/charge.ts'
import { defined } from '../../domain/defined.ts'
import { isPastDue } from '../../domain/last-moment.ts'
import { BUYER } from '../../domain/requester.ts'
import { nextStep } from '../../domain/selling.ts'
import { callerAddress } from '../caller-address.ts'
import { type Kept, keepCard, keeperOf } from '../card/create.ts'
import { chargeBefore, makeCharge } from '../charge/create.ts'
import { type ChargePlan, type ChargeRequest, type OrderTry, planCharge } from '../charge/plan.ts'
import { presentCheckout } from '../charge/present.ts'
import { asksTheSame } from '../charge/purchase.ts'
import { chargeWish } from '../charge/wish.ts'
import { type Answer, RETRY_AFTER_SECONDS, type Work } from '../idempotency.ts'
import { type Movement, madeBefore, orMadeBefore } from '../movement/made-before.ts'
import { ApiProblem, broken, notFound, outcomeUnknown, problem, problemDocument } from '../problem.ts'
import type { Charge } from '../schemas/charge.ts'
import type { BuyersCharge } from '../schemas/checkout-page.ts'
import { counted, type TriedCard } from './card-try.ts'
import { cardProblem, forBuyer, tooManyUnpaid } from './for-buyers.ts'
import { isSent, type PageTerms, stateFor, termsOf, whatIsSold } from './page.ts'
import { assertOpen, assertTerms, closed } from './takes.ts'
import { tellUnread, underWay, voidCharge } from './void.ts'

export interface BuyersRequest {
  page: PageRow
  body: BuyersCharge
  ip: string
  requestId: string
}

/** What a request does once, though its charge may have to go on under the next id. */
interface Once {
  /** Of the order that it begins: the id that its charge was to have first. */
  orderId: string
  card?: { kept: Kept; saved: ChargePlan['card'] }
}

interface Try extends BuyersRequest {
  once: Once
}

/**
 * Pays under the id that it is called with. 201 or 202 with the buyer's view of the charge that was made; 200 with that of the charge which the order has already.
 * @throws ApiProblem 409 when the page takes no order, or the try before is not over; 422, 429, 502 and 503 when nothing was charged;
 *   503 `outcome_unknown` when that is not known.
 */
export function payOrder(app: FastifyInstance, request: BuyersRequest): (work: Work) => Promise<Answer> {
  const { page, requestId } = request
  let once: Once | undefined
  return async (work) => {
    once ??= { orderId: work.resourceId }
    const asked = { ...request, once }
    const earlier = tryBefore(app, { platformId: page.platform.id, requestId }, work)
    // First of all: what is asked here may be answered otherwise since, and a card is handed to its provider once.
    const made = work.takenOver ? await madeBefore(app, earlier) : undefined
    return made ?? orMadeBefore(app, work, (own) => tryToPay(app, asked, own), earlier)
  }
}

type Asked = Pick<ChargeRequest, 'platformId' | 'requestId'>

/**
 * What a try came to at a page that has another address by now.
 * @throws ApiProblem 404 where it came to nothing; 503 `outcome_unknown` when that is not known.
 */
export async function paidBefore(app: FastifyInstance, asked: Asked, work: Work): Promise<Answer> {
  const made = work.takenOver ? await madeBefore(app, tryBefore(app, asked, work)) : undefined
  if (made) return made
  work.undo()
  throw notFound()
}

/** The charge that the request that held the key before may have made, as its buyer is told of it. */
function tryBefore(app: FastifyInstance, asked: Asked, { resourceId }: Work): Movement<ChargeRow> {
  const before = chargeBefore(app, asked, resourceId)
  return { ...before, answer: async (row) => toBuyer(app, asked, row.id, await before.answer(row)) }
}

async function tryToPay(app: FastifyInstance, request: Try, work: Work): Promise<Answer> {
  const { page, body } = request
  const ready = await readyToPay(app, request, work)
  if ('answer' in ready) return ready.answer
  const pay = (plan: (asked: Ready['asked']) => Promise<ChargePlan>, end: (tried: TriedCard) => void = () => {}) =>
    app.movementTurn({ platformId: page.platform.id, type: 'buyer' }, async (hasWaited) => {
      // Another try, or another buyer, may have come first meanwhile.
      const now = hasWaited ? await readyToPay(app, request, work) : ready
      if ('answer' in now) {
        end('free')
        return now.answer
      }
      return charged(app, request, now.before, work, await plan(now.asked).catch(tellBuyer), end)
    })
  if (body.paymentMethod !== 'CREDIT_CARD') return pay((asked) => planCharge(app, asked, work.resourceId))
  return counted(app, { slug: page.slug, ip: request.ip }, (end) =>
    pay((asked) => withCard(app, request, asked, work, end), end),
  )
}

interface Ready {
  asked: ChargeRequest & { order: OrderTry }
  /** What the order still waits for, and what is cancelled first. */
  before: ChargeRow | undefined
}

/**
 * What is to be charged, or the answer about the charge that the order has already.
 * @throws ApiProblem 409 and 422 where this page takes no such order now.
 */
async function readyToPay(app: FastifyInstance, request: Try, work: Work): Promise<Ready | { answer: Answer }> {
  const { page, body } = request
  const terms = termsOf(page)
  const order = await orderOf(app, page, body)
  const asked = chargeOf(request, terms, order, work)
  const standing = order ? await standingOf(app, order, asked) : undefined
  if (standing?.step === 'answer') return { answer: await view(app, standing.charge.id, 200) }
  assertOpen(stateFor(terms.state, order))
  assertTerms(page, terms, body)
  // Before a card is taken for nothing, and before what can still be paid is cancelled for nothing.
  if (order) assertHeld(await roomFor(app.database.writer, order))
  return { asked, before: standing?.step === 'void' ? standing.charge : undefined }
}

async function charged(
  app: FastifyInstance,
  request: BuyersRequest,
  before: Ready['before'],
  work: Work,
  plan: ChargePlan,
  end: (tried: TriedCard) => void,
): Promise<Answer> {
  if (before) {
    const after = await voidCharge(app, before, request.requestId)
    const step = nextStep(after, false)
    if (step === 'wait') throw underWay()
    if (step === 'answer') {
      end('free')
      return view(app, after.id, 200)
    }
  }
  const making = makeCharge(app, plan, work)
  const made = await (before ? making.catch(tellUnread) : making).catch(tellBuyer)
  const { status } = made.body as Charge
  if (made.status === 502 || isRefused(status)) end('refused')
  else if (bringsMoney(status)) end('free')
  return toBuyer(app, request, work.resourceId, made)
}

async function toBuyer(
  app: FastifyInstance,
  { requestId }: Pick<BuyersRequest, 'requestId'>,
  chargeId: string,
  { status }: Answer,
): Promise<Answer> {
  if (status === 502) return { status, body: problemDocument('provider_refused', requestId) }
  const made = await unlessAway(view(app, chargeId, status))
  // A 503 of another code would say that nothing is left of it.
  if (!made) throw outcomeUnknown('The charge is made, and cannot be read at the moment', RETRY_AFTER_SECONDS)
  return made
}

const tellBuyer = (error: unknown): never => {
  throw forBuyer(error)
}

async function orderOf(app: FastifyInstance, page: PageRow, { token }: BuyersCharge): Promise<OrderRow | undefined> {
  if (token === undefined) return undefined
  const order = await findOrder(app.database.writer, whatIsSold(page), token)
  if (!order) throw broken('/token', 'order', 'is of no order of this page')
  return order
}

/** @throws ApiProblem 409 while it is not known what becomes of the charge that the order has. */
async function standingOf(app: FastifyInstance, order: OrderRow, { body, requestId }: ChargeRequest) {
  const id = order.paidChargeId ?? order.chargeId
  const charge = id === null ? undefined : await findCharge(app.database.writer, order.platformId, id)
  if (!charge) return undefined
  const step = nextStep(charge, !isPastDue(charge, Date.now()) && asksTheSame(charge, body))
  if (step !== 'wait') return { charge, step }
  app.log.info({ chargeId: charge.id, requestId }, 'another try waits for the one before it')
  throw underWay()
}

/**
 * As `POST /v1/cards` does: the number stays in this process. It goes to a provider for a charge that can be made, and pays no
 * other order.
 */
async function withCard(
  app: FastifyInstance,
  request: Try,
  asked: ChargeRequest & { order: OrderTry },
  { resourceId: chargeId }: Work,
  end: (tried: TriedCard) => void,
): Promise<ChargePlan> {
  const { body, ip, once } = request
  if (once.card) return { ...(await planCharge(app, asked, chargeId, once.card.kept)), card: once.card.saved }
  const { customer, card } = body
  if (!card) throw broken('/card', 'required', 'is required')
  const tellOfCard = async (error: unknown): Promise<never> => {
    if (error instanceof ApiProblem && error.problemCode === 'provider_refused') end('refused')
    throw cardProblem(error)
  }
  const { platformId, order } = asked
  const whole = { holderDocument: customer.document, ...card, email: customer.email, customerIp: ip }
  const occasion = { now: new Date().toISOString(), id: uuidv7() }
  const { facts, ability } = chargeWish(asked.body, chargeId)
  const kept = await keeperOf(app, platformId, whole, { ...occasion, ...defined({ facts }), ability }).catch(tellOfCard)
  const plan = await planCharge(app, asked, chargeId, kept)
  const keeping = { platformId, keeper: kept.keeper, body: whole, ...occasion, checkoutOrderId: order.id }
  const saved = await keepCard(app, keeping).catch(tellOfCard)
  once.card = { kept, saved }
  return { ...plan, card: saved }
}

/** Without its card. */
function chargeOf(
  { page, body, ip, requestId, once }: Try,
  terms: PageTerms,
  order: OrderRow | undefined,
  work: Work,
): ChargeRequest & { order: OrderTry } {
  const { platform, sold } = page
  const { paymentMethod, customer, address, installments, quantity = 1, total, language = null } = body
  const { price } = terms
  const chargeId = work.resourceId
  const title = terms.title ?? platform.name
  const hold = {
    id: order?.id ?? once.orderId,
    platformId: platform.id,
    ...whatIsSold(page),
    address: callerAddress(ip),
    language,
    chargeId,
    replaces: order?.chargeId ?? null,
  }
  return {
    platformId: platform.id,
    by: BUYER,
    requestId,
    body: {
      amount: price * quantity,
      paymentMethod,
      customer,
      items: [{ title, unitPrice: price, quantity, tangible: isSent(page) }],
      description: title,
      customerIp: ip,
      ...defined({ address, installments, offerId: sold?.offer.id }),
    },
    order: {
      id: hold.id,
      ...defined({ total }),
      hold: async (tx) => {
        await work.hold(tx)
        assertHeld(await holdOrder(tx, hold))
      },
    },
  }
}

function assertHeld(held: Held): void {
  if (typeof held === 'object') throw tooManyUnpaid(held.wait)
  switch (held) {
    case 'held':
    case 'repeated':
      return
    case 'soldOut':
      throw closed('soldOut')
    case 'paid':
    case 'moved':
      throw underWay()
  }
}

async function view(app: FastifyInstance, chargeId: string, status: number): Promise<Answer> {
  const found = await findCheckout(app.database.writer, { chargeId })
  if (!found) throw problem('internal_error')
  return { status, body: presentCheckout(found, app.settings) }
}
