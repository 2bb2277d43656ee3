/** Writes to a buyer, or to somebody who is let in. */
import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { loadMail, markMailFailed, markMailUnsent, recordMailTry } from '../db/queries/mail/outbox.ts'
import { isMailAddress } from '../domain/mail.ts'
import { isTest } from '../domain/mode.ts'
import { messageOf } from '../mail/render.ts'
import type { ActivityDependencies } from './context.ts'
import { shareTaken } from './failures.ts'

/** A server that hangs leaves places of the worker to sellers. */
const PART = 1 / 5
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60 * 60 * 1000
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000

/** @throws ApplicationFailure NotSent (retry) when the server may take it later; RateLimited (retry) when nothing was tried. */
export function sendMail({ database, deliveries, mailer, publicUrl, linkKeys }: ActivityDependencies) {
  const db = database.writer
  let underWay = 0

  /** Whoever finds no place has read nothing. */
  return async ({ mailId }: { mailId: string }): Promise<void> => {
    if (underWay >= Math.max(1, Math.floor(deliveries.places * PART))) throw noPlace()
    underWay += 1
    try {
      await send(mailId)
    } finally {
      underWay -= 1
    }
  }

  async function send(mailId: string): Promise<void> {
    const found = await loadMail(db, mailId)
    if (found?.mail.state !== 'pending') return
    const { attempts, platformId } = found.mail
    // It would be taken for a real one, by whoever has the address that somebody typed.
    if (found.charge && isTest(platformId)) return markMailUnsent(db, mailId)
    const message = messageOf(found, { publicUrl, linkKeys, now: Date.now() })
    if (!message) return recordMailTry(db, mailId, { state: 'failed', error: 'Its link is good for nothing any more' })
    if (!isMailAddress(message.to.address)) {
      return recordMailTry(db, mailId, { state: 'failed', error: 'Not an address' })
    }
    if (!mailer) throw notSent('No mail server is set', attempts)
    if (!deliveries.hasRoom(platformId)) throw noPlace()
    deliveries.take(platformId)
    try {
      const sent = await mailer.send(message)
      if (sent.outcome === 'sent') return await recordMailTry(db, mailId, { state: 'sent' })
      const state = sent.outcome === 'refused' ? 'failed' : 'pending'
      await recordMailTry(db, mailId, { state, error: sent.error })
      if (state === 'pending') throw notSent(sent.error, attempts)
    } finally {
      deliveries.give(platformId)
    }
  }
}

/** A burst is soon over; behind a server that hangs thousands may wait, and each asks only now and then. */
const noPlace = () => shareTaken(Math.min(FIRST_REST_MS * 2 ** (Context.current().info.attempt - 1), LONGEST_REST_MS))

const notSent = (message: string, attempts: number) =>
  ApplicationFailure.create({
    type: 'NotSent',
    message,
    nextRetryDelay: Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS),
  })

/** After days of trying. */
export function giveUpMail({ database }: ActivityDependencies) {
  return ({ mailId }: { mailId: string }): Promise<void> => markMailFailed(database.writer, mailId)
}
