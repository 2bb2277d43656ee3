/** A mail that a seller sends to a charge's buyer. */
import type { FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { reachesReaders } from '../../config/mail.ts'
import type { Queryable } from '../../db/client.ts'
import {
  type ChargeMailRow,
  findChargeMail,
  type LockedCharge,
  lockMailedCharge,
  queueAskedMail,
  secondsToNextMail,
} from '../../db/queries/mail/of-charge.ts'
import { paidAmountOf } from '../../domain/charge.ts'
import { isStillTrue, mailKindOf } from '../../domain/charge-mail.ts'
import { isOfCharge, isReceipt } from '../../domain/mail.ts'
import { actorOf } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { type Answer, beginWith, type Work } from '../idempotency.ts'
import { broken, notFound, problem } from '../problem.ts'
import type { ChargeMail, NewChargeMail } from '../schemas/charge-mail.ts'
import { iso, isoOrNull } from '../time.ts'

const MOST_IN_AN_HOUR = 5

/**
 * Queues the mail that the charge is for as it stands, or one of its mails once more.
 * @throws ApiProblem 404, 409 when there is nothing to tell its buyer, 422, and 429 after five in an hour.
 */
export async function mailCharge(
  request: FastifyRequest,
  { chargeId, body }: { chargeId: string; body: NewChargeMail },
  work: Work,
): Promise<Answer> {
  const { settings, database } = request.server
  const { platformId } = actorOf(request)
  const { resourceId: id } = work
  const queued = await beginWith(work, () =>
    database.writer.transaction(async (tx) => {
      const found = await lockMailedCharge(tx, platformId, chargeId)
      if (!found) throw notFound()
      const before = work.takenOver ? await findChargeMail(tx, { chargeId, id }) : undefined
      if (before) return before
      if (!reachesReaders(settings)) throw broken('', 'noMail', 'This installation sends no mail')
      const content = await contentOf(tx, found, body.mailId)
      const retryAfter = await secondsToNextMail(tx, chargeId, MOST_IN_AN_HOUR)
      if (retryAfter !== undefined) {
        throw problem('rate_limited', { detail: 'That were enough mails about this charge for an hour', retryAfter })
      }
      const auditId = uuidv7()
      const target = `charge/${chargeId}`
      // Without the address: what the log says stands for ever, also once the customer is erased.
      await audit(request, { id: auditId, action: 'charge.mail', target, detail: { kind: content.kind } }, tx)
      const address = addressOf(found, body.to)
      return queueAskedMail(tx, { id, platformId, chargeId, auditId, address, ...content })
    }),
  )
  if (!queued) throw new TypeError(`Mail ${id} was not queued`)
  return { status: 201, body: presentChargeMail(queued) }
}

async function contentOf(tx: Queryable, { charge, order }: LockedCharge, mailId: string | undefined) {
  if (charge.customer.email === '') throw problem('conflict', { detail: 'The data of its customer was erased' })
  const kind = mailKindOf(charge, order, Date.now())
  if (mailId === undefined) {
    if (!kind) throw nothingToTell()
    const amount = isReceipt(kind) ? (paidAmountOf(charge) ?? charge.amount) : charge.amount
    return { kind, amount, paymentId: null, refundedUntilThen: 0 }
  }
  const earlier = await findChargeMail(tx, { chargeId: charge.id, id: mailId })
  if (!earlier) throw broken('/mailId', 'known', 'is no mail of this charge')
  if (!isOfCharge(earlier.kind) || !isStillTrue(earlier.kind, kind)) throw nothingToTell()
  const { amount, paymentId, refundedUntilThen } = earlier
  return { kind: earlier.kind, amount, paymentId, refundedUntilThen }
}

const nothingToTell = () => problem('conflict', { detail: 'The charge cannot be paid any more, and is not paid' })

/** The customer's own address is read off the charge, so that it is kept once. */
const addressOf = ({ charge }: LockedCharge, to = charge.customer.email) => (to === charge.customer.email ? null : to)

export function presentChargeMail(row: ChargeMailRow): ChargeMail {
  const { id, kind, address, customerEmail, state, lastError, createdAt, sentAt } = row
  if (!isOfCharge(kind)) throw new TypeError(`Mail ${id} is about no charge: ${kind}`)
  const to = address ?? (customerEmail || null)
  return { id, kind, to, state, lastError, createdAt: iso(createdAt), sentAt: isoOrNull(sentAt) }
}
