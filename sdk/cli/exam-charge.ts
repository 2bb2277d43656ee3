import { randomUUID } from 'node:crypto'
import type { Charge, ChargeWebhook } from '../types.generated.ts'

/** Says of itself that it is of an exam. */
export interface ExamEvent extends Omit<ChargeWebhook, 'type'> {
  type: ChargeWebhook['type'] | 'charge.examined'
  test: true
}

/** @returns events of one charge that exists nowhere. */
export function madeUpCharge() {
  const id = randomUUID()
  const happens = (type: ExamEvent['type'], sequence: number, change: Partial<Charge>): ExamEvent => {
    const createdAt = new Date().toISOString()
    return {
      id: randomUUID(),
      type,
      livemode: false,
      test: true,
      createdAt,
      sequence,
      data: { ...pending(id, createdAt), ...change },
    }
  }
  return {
    id,
    created: () => happens('charge.created', 1, {}),
    rejected: (sequence: number) => happens('charge.rejected', sequence, { status: 'REJECTED', ending: 'expired' }),
    approved: (sequence: number) =>
      happens('charge.approved', sequence, {
        status: 'APPROVED',
        paidAmount: AMOUNT,
        paidAt: new Date().toISOString(),
      }),
    ofTypeToCome: (sequence: number) => happens('charge.examined', sequence, {}),
  }
}

const AMOUNT = 1990

const pending = (id: string, now: string): Charge => ({
  id,
  status: 'PENDING',
  livemode: false,
  statusUnmapped: false,
  ending: null,
  needsAttention: false,
  attention: null,
  attentionReasons: [],
  paymentMethod: 'PIX',
  amount: AMOUNT,
  finalValue: AMOUNT,
  currency: 'BRL',
  paidAmount: null,
  refundedAmount: 0,
  provider: 'ASAAS',
  providerAccountId: null,
  transactionId: `exam-${id}`,
  orderId: null,
  offerId: null,
  paymentLinkId: null,
  pixCode: null,
  pixQrCode: null,
  expiresAt: null,
  billetCode: null,
  billetUrl: null,
  installments: 1,
  card: null,
  customerId: null,
  customer: { name: 'Bia Compradora', email: 'bia@example.com', document: '52998224725', phone: '11987654321' },
  address: null,
  items: [],
  splits: [],
  description: 'trilho exam',
  metadata: {},
  failureMessage: null,
  refusal: null,
  checkoutToken: 'exam',
  payUrl: 'http://127.0.0.1/pay/exam',
  paidAt: null,
  payable: false,
  createdByUser: null,
  createdAt: now,
  updatedAt: now,
  workflow: { workflowId: `exam/${id}`, runId: null },
})
