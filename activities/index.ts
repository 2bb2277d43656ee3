/** Every activity, bound to what it needs. Workflows import only the type. */
import { attemptCharge } from './attempt-charge.ts'
import { attemptPayout } from './attempt-payout.ts'
import type { ActivityDependencies } from './context.ts'
import { createReceiver } from './create-receiver.ts'
import { deliverToSeller, giveUpDelivery } from './deliver-to-seller.ts'
import { createLines } from './lines.ts'
import { adoptTransaction, lookUpAttempt } from './look-up-attempt.ts'
import { lookUpPayout } from './look-up-payout.ts'
import { pollCharge, readCharge } from './read-charge.ts'
import { pollPayout, resolvePayout } from './read-payout.ts'
import {
  adoptReceiver,
  pollReceiver,
  recordReceiverAttention,
  recordReceiverDecision,
  recordReceiverStatus,
  reopenCreation,
} from './read-receiver.ts'
import { recordPayoutAttention, recordPayoutDecision, recordPayoutTransition } from './record-payout.ts'
import { loadChargeFacts, recordAttention, recordDecision, recordTransition } from './record-transition.ts'
import { sweep } from './sweep.ts'

export function createActivities(dependencies: ActivityDependencies) {
  const lines = createLines(dependencies)
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
    attemptPayout: attemptPayout(dependencies, lines),
    lookUpPayout: lookUpPayout(dependencies, lines),
    pollPayout: pollPayout(dependencies, lines),
    resolvePayout: resolvePayout(dependencies, lines),
    recordPayoutTransition: recordPayoutTransition(dependencies),
    recordPayoutAttention: recordPayoutAttention(dependencies),
    recordPayoutDecision: recordPayoutDecision(dependencies),
    deliverToSeller: deliverToSeller(dependencies),
    giveUpDelivery: giveUpDelivery(dependencies),
    createReceiver: createReceiver(dependencies, lines),
    adoptReceiver: adoptReceiver(dependencies, lines),
    pollReceiver: pollReceiver(dependencies, lines),
    recordReceiverStatus: recordReceiverStatus(dependencies),
    recordReceiverAttention: recordReceiverAttention(dependencies),
    recordReceiverDecision: recordReceiverDecision(dependencies),
    reopenCreation: reopenCreation(dependencies),
    sweep: sweep(dependencies),
  }
}

export type Activities = ReturnType<typeof createActivities>
