/** REFLOW2: the REFLOWPAY wire with numbers for a withdrawal's status where it is read, and a refund that is a chargeback. No host is public. */
import { cashtimeDialect } from '../dialects/cashtime.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const reflow2 = defineProvider(
  cashtimeDialect({
    code: 'REFLOW2',
    name: 'ReflowPay 2',
    evidence: 'specification',
    host: 'https://api.reflow2.invalid/v1',
    readCall: '/transactions',
    statuses: { refund: 'CHARGEBACK' },
    withdrawStatuses: { '0': 'PENDING', '1': 'APPROVED', '2': 'REJECTED', '3': 'REJECTED', '4': 'REJECTED' },
    readsWithdrawals: true,
  }),
)
