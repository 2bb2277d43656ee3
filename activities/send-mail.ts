/** Sends a mail to a buyer or to a user. */
import { ApplicationFailure } from '@temporalio/common'
import { giveUpPendingMail, loadMail, markMailUnsent, recordMailTry } from '../db/queries/mail/outbox.ts'
import { isToBePaid } from '../domain/charge-mail.ts'
import { asksForMoney, isMailAddress, isMailGivenUp, mailWaits, OVERTAKEN } from '../domain/mail.ts'
import { isTest } from '../domain/mode.ts'
import { messageOf } from '../mail/render.ts'
import type { ActivityDependencies } from './context.ts'
import { growingPauseMs, shareTaken } from './failures.ts'

/** The share of a worker's places that mail may use, so that a hanging mail server leaves places for sellers' deliveries. */
const PART = 1 / 5
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60 * 60 * 1000

/** @throws ApplicationFailure NotSent (retry) if the server may accept it later; RateLimited (retry) if no place was free. */
export function sendMail({ database, deliveries, mailer, publicUrl, linkKeys }: ActivityDependencies) {
  const db = database.writer
  let underWay = 0

  /** Checks for a place first, so that a mail without one costs no query. */
  return async ({ mailId }: { mailId: string }): Promise<void> => {
    if (underWay >= Math.max(1, Math.floor(deliveries.places * PART))) throw shareTaken(growingPauseMs())
    underWay += 1
    try {
      await send(mailId)
    } finally {
      underWay -= 1
    }
  }

  async function send(mailId: string): Promise<void> {
    const found = await loadMail(db, mailId)
    if (!found || !mailWaits(found.mail.state)) return
    const { attempts, platformId } = found.mail
    // A test charge's mail would be taken for a real one by the owner of the address that was typed.
    if (found.charge && isTest(platformId)) return markMailUnsent(db, mailId)
    if (found.charge && asksForMoney(found.mail.kind) && !isToBePaid(found.charge, found.order, Date.now())) {
      return recordMailTry(db, mailId, { state: 'failed', error: OVERTAKEN })
    }
    const message = messageOf(found, { publicUrl, linkKeys, now: Date.now() })
    if (!message)
      return recordMailTry(db, mailId, {
        state: 'failed',
        error: 'Its link is no longer valid, or its user was removed',
      })
    if (!isMailAddress(message.to.address)) {
      return recordMailTry(db, mailId, { state: 'failed', error: 'Not an address' })
    }
    if (!mailer) throw notSent('No mail server is set', attempts)
    if (!deliveries.hasRoom(platformId)) throw shareTaken(growingPauseMs())
    deliveries.take(platformId)
    try {
      const sent = await mailer.send(message)
      if (sent.outcome === 'sent') return await recordMailTry(db, mailId, { state: 'sent' })
      const state = sent.outcome === 'refused' ? 'failed' : 'pending'
      await recordMailTry(db, mailId, { state, error: sent.error })
      if (mailWaits(state)) throw notSent(sent.error, attempts)
    } finally {
      deliveries.give(platformId)
    }
  }
}

const notSent = (message: string, attempts: number) =>
  ApplicationFailure.create({
    type: 'NotSent',
    message,
    nextRetryDelay: Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS),
  })

/** Called after two days of retries, which may all have found no worker or no place. */
export function giveUpMail({ database, logger }: ActivityDependencies) {
  return async ({ mailId }: { mailId: string }): Promise<void> => {
    const mail = await giveUpPendingMail(database.writer, mailId)
    if (!mail || !isMailGivenUp(mail.state)) return
    const { platformId, chargeId, kind, attempts } = mail
    logger.error({ mailId, platformId, chargeId, kind, attempts }, 'a mail was not sent for two days and is given up')
  }
}
