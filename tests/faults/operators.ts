/** People at their desk: they look into the provider's own system and say what became of a charge's creation. */

import { defined } from '../../domain/defined.ts'
import type { Campaign } from './campaign.ts'
import { type Case, casesOf, referenceOf } from './cases.ts'
import { isParked } from './invariants.ts'

export interface Resolution {
  chargeId: string
  orderId: string | null
  outcome: 'created' | 'notCreated'
  transactionId?: string
}

/** Resolves every charge that asks for it, through the API. */
export async function resolveAll({ product, evidence }: Campaign): Promise<Resolution[]> {
  const { seen } = await evidence()
  const resolutions = casesOf(seen).filter(isParked).map(decide)
  for (const { chargeId, outcome, transactionId } of resolutions) {
    const path = `/v1/operations/${encodeURIComponent(`charge/${chargeId}`)}/resolve`
    const { status, body } = await product.call('POST', path, {
      outcome,
      ...defined({ transactionId }),
    })
    if (status !== 202) throw new Error(`resolve of ${chargeId} was answered with ${status}: ${JSON.stringify(body)}`)
  }
  return resolutions
}

function decide({ charge: { id, orderId }, attempts, transactions }: Case): Resolution {
  const references = attempts.filter(({ state }) => state === 'sending').map(referenceOf)
  const made = transactions.find(({ reference }) => references.includes(reference))
  if (!made) return { chargeId: id, orderId, outcome: 'notCreated' }
  return { chargeId: id, orderId, outcome: 'created', transactionId: made.id }
}
