/** VILLET: taken for a white label with receivers, who are paid out of a balance of their own. */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldsOf, firstBroken, isEmail, isText, matches } from '../checks.ts'
import { receiverAt } from '../destination.ts'
import { refuse, toTransfer, whiteLabelProvider } from '../families/white-label-v1.ts'
import { randomNumberId } from '../identifiers.ts'
import { readWithdrawRoute, withdrawRoute } from '../routes.ts'

const ACCOUNT = {
  provider: 'VILLET',
  transport: 'http',
  path: '/villet',
  publicKey: null,
  secretKey: 'trilho-demo-villet-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

const isFalse = (value: unknown) => value === false
const RECIPIENT_RULES: readonly FieldRule[] = [
  { field: 'legalName', valid: isText, message: 'legalName is required' },
  { field: 'email', valid: isEmail, message: 'email is invalid' },
  { field: 'document.number', valid: matches(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/), message: 'document.number is invalid' },
  { field: 'document.type', valid: matches(/^(?:cpf|cnpj)$/), message: 'document.type must be cpf or cnpj' },
  { field: 'transferEnabled', valid: isFalse, message: 'transferEnabled is not allowed' },
  { field: 'automaticAnticipationEnabled', valid: isFalse, message: 'automaticAnticipationEnabled is not allowed' },
  {
    field: 'anticipatableVolumePercentage',
    valid: (value) => value === 0,
    message: 'anticipatableVolumePercentage must be 0',
  },
  { field: 'bankAccount.bankCode', valid: matches(/^\d{3}$/), message: 'bankAccount.bankCode is invalid' },
  { field: 'bankAccount.account', valid: isText, message: 'bankAccount.account is required' },
  {
    field: 'bankAccount.type',
    valid: matches(/^conta_(?:corrente|poupanca)$/),
    message: 'bankAccount.type must be conta_corrente or conta_poupanca',
  },
]
const unknown = () => refuse(404, 'Recipient not found')

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [ACCOUNT.secretKey, 'x'],
  methods: ['pix'],
  withdrawalStatuses: { pending: 'bank_processing', paid: 'success', refused: 'failed', canceled: 'canceled' },
  routes: [
    {
      operation: 'createReceiver',
      method: 'POST',
      path: '/recipients',
      handle: ({ body }, books) => {
        const broken = firstBroken(body, RECIPIENT_RULES)
        if (broken) return refuse(400, broken.message)
        const id = randomNumberId()
        const recipient = { ...fieldsOf(body), id, createdAt: new Date(books.now()).toISOString() }
        books.remember('recipient', String(id), recipient)
        return { status: 200, body: recipient }
      },
    },
    {
      operation: 'readReceiver',
      method: 'GET',
      path: '/recipients/:id',
      handle: ({ params }, books) => {
        const recipient = books.recall('recipient', params.id ?? '')
        return recipient ? { status: 200, body: recipient } : unknown()
      },
    },
    {
      operation: 'readBalance',
      method: 'GET',
      path: '/balance/available',
      handle: ({ query }, books) =>
        books.recall('recipient', query.recipientId ?? '')
          ? { status: 200, body: { amount: books.balance() } }
          : unknown(),
    },
    withdrawRoute({
      path: '/transfers',
      refuse,
      rules: [{ field: 'recipientId', valid: isText, message: 'recipientId is required' }],
      destination: receiverAt('recipientId'),
      amount: { at: 'amount', unit: 'cents' },
      newId: () => String(randomNumberId()),
      answer: toTransfer,
    }),
    readWithdrawRoute('/transfers/:id', refuse, toTransfer),
  ],
})
