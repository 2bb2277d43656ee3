/**
 * SAQPAY: taken for a white label; only its notices are known, which carry a secret and no status. They look like PAGSTAR's, whose
 * `external_reference` is its own id: which of the two is our reference is told by its form.
 */
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
    translate: ({ transaction_id, external_reference }) =>
      isOurs(external_reference) && !isOurs(transaction_id)
        ? { transactionId: transaction_id, reference: external_reference }
        : { transactionId: external_reference, reference: transaction_id },
  },
})

/** The form of each reference that a charge is created with. */
const isOurs = (id: unknown): boolean => typeof id === 'string' && /^[0-9a-f]{32}$/.test(id)
