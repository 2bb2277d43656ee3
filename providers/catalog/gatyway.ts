/** GATYWAY: the white-label wire with a vault for cards; credentials and answers are assumed. */
import { Type } from 'typebox'
import { toCard, whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { Text } from '../kit/schemas.ts'

const CardToken = Type.Object({ token: Text })

export const gatyway = defineProvider(
  whiteLabelV1({
    code: 'GATYWAY',
    name: 'Gatyway',
    evidence: 'specification',
    host: 'https://api.gatyway.invalid',
    cards: 'token',
    refund: 'POST',
    transfers: true,

    *tokenizeCard(card, { wire }) {
      const { token } = yield* wire.post('/card-token', toCard(card), CardToken, { risk: 'repeatable' })
      return token
    },
  }),
)
