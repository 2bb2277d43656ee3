/** PAGAR.ME (https://docs.pagar.me). */
import { pagarmeV5 } from '../dialects/pagarme-v5.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { GENERIC_WITHDRAW_STATUSES } from '../kit/statuses.ts'

export const pagarme = defineProvider(
  pagarmeV5({
    code: 'PAGARME',
    name: 'Pagar.me',
    evidence: 'documentation',
    canceled: 'REJECTED',
    withdrawStatuses: {
      ...GENERIC_WITHDRAW_STATUSES,
      known: { ...GENERIC_WITHDRAW_STATUSES.known, transferred: 'APPROVED' },
    },
  }),
)
