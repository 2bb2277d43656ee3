/** PAGUESAFE: the plain white-label wire, at SkalePay. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const paguesafe = defineProvider(
  whiteLabelV1({
    code: 'PAGUESAFE',
    name: 'PagueSafe',
    evidence: 'clients',
    host: 'https://api.conta.skalepay.com.br/v1',
    boleto: { expiresInDays: 3 },
    cards: 'details',
    refund: 'POST',
    words: { refund: () => 'Internal server error' },
  }),
)
