/** Every activity, bound to what it needs. Workflows import only the type. */
import { attemptCharge } from './attempt-charge.ts'
import { createBulkhead } from './bulkhead.ts'
import { createCertificateCache } from './certificates.ts'
import type { ActivityDependencies } from './context.ts'
import { deliverToSeller, giveUpDelivery } from './deliver-to-seller.ts'
import type { LineFactory } from './line.ts'
import { adoptTransaction, lookUpAttempt } from './look-up-attempt.ts'
import { pollCharge, readCharge } from './read-charge.ts'
import { loadChargeFacts, recordAttention, recordDecision, recordTransition } from './record-transition.ts'
import { sweep } from './sweep.ts'
import { createTokenCache } from './tokens.ts'

/** Of the requests that one worker may have under way. */
const SHARE_OF_A_PROVIDER = 40

export function createActivities(dependencies: ActivityDependencies) {
  const { http, sealKey, metrics } = dependencies
  const lines: LineFactory = {
    http,
    sealKey,
    metrics,
    bulkhead: createBulkhead(SHARE_OF_A_PROVIDER),
    tokens: createTokenCache(),
    certificates: createCertificateCache(http),
  }
  return {
    attemptCharge: attemptCharge(dependencies, lines),
    lookUpAttempt: lookUpAttempt(dependencies, lines),
    adoptTransaction: adoptTransaction(dependencies, lines),
    readCharge: readCharge(dependencies, lines),
    pollCharge: pollCharge(dependencies, lines),
    recordTransition: recordTransition(dependencies),
    recordAttention: recordAttention(dependencies),
    recordDecision: recordDecision(dependencies),
    loadChargeFacts: loadChargeFacts(dependencies),
    deliverToSeller: deliverToSeller(dependencies),
    giveUpDelivery: giveUpDelivery(dependencies),
    sweep: sweep(dependencies),
  }
}

export type Activities = ReturnType<typeof createActivities>
