/** VELTRAX: the assumed wire behind a token; flat notices in reais, of the same shape for both directions. */
import { toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { tokenPixProvider } from '../families/token-pix.ts'
import type { Transaction, Withdrawal } from '../provider.ts'

const ACCOUNT = {
  provider: 'VELTRAX',
  transport: 'http',
  path: '/veltrax',
  publicKey: 'trilho-demo-veltrax-client',
  secretKey: 'trilho-demo-veltrax-client-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider = tokenPixProvider({
  account: ACCOUNT,
  client: { client_id: ACCOUNT.publicKey, client_secret: ACCOUNT.secretKey },
  webhook: {
    payload: (transaction) => notice('deposit', transaction),
    withdrawal: { payload: (withdrawal) => notice('withdraw', withdrawal) },
    address: ({ url }) => ({ url, headers: {} }),
  },
})

function notice(type: string, { id, reference, status, amount }: Transaction | Withdrawal) {
  return { type, transaction_id: id, external_id: reference, status, amount: toReais(amount), fee: 0 }
}
