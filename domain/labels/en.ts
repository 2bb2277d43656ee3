import { methods } from './methods-en.ts'
import type { Labels } from './pt-BR.ts'

export const labels: Labels = {
  chargeStatus: {
    PENDING: 'Pending',
    APPROVED: 'Paid',
    REJECTED: 'Rejected',
    REFUNDED: 'Refunded',
    CHARGEBACK: 'Disputed',
  },
  ending: { refused: 'Rejected', expired: 'Expired', canceled: 'Canceled' },
  paymentMethod: methods,
  disbursementStatus: { PENDING: 'Under way', APPROVED: 'Done', REJECTED: 'Refused', CANCELED: 'Canceled' },
  withdrawMethod: { PIX: 'Pix', BANK_ACCOUNT: 'Bank account', RECEIVER: 'Receiver' },
  refundKind: { requested: 'Requested here', policy: 'Platform policy', external: 'Provider’s dashboard' },
  receiverStatus: { PENDING: 'Under review', ACTIVE: 'Active', REJECTED: 'Refused' },
  disputeState: { OPEN: 'Open', WON: 'Won', LOST: 'Lost' },
  disputeKind: { CHARGEBACK: 'Chargeback', MED: 'MED (Pix)' },
  reason: {
    unmappedStatus: 'unknown provider status',
    unknownOutcome: 'outcome unknown',
    providerUnreachable: 'provider does not answer',
    latePayment: 'late payment',
    orphanPayment: 'payment on another transaction',
    amountMismatch: 'amount differs',
    workflowLost: 'process interrupted',
    doublePayment: 'paid twice',
    refundAndChargeback: 'refunded and charged back',
    returnedInPart: 'returned in part',
    disputeWon: 'dispute won',
    contradicted: 'provider contradicts itself',
    unconfirmedNotice: 'notice not confirmed',
    workflowStuck: 'process cannot move',
    awaitsApproval: 'awaits a second person',
    noConfirmation: 'provider does not confirm',
  },
}
