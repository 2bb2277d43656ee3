/** Our whole charge: asked for over HTTP, made at a fake provider, paid there, told by its webhook, APPROVED in the database. */
import { randomUUID } from 'node:crypto'
import { jsonClient } from '../http.ts'
import type { Subject } from '../load.ts'
import type { Approvals } from './approvals.ts'

export interface ChargeSubjectOptions {
  apiUrl: string
  /** A platform's own key, as a seller's server has it. */
  apiKey: string
  sandboxUrl: string
  provider: string
  providerAccountId: string
  approvals: Approvals
}

interface CreatedCharge {
  id: string
  transactionId: string | null
  workflow: { workflowId: string }
}

export function chargeSubject(options: ChargeSubjectOptions): Subject {
  const { apiUrl, apiKey, sandboxUrl, provider, providerAccountId, approvals } = options
  const http = jsonClient()
  return {
    create: async () => {
      const { id, transactionId, workflow } = await http.post<CreatedCharge>(
        `${apiUrl}/v1/charges`,
        { ...ORDER, orderId: randomUUID(), providerAccountId },
        { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() },
      )
      if (transactionId === null)
        throw new Error(`Charge ${id} has no transaction: the provider did not answer in time`)
      return {
        workflowId: workflow.workflowId,
        finish: async () => {
          const approved = approvals.of(id)
          await http.post(`${sandboxUrl}/_control/transactions/${provider}/${transactionId}/pay`, {})
          await approved
        },
      }
    },
    close: async () => http.close(),
  }
}

export const ORDER = {
  amount: 12_990,
  paymentMethod: 'PIX',
  items: [
    { title: 'Camiseta', unitPrice: 4_995, quantity: 2, tangible: true },
    { title: 'Entrega', unitPrice: 3_000, quantity: 1, tangible: false },
  ],
  customer: { name: 'Maria Silva', email: 'maria@example.com', document: '529.982.247-25', phone: '(11) 98765-4321' },
  description: 'Pedido de teste',
} as const
