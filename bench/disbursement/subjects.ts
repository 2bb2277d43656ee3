/** Our refund and our withdrawal as a seller's server asks for them, each to its workflow's end. */
import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import { ORDER } from '../charge/subject.ts'
import { jsonClient } from '../http.ts'
import type { Subject, Unit } from '../load.ts'

export interface DisbursementSubjectOptions {
  apiUrl: string
  /** A platform's own key, as a seller's server has it. */
  apiKey: string
  sandboxUrl: string
  provider: string
  providerAccountId: string
  temporal: Client
}

interface Created {
  id: string
  withdrawId?: string | null
  workflow: { workflowId: string }
}

/** Charges that can be refunded, made before anything is measured: a refund each of a part of one of them. */
export function refundSubject(options: DisbursementSubjectOptions, paid: Subject & { ids: string[] }): Subject {
  const { temporal } = options
  const { post, close } = asking(options)
  return {
    create: async (): Promise<Unit> => {
      const chargeId = paid.ids.pop()
      if (chargeId === undefined) throw new Error('There is no paid charge left')
      const { workflow } = await post<Created>(`/v1/charges/${chargeId}/refunds`, { amount: ORDER.amount / 2 })
      return unit(temporal, workflow.workflowId)
    },
    close: async () => close(),
  }
}

/** Paid out by Pix; the bank settles it, and the provider's webhook tells. */
export function withdrawalSubject(options: DisbursementSubjectOptions): Subject {
  const { temporal, provider, providerAccountId, sandboxUrl } = options
  const { post, close, http } = asking(options)
  return {
    create: async (): Promise<Unit> => {
      const { withdrawId, workflow } = await post<Created>('/v1/withdrawals', {
        ...DESTINATION,
        withdrawReference: randomUUID(),
        providerAccountId,
      })
      return unit(temporal, workflow.workflowId, () =>
        http.post(`${sandboxUrl}/_control/withdrawals/${provider}/${withdrawId}/settle`, {}),
      )
    },
    close: async () => close(),
  }
}

const DESTINATION = {
  paymentMethod: 'PIX',
  amount: 12_990,
  pixKey: '529.982.247-25',
  pixType: 'CPF',
  document: '529.982.247-25',
  documentType: 'CPF',
  name: 'Ana Souza',
} as const

function asking({ apiUrl, apiKey }: DisbursementSubjectOptions) {
  const http = jsonClient()
  const post = <T>(path: string, body: object) =>
    http.post<T>(apiUrl + path, body, { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() })
  return { http, post, close: () => http.close() }
}

function unit(temporal: Client, workflowId: string, settle: () => Promise<unknown> = async () => {}): Unit {
  return {
    workflowId,
    finish: async () => {
      await settle()
      await temporal.workflow.getHandle(workflowId).result()
    },
  }
}
