/** An exam's charges, made up in the shape of real ones, as sellers are told of them and as they are read. */
import type { Database } from '../../db/client.ts'
import type { ChargeRow, CheckoutRow } from '../../db/queries/charge/read.ts'
import { type ExamCharge, findExamCharge, findExamCheckout } from '../../db/queries/exam/charges.ts'
import type { ExamRow } from '../../db/queries/exam/exams.ts'
import { EXAM_QUESTIONS, type ExamMessage, truthAfter } from '../../domain/exam.ts'
import { isTest } from '../../domain/mode.ts'
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

const tokenOf = (id: string) => `exam-${id}`
const TOKEN = /^exam-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function rowOf({ id, exam, question, told }: ExamCharge): ChargeRow {
  return chargeRowOf(exam.platformId, madeUpSnapshot(exam, id, truthAfter(EXAM_QUESTIONS[question], told)))
}

/** @returns the charge as a message says it is, with the names of the columns. */
export function madeUpSnapshot({ createdAt }: ExamRow, id: string, { type, isPending }: ExamMessage) {
  const code = { transaction_id: `exam-${id}`, pix_code: `00020126exam${id.replaceAll('-', '')}6304EXAM` }
  return {
    id,
    ...STATUSES[type],
    ...(isPending ? {} : code),
    status_unmapped: false,
    attention_reasons: [],
    payment_method: 'PIX',
    amount: 1990,
    interest: 0,
    currency: 'BRL',
    refunded_amount: 0,
    provider: 'ASAAS',
    installments: 1,
    customer: { name: 'Bia Compradora', email: 'bia@example.com', document: '52998224725', phone: '11987654321' },
    items: [],
    extras: { description: 'Trilho exam' },
    metadata: {},
    checkout_token: tokenOf(id),
    paid_at: type === 'charge.approved' ? createdAt : null,
    payable: type === 'charge.created',
    created_at: createdAt,
    updated_at: createdAt,
  }
}

const STATUSES = {
  'charge.created': { status: 'PENDING', ending: null },
  'charge.examined': { status: 'PENDING', ending: null },
  'charge.rejected': { status: 'REJECTED', ending: 'expired' },
  'charge.approved': { status: 'APPROVED', ending: null },
} as const satisfies Record<ExamMessage['type'], object>
