/** PAGUESAFE: the plain white-label wire, nothing of its own. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const paguesafe = defineProvider(
  whiteLabelV1({
    code: 'PAGUESAFE',
    name: 'PagueSafe',
    evidence: 'clients',
    host: 'https://api.conta.skalepay.com.br/v1',
    pixExpiryDays: 1,
    boletoExpiryDays: 3,
    cards: true,
    refund: 'POST',
    words: { refund: () => 'Internal server error' },
  }),
)
