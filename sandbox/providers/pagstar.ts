/** PAGSTAR, its first API: bearer token and User-Agent, reais, statuses as numbers, notices that only name the charge. */
import { toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, isPositiveWhole, isText, isWebAddress, matches } from '../checks.ts'
import { localTime } from '../dates.ts'
import { pixKeyAt } from '../destination.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, FakeProvider } from '../provider.ts'
import { createRoute, readRoute, withdrawRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'PAGSTAR',
  transport: 'http',
  path: '/pagstar/api/v2',
  publicKey: 'trilho-demo-pagstar-tenant|Trilho Demo (demo@example.com)',
  secretKey: 'trilho-demo-pagstar-token',
  webhookSecret: null,
} as const satisfies DemoAccount

const [TENANT] = ACCOUNT.publicKey.split('|')

const RULES: readonly FieldRule[] = [
  { field: 'name', valid: isText, message: 'O campo name é obrigatório.' },
  { field: 'document', valid: matches(/^\w{11,14}$/), message: 'O campo document é inválido.' },
  { field: 'tenant_id', valid: (value) => value === TENANT, message: 'O campo tenant_id é inválido.' },
  { field: 'expiration', valid: isPositiveWhole, message: 'O campo expiration é inválido.' },
  { field: 'transaction_id', valid: isText, message: 'O campo transaction_id é obrigatório.' },
  { field: 'description', valid: isText, message: 'O campo description é obrigatório.' },
  { field: 'callback', valid: isWebAddress, message: 'O campo callback é inválido.' },
]

const WITHDRAW_RULES: readonly FieldRule[] = [
  { field: 'pix_key', valid: isText, message: 'O campo pix_key é obrigatório.' },
  { field: 'customer_document', valid: matches(/^\w{11,14}$/), message: 'O campo customer_document é inválido.' },
  { field: 'transaction_id', valid: isText, message: 'O campo transaction_id é obrigatório.' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: { pending: '0', paid: '1', refused: '2', expired: '2', refunded: null, chargeback: null },
  withdrawalStatuses: { pending: '0', paid: '1', refused: '2', canceled: '2' },
  refuse,
  authorize: ({ headers }) => {
    if (!isSame(headers.authorization, `Bearer ${ACCOUNT.secretKey}`)) return refuse(401, 'Unauthenticated.')
    const names = matches(/^.+ \([^\s@]+@[^\s@]+\)$/)
    return names(headers['user-agent']) ? null : refuse(403, 'User-Agent inválido.')
  },
  asks: { deadline: ['expiration'] },
  routes: [
    createRoute({
      path: '/wallet/partner/transactions/generate-anonymous-pix',
      refuse: (_, message) => refuse(422, message),
      rules: RULES,
      amount: { at: 'value', unit: 'reais' },
      referenceAt: 'transaction_id',
      webhookAt: 'callback',
      newId: () => `ps-${randomWord(12)}`,
      lifetimeMs: ({ expiration }) => Number(expiration) * 1000,
      answer: ({ id, reference, pixCode, expiresAt }) => ({
        message: 'Pix gerado',
        data: {
          external_reference: id,
          transaction_id: reference,
          pix_key: pixCode,
          qr_code_url: `https://pagstar.invalid/qr/${id}.png`,
          expiration_date: localTime(expiresAt),
          checkout: `https://pagstar.invalid/c/${id}`,
        },
      }),
    }),
    readRoute('/wallet/partner/transactions/:id', refuse, ({ id, reference, status, amount }) => ({
      data: {
        external_reference: id,
        transaction_id: reference,
        status: Number(status),
        value: toReais(amount),
      },
    })),
    withdrawRoute({
      path: '/wallet/partner/withdrawals/solicit-for-customer',
      refuse: (_, message) => refuse(422, message),
      rules: WITHDRAW_RULES,
      destination: pixKeyAt('pix_key'),
      amount: { at: 'value', unit: 'reais' },
      referenceAt: 'transaction_id',
      answer: ({ id }) => ({ message: 'Saque solicitado', data: { external_reference: id } }),
    }),
  ],
  webhook: {
    payload: ({ id, reference }) => ({ external_reference: id, transaction_id: reference }),
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
