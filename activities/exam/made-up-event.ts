/** An exam's messages: events of charges that do not exist, in the shape of real events. */
import { presentSellerEvent } from '../../api/webhook/event.ts'
import { examIds } from '../../db/attempt-ids.ts'
import type { ExamRow } from '../../db/queries/exam/exams.ts'
import type { ExamMessage, ExamQuestionName } from '../../domain/exam.ts'

/** The same message of the same exam always gives the same event. */
export function madeUpEvent(exam: ExamRow, question: ExamQuestionName, message: ExamMessage, publicUrl: string) {
  const { type, sequence } = message
  const { chargeId, eventId } = examIds(exam.id, question, `${type}/${sequence}`)
  const event = presentSellerEvent(
    {
      id: eventId,
      platformId: exam.platformId,
      type: type === 'charge.examined' ? 'charge.created' : type,
      kind: 'charge',
      subjectId: chargeId,
      sequence,
      createdAt: exam.createdAt,
      snapshot: snapshotOf(exam, chargeId, message),
    },
    publicUrl,
  )
  return { id: eventId, chargeId, body: { ...event, type, test: true } }
}

const STATUSES = {
  'charge.created': { status: 'PENDING', ending: null },
  'charge.examined': { status: 'PENDING', ending: null },
  'charge.rejected': { status: 'REJECTED', ending: 'expired' },
  'charge.approved': { status: 'APPROVED', ending: null },
} as const satisfies Record<ExamMessage['type'], object>

function snapshotOf({ createdAt }: ExamRow, id: string, { type, isPending }: ExamMessage) {
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
    checkout_token: `exam-${id}`,
    paid_at: type === 'charge.approved' ? createdAt : null,
    payable: type === 'charge.created',
    created_at: createdAt,
    updated_at: createdAt,
  }
}
