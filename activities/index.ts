/** Every activity, bound to its dependencies. Workflows import only the type. */
import { createConnections } from '../gateway/connections.ts'
import { patienceLearner } from '../gateway/patience.ts'
import { attemptCharge } from './attempt-charge.ts'
import { attemptDisbursement } from './attempt-disbursement.ts'
import type { ActivityDependencies } from './context.ts'
import { createReceiver } from './create-receiver.ts'
import { deliverToSeller, giveUpDelivery } from './deliver-to-seller.ts'
import { gradeExamRequests } from './exam/grade-requests.ts'
import { finishExam, gradeExamQuestion, putExamQuestion } from './exam/take-exam.ts'
import { giveUpExport, writeExport } from './export/write-export.ts'
import { loadCreation, loadDelivered, loadDisbursementCreation } from './load-creation.ts'
import { adoptTransaction, lookUpAttempt } from './look-up-attempt.ts'
import { lookUpDisbursement } from './look-up-disbursement.ts'
import { applyEvent, confirmEvent, loadEvent } from './provider-event.ts'
import { readCharge } from './read-charge.ts'
import { resolveDisbursement } from './read-disbursement.ts'
import { noteReaderPause, readDue, readSoon } from './read-due.ts'
import {
  adoptReceiver,
  loadReceiverFacts,
  recordReceiverAttention,
  recordReceiverDecision,
  recordReceiverStatus,
  reopenCreation,
  vouchForReceiver,
} from './read-receiver.ts'
import {
  recordDisbursementApproval,
  recordDisbursementAttention,
  recordDisbursementDecision,
  recordDisbursementTransition,
} from './record-disbursement.ts'
import { loadChargeFacts, recordAttention, recordDecision, recordTransition } from './record-transition.ts'
import { giveUpMail, sendMail } from './send-mail.ts'
import { sweep } from './sweep.ts'
import { takeLateAmounts } from './take-late-amounts.ts'
import { watchSecondPayment } from './watch-second.ts'
import { applyWithdrawalEvent, confirmWithdrawalEvent } from './withdrawal-event.ts'

export function createActivities(dependencies: ActivityDependencies) {
  const { database, logger } = dependencies
  const connections = createConnections({ ...dependencies, learnPatience: patienceLearner(database.writer, logger) })
  return {
    attemptCharge: attemptCharge(dependencies, connections),
    lookUpAttempt: lookUpAttempt(dependencies, connections),
    watchSecondPayment: watchSecondPayment(dependencies, connections),
    adoptTransaction: adoptTransaction(dependencies, connections),
    readCharge: readCharge(dependencies, connections),
    takeLateAmounts: takeLateAmounts(dependencies, connections),
    recordTransition: recordTransition(dependencies),
    recordAttention: recordAttention(dependencies),
    recordDecision: recordDecision(dependencies),
    loadChargeFacts: loadChargeFacts(dependencies),
    loadCreation: loadCreation(dependencies),
    loadDelivered: loadDelivered(dependencies),
    loadDisbursementCreation: loadDisbursementCreation(dependencies),
    loadEvent: loadEvent(dependencies),
    applyEvent: applyEvent(dependencies, connections),
    confirmEvent: confirmEvent(dependencies, connections),
    attemptDisbursement: attemptDisbursement(dependencies, connections),
    lookUpDisbursement: lookUpDisbursement(dependencies, connections),
    resolveDisbursement: resolveDisbursement(dependencies, connections),
    applyWithdrawalEvent: applyWithdrawalEvent(dependencies),
    confirmWithdrawalEvent: confirmWithdrawalEvent(dependencies, connections),
    recordDisbursementTransition: recordDisbursementTransition(dependencies),
    recordDisbursementAttention: recordDisbursementAttention(dependencies),
    recordDisbursementDecision: recordDisbursementDecision(dependencies),
    recordDisbursementApproval: recordDisbursementApproval(dependencies),
    deliverToSeller: deliverToSeller(dependencies),
    giveUpDelivery: giveUpDelivery(dependencies),
    sendMail: sendMail(dependencies),
    giveUpMail: giveUpMail(dependencies),
    writeExport: writeExport(dependencies),
    putExamQuestion: putExamQuestion(dependencies),
    gradeExamQuestion: gradeExamQuestion(dependencies),
    gradeExamRequests: gradeExamRequests(dependencies),
    finishExam: finishExam(dependencies),
    giveUpExport: giveUpExport(dependencies),
    createReceiver: createReceiver(dependencies, connections),
    adoptReceiver: adoptReceiver(dependencies, connections),
    vouchForReceiver: vouchForReceiver(dependencies),
    loadReceiverFacts: loadReceiverFacts(dependencies),
    recordReceiverStatus: recordReceiverStatus(dependencies),
    recordReceiverAttention: recordReceiverAttention(dependencies),
    recordReceiverDecision: recordReceiverDecision(dependencies),
    reopenCreation: reopenCreation(dependencies),
    readDue: readDue(dependencies, connections),
    readSoon: readSoon(dependencies),
    noteReaderPause: noteReaderPause(dependencies),
    sweep: sweep(dependencies),
  }
}

export type Activities = ReturnType<typeof createActivities>
