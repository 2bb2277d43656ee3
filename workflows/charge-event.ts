/** An event that came after the charge's workflow had closed: a refund, a chargeback, a late payment. */
import { setCurrentDetails } from '@temporalio/workflow'
import type { ChargeResult } from './charge.ts'
import { loadChargeFacts } from './charge-activities.ts'
import { applyPatiently } from './fact.ts'
import type { ChargeEventInput } from './messages.ts'

export async function chargeEvent({ chargeId, event }: ChargeEventInput): Promise<ChargeResult> {
  setCurrentDetails(
    `Evento do provedor depois do fim da cobrança: ${event.rawStatus ?? event.status ?? 'a consultar'}.`,
  )
  const { own, status } = await loadChargeFacts({ chargeId })
  const recorded = await applyPatiently({ chargeId, ...(own ? { own } : {}) }, event)
  return { status: recorded?.status ?? status }
}
