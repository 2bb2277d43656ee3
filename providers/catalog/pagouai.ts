/** PAGOUAI: the plain white-label wire. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const pagouai = defineProvider(
  whiteLabelV1({
    code: 'PAGOUAI',
    name: 'Pagou.ai',
    evidence: 'clients',
    host: 'https://api.conta.pagou.ai/v1',
    boleto: { expiresInDays: 3 },
    cards: 'details',
    refund: 'POST',
    transfers: true,
  }),
)
