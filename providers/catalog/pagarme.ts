/** PAGAR.ME (https://docs.pagar.me). */
import { pagarmeV5 } from '../dialects/pagarme-v5.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const pagarme = defineProvider(
  pagarmeV5({
    code: 'PAGARME',
    name: 'Pagar.me',
    evidence: 'documentation',
    canceled: 'REJECTED',
    canceledWithdrawal: 'REJECTED',
  }),
)
