/** An exam's charges, made up in the shape of real ones, as they are read. */
import type { Database } from '../../db/client.ts'
import type { ChargeRow, CheckoutRow } from '../../db/queries/charge/read.ts'
import { type ExamCharge, findExamCharge, findExamCheckout } from '../../db/queries/exam/charges.ts'
import { EXAM_QUESTIONS, truthAfter } from '../../domain/exam.ts'
import { madeUpSnapshot } from '../../domain/exam-charge.ts'
import { isTest } from '../../domain/mode.ts'
import { UUID } from '../../domain/uuid.ts'
import { chargeRowOf } from '../webhook/event.ts'

/** A charge of an exam as it is at this moment; undefined in live mode. */
export async function findMadeUpCharge(db: Database, platformId: string, id: string): Promise<ChargeRow | undefined> {
  const found = isTest(platformId) ? await findExamCharge(db, platformId, id) : undefined
  return found && rowOf(found)
}

/** The same charge on its buyer's page. */
export async function findMadeUpCheckout(db: Database, token: string): Promise<CheckoutRow | undefined> {
  const id = TOKEN.exec(token)?.[1]
  const found = id === undefined ? undefined : await findExamCheckout(db, id)
  return found && { charge: rowOf(found), seller: found.seller, order: null, page: null, isDecline: false }
}

const TOKEN = new RegExp(`^exam-(${UUID})$`)

function rowOf({ id, exam, question, told }: ExamCharge): ChargeRow {
  return chargeRowOf(exam.platformId, madeUpSnapshot(exam, id, truthAfter(EXAM_QUESTIONS[question], told)))
}
