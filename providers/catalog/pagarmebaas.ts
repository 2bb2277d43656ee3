/** PAGAR.ME banking as a service: the same wire, its own reading of what is canceled. */
import { pagarmeV5 } from '../dialects/pagarme-v5.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const pagarmebaas = defineProvider(
  pagarmeV5({
    code: 'PAGARMEBAAS',
    name: 'Pagar.me BaaS',
    evidence: 'documentation',
    canceled: 'REFUNDED',
    canceledWithdrawal: 'CANCELED',
  }),
)
