/** The made-up charge of an exam's question, as its messages say it is. */
import type { ExamMessage } from './exam.ts'

/** @returns the charge as a message says it is, with the names of the columns. */
export function madeUpSnapshot({ createdAt }: { createdAt: string }, id: string, { type, isPending }: ExamMessage) {
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

const STATUSES = {
  'charge.created': { status: 'PENDING', ending: null },
  'charge.examined': { status: 'PENDING', ending: null },
  'charge.rejected': { status: 'REJECTED', ending: 'expired' },
  'charge.approved': { status: 'APPROVED', ending: null },
} as const satisfies Record<ExamMessage['type'], object>
