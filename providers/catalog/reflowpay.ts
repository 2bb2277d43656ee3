/** REFLOWPAY: the CASHTIME wire, and withdrawals can be read. */
import { cashtimeDialect } from '../dialects/cashtime.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const reflowpay = defineProvider(
  cashtimeDialect({
    code: 'REFLOWPAY',
    name: 'ReflowPay',
    evidence: 'clients',
    host: 'https://api.reflowpay.com/v1',
    readCall: '/transactions',
    readsWithdrawals: true,
  }),
)
