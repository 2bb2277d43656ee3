/** SAQPAY: taken for a white label; only its notices are known, which carry a secret and no status. */
import { Type } from 'typebox'
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { inHeader } from '../kit/proof.ts'
import { Anything } from '../kit/schemas.ts'

const spec = whiteLabelV1({
  code: 'SAQPAY',
  name: 'SaqPay',
  evidence: 'specification',
  host: 'https://api.saqpay.invalid',
})

export const saqpay = defineProvider({
  ...spec,
  credentials: [...spec.credentials, webhookSecret],
  webhook: {
    verification: 'sharedSecret',
    repeated: inHeader('authorization'),
    body: Type.Object({ transaction_id: Anything, external_reference: Anything }),
    translate: ({ transaction_id, external_reference }) => ({
      transactionId: transaction_id,
      reference: external_reference,
    }),
  },
})
