/** LORDSPAY: taken for a white label; its notices begin with the event. */
import type { DemoAccount } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'
import type { Stage, Transaction } from '../provider.ts'

const ACCOUNT = {
  provider: 'LORDSPAY',
  transport: 'http',
  path: '/lordspay',
  publicKey: null,
  secretKey: 'trilho-demo-lordspay-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

const EVENTS = {
  pending: 'transaction.created',
  paid: 'transaction.paid',
  refused: 'transaction.failed',
  expired: 'transaction.expired',
  refunded: 'transaction.refunded',
  chargeback: 'transaction.chargedback',
} as const satisfies Record<Stage, string>

export const provider = {
  ...whiteLabelProvider({
    account: ACCOUNT,
    basic: [ACCOUNT.secretKey, 'x'],
    refund: null,
    methods: ['pix'],
    statuses: { refused: 'failed' },
  }),
  webhook: {
    payload: ({ id, stage, status, amount, reference }: Transaction) => ({
      event: EVENTS[stage],
      data: { id: Number(id), status, amount, externalRef: reference || null },
    }),
    address: ({ url }: { url: string }) => ({ url, headers: {} }),
  },
}
