/** Made by `npm run generate` from the API. */
import type { FileContent } from './files.ts'

export type AccountHealth = {
  /** Read off the tries of the last five minutes. `open`: most were not answered, and it is asked last. `halfOpen`: the next try shows how it stands. */
  breaker: "closed" | "open" | "halfOpen"
  /** Of its charges of the last day that ended: those that were made and not refused at once, by the provider or by the bank of the buyer. Null where there is none. */
  successRate: number | null
  /** Of how many charges the success rate is: the last 200 at most. */
  rated: number
  /** How many readings a second it is asked for, as its refusals have taught. */
  requestsPerSecond: number
  /** How many of them may be under way at once. */
  concurrency: number
  /** Charges, withdrawals and receivers that are open there: they are followed also while it is paused. */
  following: number
  /** What is due to be read, and has not had its turn. */
  waiting: number
  /** Since when the breaker is as it is. Null: nothing tried lately. */
  since: string | null
}

export type AccountStatementColumns = {
  columns: StatementColumnNames | null
}

export type AccountTestResult = {
  /** Whether the provider takes the keys. `notAsked`: no request reaches it without the platform's `setting`, which is missing or of no use, so the keys may be right. `unclear`: it answers the same to keys that do not exist. `impossible`: nothing can be asked without moving money. */
  outcome: "accepted" | "refused" | "notAsked" | "unanswered" | "unclear" | "impossible"
  /** The provider's own words; with `notAsked`, what is wrong with the `setting`. */
  message: string | null
  /** With `notAsked`: what `PATCH /v1/platforms/:id` has to set. Null otherwise. */
  setting: "certCashInUrl" | "certCashOutUrl" | "privateKey" | "defaultReceiverId" | null
  /** ISO 8601, UTC. */
  at: string
}

export type Address = {
  /** CEP, bare or formatted. */
  zipCode: string
  address: string
  number: string
  district: string
  city: string
  /** UF, e.g. SP. */
  state: string
}

export type Analytics = {
  from: string
  to: string
  data: Array<{
    /** A day (YYYY-MM-DD), a provider, a method, or why charges were not paid. */
    key: string
    /** Charges that a provider took, or that all refused. */
    created: number
    /** Of those, the ones that may still be paid. */
    pending: number
    /** Integer cents. */
    pendingAmount: number
    rejected: number
    /** What was not paid of it; integer cents. */
    rejectedAmount: number
    /** Paid, whatever has become of them since. */
    approved: number
    /** What their buyers paid; integer cents. */
    approvedAmount: number
    /** What has gone back of it; integer cents. */
    refundedAmount: number
    /** In dispute, or lost in one. */
    chargebacks: number
    /** approved / (approved + rejected), from 0 to 1: what may still be paid counts as neither. Null where nothing is decided. */
    approvalRate: number | null
    /** Half of them were paid within so many seconds, give or take a quarter; null where none was. */
    p50ApprovalSeconds: number | null
  }>
  total: {
    /** Charges that a provider took, or that all refused. */
    created: number
    /** Of those, the ones that may still be paid. */
    pending: number
    /** Integer cents. */
    pendingAmount: number
    rejected: number
    /** What was not paid of it; integer cents. */
    rejectedAmount: number
    /** Paid, whatever has become of them since. */
    approved: number
    /** What their buyers paid; integer cents. */
    approvedAmount: number
    /** What has gone back of it; integer cents. */
    refundedAmount: number
    /** In dispute, or lost in one. */
    chargebacks: number
    /** approved / (approved + rejected), from 0 to 1: what may still be paid counts as neither. Null where nothing is decided. */
    approvalRate: number | null
    /** Half of them were paid within so many seconds, give or take a quarter; null where none was. */
    p50ApprovalSeconds: number | null
  }
}

export type ApiKey = {
  id: string
  name: string
  role: "seller" | "operator" | "admin"
  /** A test key reaches fake providers only, and sees only what was made with test keys. */
  mode: "live" | "test"
  /** Its first characters. */
  hint: string
  /** E-mail of the user who made it. While they are disabled the key does not work, and it never does more than their own role allows now. */
  createdBy: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  revokedAt: string | null
}

export type ApiKeyList = {
  data: Array<ApiKey>
  nextCursor: string | null
}

/** Integer cents. A withdrawal above it is not sent until an operator who did not ask for it has approved it; null: none waits. Each withdrawal is compared alone, so parts of a larger amount do not wait: with 0 every withdrawal waits. It applies to withdrawals that are requested from now on. */
export type ApprovalAbove = number | null

export type AskedReconciliationRun = {
  id: string
  /** ISO 8601, UTC. */
  at: string
  /** The user or the API key that asked. */
  by: string
  /** Null: all accounts of the platform. */
  providerAccountId: string | null
  /** How many movements are read before their time. */
  readings: number
  /** Within how many seconds, where the provider refuses nothing. */
  seconds: number
}

export type AskedReconciliationRunList = {
  data: Array<AskedReconciliationRun>
  nextCursor: string | null
}

export type AuditEntry = {
  id: string
  /** ISO 8601, UTC. */
  at: string
  /** A user's e-mail, or `API key ` and the key's name. */
  actor: string
  action: "sign-in" | "sign-in.refused" | "sign-out" | "user.create" | "user.change" | "user.remove" | "user.password" | "user.setPassword" | "user.documents.read" | "user.document.change" | "user.document.delete" | "invitation.create" | "invitation.resend" | "invitation.withdraw" | "invitation.accept" | "membership.join" | "membership.change" | "membership.end" | "passwordReset.ask" | "passwordReset.use" | "secondFactor.enable" | "secondFactor.disable" | "secondFactor.recoveryCodes" | "secondFactor.reset" | "session.end" | "apiKey.create" | "apiKey.change" | "apiKey.revoke" | "platform.create" | "platform.change" | "platform.rotateWebhookSecret" | "providerAccount.create" | "providerAccount.change" | "providerAccount.test" | "providerAccount.delete" | "providerAccount.rotateWebhookUrl" | "routingRule.create" | "routingRule.change" | "routingRule.delete" | "product.create" | "product.change" | "offer.create" | "offer.change" | "paymentLink.create" | "paymentLink.change" | "webhookEndpoint.create" | "webhookEndpoint.change" | "webhookEndpoint.delete" | "webhookEndpoint.rotateSecret" | "webhookEndpoint.test" | "retry" | "resolve" | "cancel" | "replay" | "resend" | "refund.create" | "withdrawal.create" | "receiver.create" | "receiver.documents.read" | "receiver.document.delete" | "charge.mail" | "card.remove" | "customer.erase" | "export.create" | "export.download" | "dispute.resolve" | "dispute.evidence" | "dispute.evidence.delete" | "reconciliation.resolve" | "reconciliation.import" | "reconciliation.run" | "retranslate"
  /** What it was done to: a workflow, or kind/id. */
  target: string
  detail: Record<string, unknown> | null
  /** From where. */
  ip: string | null
}

export type AuditList = {
  data: Array<AuditEntry>
  nextCursor: string | null
}

export type Balance = {
  providerAccountId: string
  provider: string
  name: string
  /** Integer cents that can be paid out; below zero where the account owes. Null until the provider has said it. */
  available: number | null
  /** Integer cents that are not free yet. Null also where the provider does not say it. */
  pending: number | null
  /** ISO 8601, UTC. */
  at: string | null
  /** Why the provider did not say it when it was last asked. */
  problem: string | null
}

export type Balances = {
  data: Array<Balance>
  nextCursor: string | null
}

export type CancelOperationQuery = {
  shown?: string
  updatedAt?: string
}

export type Card = {
  /** For `POST /v1/charges`. */
  cardId: string
  brand: string
  lastDigits: string
  /** ISO 8601, UTC. */
  expiresAt: string
  provider: string
  providerAccountId: string
  /** The code it was saved with has been used, and is forgotten: a charge may bring `cvv` again. */
  asksForCode: boolean
  /** ISO 8601, UTC. */
  createdAt: string
}

export type CardList = {
  data: Array<Card>
  nextCursor: string | null
}

export type Charge = {
  id: string
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  status: "PENDING" | "APPROVED" | "REJECTED" | "REFUNDED" | "CHARGEBACK"
  /** The provider's word is in no table: `status` is its default, and no end. */
  statusUnmapped: boolean
  /** What made it REJECTED: the provider refused it, its time was over, or an operator cancelled it. */
  ending: "refused" | "expired" | "canceled" | null
  /** Why it was refused, in a few plain reasons; `failureMessage` has the words themselves. */
  refusal: "insufficientFunds" | "limitExceeded" | "invalidCard" | "expiredCard" | "blockedCard" | "suspectedFraud" | "notAuthorized" | "invalidRequest" | "providerFault" | "expiredThere" | "canceledThere" | "other" | null
  needsAttention: boolean
  /** The most serious reason. */
  attention: "doublePayment" | "amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "orphanPayment" | "refundAndChargeback" | "returnedInPart" | "disputeWon" | "contradicted" | "latePayment" | "unconfirmedNotice" | "unmappedStatus" | null
  /** All that stand, in the order in which they came. */
  attentionReasons: Array<"doublePayment" | "amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "orphanPayment" | "refundAndChargeback" | "returnedInPart" | "disputeWon" | "contradicted" | "latePayment" | "unconfirmedNotice" | "unmappedStatus">
  paymentMethod: "PIX" | "CREDIT_CARD" | "BILLET"
  /** What the sale costs, as it was asked for. Integer cents. */
  amount: number
  /** What the buyer is to pay: `amount` and the interest of the installments. */
  finalValue: number
  currency: "BRL" | "USD" | "EUR" | "MXN"
  /** What the buyer paid, null until then: `finalValue`, unless an operator took another amount. Refunds go up to this. Integer cents. */
  paidAmount: number | null
  /** Integer cents. */
  refundedAmount: number
  provider: string | null
  providerAccountId: string | null
  /** The provider's id. */
  transactionId: string | null
  orderId: string | null
  /** What was bought, where it was an offer. */
  offerId: string | null
  /** The link through which the buyer came. */
  paymentLinkId: string | null
  /** The text to copy and paste into a bank app. */
  pixCode: string | null
  /** The same code as an image: a data URL or an address. */
  pixQrCode: string | null
  /** ISO 8601, UTC. A boleto can be paid until the end of this day in São Paulo. */
  expiresAt: string | null
  billetCode: string | null
  billetUrl: string | null
  installments: number
  card: {
    brand: string
    lastDigits: string
  } | null
  /** `GET /v1/customers/:id`. Null once their data is erased. */
  customerId: string | null
  customer: {
    name: string
    email: string
    document: string
    phone?: string
  }
  address: Address | null
  items: Array<Item>
  splits: Array<Split>
  description: string | null
  /** As it was given; else empty. */
  metadata: Record<string, string>
  /** The last refusal, in the provider's words or ours. */
  failureMessage: string | null
  checkoutToken: string
  /** The buyer's page: needs no sign-in. */
  payUrl: string
  /** When it was approved first. ISO 8601, UTC. */
  paidAt: string | null
  /** Its code may still be paid at the provider, also after the charge expired or was cancelled: until the provider has withdrawn it, where it does that (`cancelMethods`). */
  payable: boolean
  /** Who made it: a user's e-mail, `API key ` and the key's name, or `checkout` for a page's buyer. */
  createdByUser: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
  workflow: {
    workflowId: string
    runId: string | null
  }
}

export type ChargeAttempt = {
  id: string
  number: number
  provider: string
  providerAccountId: string
  state: "created" | "sending" | "answered"
  outcome: "created" | "refused" | "absent" | "superseded" | null
  transactionId: string | null
  errorKind: string | null
  errorMessage: string | null
  exchange: Array<ExchangeEntry>
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  answeredAt: string | null
}

export type ChargeAttempts = {
  data: Array<ChargeAttempt>
  nextCursor: string | null
}

export type ChargeEvent = {
  id: string
  /** ISO 8601, UTC. */
  at: string
  type: "requested" | "sent" | "created" | "refused" | "turnedAway" | "heldBack" | "unknownOutcome" | "lookedUp" | "needsAttention" | "statusChanged" | "eventIgnored" | "partiallyRefunded" | "paymentChanged" | "paymentVoided" | "operatorRetried" | "operatorResolved" | "operatorCanceled" | "decisionVoid" | "notified"
  from: "PENDING" | "APPROVED" | "REJECTED" | "REFUNDED" | "CHARGEBACK" | null
  to: "PENDING" | "APPROVED" | "REJECTED" | "REFUNDED" | "CHARGEBACK" | null
  cause: "api" | "webhook" | "poll" | "timer" | "operator"
  provider: string | null
  detail: Record<string, string | number | boolean> | null
  /** The webhook that said it. */
  notice: {
    /** As in `GET /v1/webhook-events`. */
    webhookEventId: string
    /** What shows that the provider sent it. */
    verified: "signature" | "sharedSecret" | "token"
  } | null
  /** The number of the attempt that it tells of, as in `/attempts`. */
  attempt: number | null
  /** Of the decision that it tells of, as its answer named it. */
  decisionId: string | null
}

export type ChargeEvents = {
  data: Array<ChargeEvent>
  nextCursor: string | null
}

export type ChargeList = {
  data: Array<Charge>
  nextCursor: string | null
}

export type ChargeMail = {
  id: string
  /** `boleto` and `payPage` ask for the money: with the boleto, or with the address of the buyer’s page. `paid` and `refunded` are receipts. */
  kind: "boleto" | "payPage" | "paid" | "refunded"
  /** Null once the customer’s data was erased. */
  to: string | null
  /** `failed`: the mail server refused it, or it was given up. `unsent`: no mail server is set, or it is of test mode. */
  state: "pending" | "sent" | "failed" | "unsent"
  /** What the mail server said last, without addresses. */
  lastError: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  sentAt: string | null
}

export type ChargeMails = {
  data: Array<ChargeMail>
  nextCursor: string | null
}

export type ChargeTotals = {
  total: {
    count: number
    /** There are more than these: a long list is counted no further. */
    isMore: boolean
    /** Integer cents, where all have been counted and are of one currency. */
    amount: number | null
    /** By currency, where all have been counted and the list has amounts. */
    amounts: Array<{
      currency: "BRL" | "USD" | "EUR" | "MXN"
      /** Integer cents. */
      amount: number
    }>
  }
  tabs: Array<{
    /** A status, or `needsAttention`; of differences a kind. */
    name: string
    count: number
    /** There are more than these: a long list is counted no further. */
    isMore: boolean
    /** Integer cents, where all have been counted and are of one currency. */
    amount: number | null
    /** By currency, where all have been counted and the list has amounts. */
    amounts: Array<{
      currency: "BRL" | "USD" | "EUR" | "MXN"
      /** Integer cents. */
      amount: number
    }>
  }>
  /** False when more charges fit than are counted; then nothing is added up. */
  isComplete: boolean
  data: Array<{
    currency: "BRL" | "USD" | "EUR" | "MXN"
    status: "PENDING" | "APPROVED" | "REJECTED" | "REFUNDED" | "CHARGEBACK"
    ending: "refused" | "expired" | "canceled" | null
    needsAttention: boolean
    count: number
    /** What buyers pay in all, interest included; integer cents. */
    amount: number
    /** What of it was refunded; integer cents. */
    refundedAmount: number
  }>
}

export type ChargeWebhook = {
  /** Also the `webhook-id` header: the same event again has the same id. */
  id: string
  type: "charge.created" | "charge.approved" | "charge.rejected" | "charge.refunded" | "charge.partially_refunded" | "charge.chargeback"
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  /** ISO 8601, UTC. */
  createdAt: string
  /** Counts the events of the charge from 1: order them by it. An endpoint sees gaps where it asked for no such event: wait for none. */
  sequence: number
  data: Charge
}

export type CreatedApiKey = {
  id: string
  name: string
  role: "seller" | "operator" | "admin"
  /** A test key reaches fake providers only, and sees only what was made with test keys. */
  mode: "live" | "test"
  /** Its first characters. */
  hint: string
  /** E-mail of the user who made it. While they are disabled the key does not work, and it never does more than their own role allows now. */
  createdBy: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  revokedAt: string | null
  /** Shown this once. */
  key: string
}

export type CredentialPart = {
  name: string
  from: "publicKey" | "secretKey" | "webhookSecret"
  /** Position among the parts packed with a pipe. */
  index: number
  required: boolean
  secret: boolean
}

export type Customer = {
  name: string
  /** Its domain has a dot: `ana@example.com`. */
  email: string
  /** CPF or CNPJ, bare or formatted. */
  document: string
  /** With area code, bare or formatted. */
  phone?: string
}

export type CustomerList = {
  data: Array<KnownCustomer>
  nextCursor: string | null
}

export type DisbursementEvent = {
  id: string
  /** ISO 8601, UTC. */
  at: string
  type: "requested" | "sent" | "answered" | "refused" | "turnedAway" | "heldBack" | "unknownOutcome" | "lookedUp" | "needsAttention" | "statusChanged" | "eventIgnored" | "operatorRetried" | "operatorResolved" | "operatorCanceled" | "decisionVoid" | "operatorApproved"
  from: "PENDING" | "APPROVED" | "REJECTED" | "CANCELED" | null
  to: "PENDING" | "APPROVED" | "REJECTED" | "CANCELED" | null
  cause: "api" | "webhook" | "poll" | "timer" | "operator"
  provider: string | null
  detail: Record<string, string | number | boolean> | null
  /** The webhook that said it. */
  notice: {
    /** As in `GET /v1/webhook-events`. */
    webhookEventId: string
    /** What shows that the provider sent it. */
    verified: "signature" | "sharedSecret" | "token"
  } | null
  /** The number of the attempt that it tells of, as in `/attempts`. */
  attempt: number | null
  /** Of the decision that it tells of, as its answer named it. */
  decisionId: string | null
}

export type DisbursementEvents = {
  data: Array<DisbursementEvent>
  nextCursor: string | null
}

export type Dispute = {
  id: string
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  chargeId: string
  /** Of GET /v1/charges/:id/payments. */
  paymentId: string | null
  /** The disputed payment's, at its provider. */
  transactionId: string | null
  provider: string | null
  providerAccountId: string | null
  /** MED: the procedure of the Pix. */
  kind: "CHARGEBACK" | "MED"
  state: "OPEN" | "WON" | "LOST"
  /** Integer cents. */
  amount: number
  currency: "BRL" | "USD" | "EUR" | "MXN"
  /** The provider's own word. */
  rawStatus: string | null
  /** ISO 8601, UTC. */
  openedAt: string
  /** Until when evidence is taken, where it is known. */
  dueAt: string | null
  closedAt: string | null
  /** Who said how it ended; null where the provider did. */
  closedBy: string | null
  note: string | null
}

export type DisputeEvidence = {
  id: string
  name: string
  addedBy: string
  /** ISO 8601, UTC. */
  createdAt: string
}

export type DisputeResolution = {
  /** WON: the charge is APPROVED again. */
  state: "WON" | "LOST"
  /** How it is known. */
  note: string
}

export type DisputeWebhook = {
  /** Also the `webhook-id` header: the same event again has the same id. */
  id: string
  type: "dispute.opened" | "dispute.won" | "dispute.lost"
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  /** ISO 8601, UTC. */
  createdAt: string
  /** Counts the events of the dispute from 1: order them by it. An endpoint sees gaps where it asked for no such event: wait for none. */
  sequence: number
  data: Dispute
}

export type DisputeWithEvidence = {
  id: string
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  chargeId: string
  /** Of GET /v1/charges/:id/payments. */
  paymentId: string | null
  /** The disputed payment's, at its provider. */
  transactionId: string | null
  provider: string | null
  providerAccountId: string | null
  /** MED: the procedure of the Pix. */
  kind: "CHARGEBACK" | "MED"
  state: "OPEN" | "WON" | "LOST"
  /** Integer cents. */
  amount: number
  currency: "BRL" | "USD" | "EUR" | "MXN"
  /** The provider's own word. */
  rawStatus: string | null
  /** ISO 8601, UTC. */
  openedAt: string
  /** Until when evidence is taken, where it is known. */
  dueAt: string | null
  closedAt: string | null
  /** Who said how it ended; null where the provider did. */
  closedBy: string | null
  note: string | null
  evidence: Array<DisputeEvidence>
}

export type Exam = {
  id: string
  kind: "events" | "requests"
  endpointId: string
  url: string
  stateUrl: string | null
  /** FAILED: it could not be carried out, which says nothing of your system. */
  state: "RUNNING" | "FINISHED" | "FAILED"
  /** Questions, of `questions`. */
  passed: number
  questions: number
  grades: Array<{
    question: "plainSale" | "sameEventTwice" | "approvedBeforeCreated" | "moneyAfterExpiry" | "slowProvider" | "failedProvider" | "typeToCome" | "forgedEvent" | "oldEvent" | "lostAnswer" | "slowCreation" | "failedCreation"
    passed: boolean
    fault: "answer" | "noAnswer" | "slow" | "state" | "unpaid" | "paid" | "paidTwice" | "notAsked" | "noKey" | "otherKey" | "notRepeated" | "notFollowed" | "givenUp" | null
    answers: Array<{
      /** Of the event that was sent; or the request that was answered. */
      type: string
      /** 0: no answer. */
      status: number
      milliseconds: number
    }>
    /** How to pass it, where it was failed. */
    mend: string | null
  }>
  createdBy: string
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  finishedAt: string | null
}

export type ExamList = {
  data: Array<Exam>
  nextCursor: string | null
}

export type ExchangeEntry = {
  /** ISO 8601, UTC. */
  at: string
  method: string
  url: string
  requestHeaders: Record<string, string>
  requestBody: string | null
  status: number | null
  responseBody: string | null
  error: string | null
}

export type Export = {
  id: string
  resource: "charges" | "refunds" | "withdrawals" | "receivers" | "customers" | "disputes" | "audit-log"
  filters: Record<string, unknown>
  language: "pt-BR" | "en"
  /** READY: `GET /v1/exports/:id/download`. */
  state: "WAITING" | "WRITING" | "READY" | "FAILED"
  /** tooManyMatches: narrow the search. notWritten: the store could not be reached for hours. */
  failure: "tooManyMatches" | "notWritten" | null
  /** How many have been written. */
  rows: number
  bytes: number
  /** A user's e-mail, or `API key ` and the key's name. */
  createdBy: string
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  finishedAt: string | null
  /** ISO 8601, UTC. */
  expiresAt: string
}

export type ExportAddress = {
  /** Gives the file for 60 seconds. */
  url: string
  /** ISO 8601, UTC. */
  expiresAt: string
}

export type Exports = {
  data: Array<Export>
  nextCursor: string | null
}

export type GetAnalyticsQuery = {
  from?: string
  to?: string
  by?: "day" | "provider" | "method" | "reason"
  currency?: "BRL" | "USD" | "EUR" | "MXN"
}

export type GetChargeTotalsQuery = {
  status?: "PENDING" | "APPROVED" | "REJECTED" | "REFUNDED" | "CHARGEBACK"
  ending?: "refused" | "expired" | "canceled"
  needsAttention?: boolean
  paymentMethod?: "PIX" | "CREDIT_CARD" | "BILLET"
  provider?: string
  orderId?: string
  customerId?: string
  offerId?: string
  paymentLinkId?: string
  currency?: "BRL" | "USD" | "EUR" | "MXN"
  figure?: "created" | "pending" | "approved" | "rejected" | "refunded" | "chargebacks" | "untaken"
  reason?: "insufficientFunds" | "limitExceeded" | "invalidCard" | "expiredCard" | "blockedCard" | "suspectedFraud" | "notAuthorized" | "invalidRequest" | "providerFault" | "expiredThere" | "canceledThere" | "other" | "expired" | "canceled"
  createdFrom?: string
  createdTo?: string
  q?: string
  paidFrom?: string
  paidTo?: string
}

export type GetCustomerTotalsQuery = {
  createdFrom?: string
  createdTo?: string
  q?: string
}

export type GetDisputeTotalsQuery = {
  createdFrom?: string
  createdTo?: string
  q?: string
  state?: "OPEN" | "WON" | "LOST"
  kind?: "CHARGEBACK" | "MED"
  provider?: string
  chargeId?: string
}

export type GetReceiverTotalsQuery = {
  status?: "PENDING" | "ACTIVE" | "REJECTED"
  provider?: string
  createdFrom?: string
  createdTo?: string
  q?: string
}

export type GetReconciliationItemTotalsQuery = {
  createdFrom?: string
  createdTo?: string
  state?: "open" | "resolvedAutomatically" | "resolvedByHand"
  kind?: "missingHere" | "missingThere" | "amount" | "status"
  providerAccountId?: string
}

export type GetRefundTotalsQuery = {
  needsAttention?: boolean
  provider?: string
  createdFrom?: string
  createdTo?: string
  q?: string
  state?: "PENDING" | "APPROVED" | "REJECTED"
  paymentMethod?: "PIX" | "CREDIT_CARD" | "BILLET"
  chargeId?: string
}

export type GetWithdrawalTotalsQuery = {
  needsAttention?: boolean
  provider?: string
  createdFrom?: string
  createdTo?: string
  q?: string
  status?: "PENDING" | "APPROVED" | "REJECTED" | "CANCELED"
  paymentMethod?: "PIX" | "BANK_ACCOUNT" | "RECEIVER"
  withdrawReference?: string
}

export type ImportedStatement = {
  id: string
  /** Lines of the file, without its heading. */
  rows: number
  /** Lines without a transaction id, such as totals: nothing was compared with them. */
  ignored: number
  /** Transactions that we know. */
  matched: number
  /** What differs. */
  items: number
}

export type Installments = {
  data: Array<{
    installmentNumber: number
    /** Integer cents. */
    installmentValue: number
    /** What the buyer pays in all. Integer cents. */
    finalValue: number
  }>
}

export type Invitation = {
  id: string
  email: string
  role: "seller" | "operator" | "admin"
  /** Only an `open` one can be accepted. */
  state: "open" | "accepted" | "withdrawn" | "expired"
  /** What became of its mail. `unsent`: no mail server is set. */
  mail: "pending" | "sent" | "failed" | "unsent"
  /** An e-mail; null: a key of the installation. */
  invitedBy: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  expiresAt: string
}

export type InvitationList = {
  data: Array<Invitation>
  nextCursor: string | null
}

export type Item = {
  id?: string
  title: string
  unitPrice: number
  quantity: number
  tangible: boolean
}

export type KnownCustomer = {
  /** Their charges: GET /v1/charges?customerId= */
  id: string
  /** This, and what follows, as your last charge to them has it; if they only bought on public pages, as their first purchase has it. */
  name: string
  email: string
  /** CPF or CNPJ, digits only. */
  document: string
  phone?: string
  totals: Array<{
    currency: "BRL" | "USD" | "EUR" | "MXN"
    /** How many were made. */
    charges: number
    /** How many of them were paid, also if the money went back later. */
    approved: number
    /** What these came to; integer cents. */
    approvedAmount: number
    /** What went back; integer cents. */
    refundedAmount: number
  }>
  /** ISO 8601, UTC. */
  lastChargeAt: string
  /** ISO 8601, UTC. */
  createdAt: string
}

export type ListApiKeysQuery = {
  limit?: number
  cursor?: string
}

export type ListAttentionAnswer = {
  /** What has waited longest first. */
  data: Array<{
    kind: "charge"
    status: "PENDING" | "APPROVED" | "REJECTED" | "REFUNDED" | "CHARGEBACK"
    /** The most serious reason. */
    attention: "doublePayment" | "amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "orphanPayment" | "refundAndChargeback" | "returnedInPart" | "disputeWon" | "contradicted" | "latePayment" | "unconfirmedNotice" | "unmappedStatus"
    /** All that stand, in the order in which they came. */
    attentionReasons: Array<"doublePayment" | "amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "orphanPayment" | "refundAndChargeback" | "returnedInPart" | "disputeWon" | "contradicted" | "latePayment" | "unconfirmedNotice" | "unmappedStatus">
    id: string
    /** Of the customer, the holder or the receiver; the address of an endpoint. */
    name: string | null
    /** Integer cents; null where no money waits. */
    amount: number | null
    currency: "BRL" | "USD" | "EUR" | "MXN"
    provider: string | null
    /** ISO 8601, UTC. */
    createdAt: string
    /** When it began to wait for an operator. ISO 8601, UTC. */
    since: string
    /** Who requested it: a user's e-mail, `API key ` and the key's name, or `checkout` for a buyer on a public page. Null if that is not known, as for a refund that a policy made. */
    createdByUser: string | null
    /** The provider's id of it; null while none is known. */
    externalId: string | null
    /** For `POST /v1/operations/:workflowId/...`. */
    workflowId: string
  } | {
    kind: "refund" | "withdrawal"
    status: "PENDING" | "APPROVED" | "REJECTED" | "CANCELED"
    /** The most serious reason. */
    attention: "amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "awaitsApproval" | "noConfirmation" | "contradicted" | "unconfirmedNotice" | "unmappedStatus"
    /** All that stand, in the order in which they came. */
    attentionReasons: Array<"amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "awaitsApproval" | "noConfirmation" | "contradicted" | "unconfirmedNotice" | "unmappedStatus">
    id: string
    /** Of the customer, the holder or the receiver; the address of an endpoint. */
    name: string | null
    /** Integer cents; null where no money waits. */
    amount: number | null
    currency: "BRL" | "USD" | "EUR" | "MXN"
    provider: string | null
    /** ISO 8601, UTC. */
    createdAt: string
    /** When it began to wait for an operator. ISO 8601, UTC. */
    since: string
    /** Who requested it: a user's e-mail, `API key ` and the key's name, or `checkout` for a buyer on a public page. Null if that is not known, as for a refund that a policy made. */
    createdByUser: string | null
    /** The provider's id of it; null while none is known. */
    externalId: string | null
    /** For `POST /v1/operations/:workflowId/...`. */
    workflowId: string
  } | {
    kind: "receiver"
    status: "PENDING" | "ACTIVE" | "REJECTED"
    /** The most serious reason. */
    attention: "unknownOutcome" | "providerUnreachable" | "workflowLost" | "workflowStuck" | "unmappedStatus"
    /** All that stand, in the order in which they came. */
    attentionReasons: Array<"unknownOutcome" | "providerUnreachable" | "workflowLost" | "workflowStuck" | "unmappedStatus">
    id: string
    /** Of the customer, the holder or the receiver; the address of an endpoint. */
    name: string | null
    /** Integer cents; null where no money waits. */
    amount: number | null
    currency: "BRL" | "USD" | "EUR" | "MXN"
    provider: string | null
    /** ISO 8601, UTC. */
    createdAt: string
    /** When it began to wait for an operator. ISO 8601, UTC. */
    since: string
    /** Who requested it: a user's e-mail, `API key ` and the key's name, or `checkout` for a buyer on a public page. Null if that is not known, as for a refund that a policy made. */
    createdByUser: string | null
    /** The provider's id of it; null while none is known. */
    externalId: string | null
    /** For `POST /v1/operations/:workflowId/...`. */
    workflowId: string
  } | {
    kind: "dispute"
    /** The most serious reason. */
    attention: "disputeOpen"
    /** All that stand, in the order in which they came. */
    attentionReasons: Array<"disputeOpen">
    id: string
    /** Of the customer, the holder or the receiver; the address of an endpoint. */
    name: string | null
    /** Integer cents; null where no money waits. */
    amount: number | null
    currency: "BRL" | "USD" | "EUR" | "MXN"
    provider: string | null
    /** ISO 8601, UTC. */
    createdAt: string
    /** When it began to wait for an operator. ISO 8601, UTC. */
    since: string
  } | {
    kind: "reconciliation"
    /** As `kind` of the reconciliation item. */
    difference: "missingHere" | "missingThere" | "amount" | "status"
    /** The most serious reason. */
    attention: "reconciliationOpen"
    /** All that stand, in the order in which they came. */
    attentionReasons: Array<"reconciliationOpen">
    id: string
    /** Of the customer, the holder or the receiver; the address of an endpoint. */
    name: string | null
    /** Integer cents; null where no money waits. */
    amount: number | null
    currency: "BRL" | "USD" | "EUR" | "MXN"
    provider: string | null
    /** ISO 8601, UTC. */
    createdAt: string
    /** When it began to wait for an operator. ISO 8601, UTC. */
    since: string
    /** ISO 8601, UTC. */
    updatedAt: string
    /** The provider's id of the transaction that differs. */
    externalId: string
  } | {
    kind: "endpoint"
    /** The most serious reason. */
    attention: "endpointFailing"
    /** All that stand, in the order in which they came. */
    attentionReasons: Array<"endpointFailing">
    id: string
    /** Of the customer, the holder or the receiver; the address of an endpoint. */
    name: string | null
    /** Integer cents; null where no money waits. */
    amount: number | null
    currency: "BRL" | "USD" | "EUR" | "MXN"
    provider: string | null
    /** ISO 8601, UTC. */
    createdAt: string
    /** When it began to wait for an operator. ISO 8601, UTC. */
    since: string
  }>
  nextCursor: string | null
  /** How many wait in all; no more than 1000 are counted. */
  total: number
  /** The money of what is counted, by currency. */
  atStake: Array<{
    currency: "BRL" | "USD" | "EUR" | "MXN"
    /** Integer cents. */
    amount: number
  }>
}

export type ListAttentionQuery = {
  kind?: "charge" | "refund" | "withdrawal" | "receiver" | "dispute" | "reconciliation" | "endpoint"
  limit?: number
  cursor?: string
}

export type ListAuditLogQuery = {
  limit?: number
  cursor?: string
  actor?: string
  action?: "sign-in" | "sign-in.refused" | "sign-out" | "user.create" | "user.change" | "user.remove" | "user.password" | "user.setPassword" | "user.documents.read" | "user.document.change" | "user.document.delete" | "invitation.create" | "invitation.resend" | "invitation.withdraw" | "invitation.accept" | "membership.join" | "membership.change" | "membership.end" | "passwordReset.ask" | "passwordReset.use" | "secondFactor.enable" | "secondFactor.disable" | "secondFactor.recoveryCodes" | "secondFactor.reset" | "session.end" | "apiKey.create" | "apiKey.change" | "apiKey.revoke" | "platform.create" | "platform.change" | "platform.rotateWebhookSecret" | "providerAccount.create" | "providerAccount.change" | "providerAccount.test" | "providerAccount.delete" | "providerAccount.rotateWebhookUrl" | "routingRule.create" | "routingRule.change" | "routingRule.delete" | "product.create" | "product.change" | "offer.create" | "offer.change" | "paymentLink.create" | "paymentLink.change" | "webhookEndpoint.create" | "webhookEndpoint.change" | "webhookEndpoint.delete" | "webhookEndpoint.rotateSecret" | "webhookEndpoint.test" | "retry" | "resolve" | "cancel" | "replay" | "resend" | "refund.create" | "withdrawal.create" | "receiver.create" | "receiver.documents.read" | "receiver.document.delete" | "charge.mail" | "card.remove" | "customer.erase" | "export.create" | "export.download" | "dispute.resolve" | "dispute.evidence" | "dispute.evidence.delete" | "reconciliation.resolve" | "reconciliation.import" | "reconciliation.run" | "retranslate"
  target?: string
  from?: string
  to?: string
}

export type ListBalancesQuery = {
  limit?: number
  cursor?: string
}

export type ListCardsQuery = {
  limit?: number
  cursor?: string
}

export type ListChargeAttemptsQuery = {
  limit?: number
  cursor?: string
}

export type ListChargeEventsQuery = {
  limit?: number
  cursor?: string
}

export type ListChargeMailsQuery = {
  limit?: number
  cursor?: string
}

export type ListChargePaymentsQuery = {
  limit?: number
  cursor?: string
}

export type ListChargeRefundsQuery = {
  limit?: number
  cursor?: string
}

export type ListChargesQuery = {
  limit?: number
  cursor?: string
  sort?: "-createdAt" | "createdAt" | "-amount" | "amount" | "-paidAt" | "paidAt"
  status?: "PENDING" | "APPROVED" | "REJECTED" | "REFUNDED" | "CHARGEBACK"
  ending?: "refused" | "expired" | "canceled"
  needsAttention?: boolean
  paymentMethod?: "PIX" | "CREDIT_CARD" | "BILLET"
  provider?: string
  orderId?: string
  customerId?: string
  offerId?: string
  paymentLinkId?: string
  currency?: "BRL" | "USD" | "EUR" | "MXN"
  figure?: "created" | "pending" | "approved" | "rejected" | "refunded" | "chargebacks" | "untaken"
  reason?: "insufficientFunds" | "limitExceeded" | "invalidCard" | "expiredCard" | "blockedCard" | "suspectedFraud" | "notAuthorized" | "invalidRequest" | "providerFault" | "expiredThere" | "canceledThere" | "other" | "expired" | "canceled"
  createdFrom?: string
  createdTo?: string
  q?: string
  paidFrom?: string
  paidTo?: string
}

export type ListCustomersQuery = {
  limit?: number
  cursor?: string
  sort?: "-createdAt" | "createdAt" | "-lastChargeAt" | "lastChargeAt" | "-approvedAmount" | "approvedAmount"
  createdFrom?: string
  createdTo?: string
  q?: string
}

export type ListDisputesQuery = {
  limit?: number
  cursor?: string
  sort?: "-createdAt" | "createdAt" | "dueAt" | "-dueAt" | "-amount" | "amount"
  createdFrom?: string
  createdTo?: string
  q?: string
  state?: "OPEN" | "WON" | "LOST"
  kind?: "CHARGEBACK" | "MED"
  provider?: string
  chargeId?: string
}

export type ListExamsQuery = {
  limit?: number
  cursor?: string
}

export type ListExportsQuery = {
  limit?: number
  cursor?: string
}

export type ListInstallmentsQuery = {
  amount: number
  numberOfInstallments?: number
  maxInstallmentsWithoutInterest?: number
  cardId?: string
  providerAccountId?: string
  minInstallmentValue?: number
}

export type ListInvitationsQuery = {
  limit?: number
  cursor?: string
}

export type ListMembersQuery = {
  limit?: number
  cursor?: string
}

export type ListOffersQuery = {
  limit?: number
  cursor?: string
  q?: string
  productId?: string
  state?: "open" | "paused"
}

export type ListPaymentLinksQuery = {
  limit?: number
  cursor?: string
  q?: string
  productId?: string
  state?: "open" | "paused" | "expired" | "soldOut"
}

export type ListPlatformsQuery = {
  limit?: number
  cursor?: string
}

export type ListProductsQuery = {
  limit?: number
  cursor?: string
  q?: string
}

export type ListProviderAccountsQuery = {
  limit?: number
  cursor?: string
  provider?: string
}

export type ListProvidersQuery = {
  limit?: number
  cursor?: string
}

export type ListReceiverAttemptsQuery = {
  limit?: number
  cursor?: string
}

export type ListReceiverEventsQuery = {
  limit?: number
  cursor?: string
}

export type ListReceiversQuery = {
  limit?: number
  cursor?: string
  status?: "PENDING" | "ACTIVE" | "REJECTED"
  provider?: string
  sort?: "-createdAt" | "createdAt"
  createdFrom?: string
  createdTo?: string
  q?: string
}

export type ListReconciliationItemCandidatesQuery = {
  limit?: number
  cursor?: string
}

export type ListReconciliationItemsQuery = {
  limit?: number
  cursor?: string
  createdFrom?: string
  createdTo?: string
  state?: "open" | "resolvedAutomatically" | "resolvedByHand"
  kind?: "missingHere" | "missingThere" | "amount" | "status"
  providerAccountId?: string
}

export type ListReconciliationRunsQuery = {
  limit?: number
  cursor?: string
}

export type ListReconciliationStatementsQuery = {
  limit?: number
  cursor?: string
}

export type ListReconciliationSummariesQuery = {
  limit?: number
  cursor?: string
}

export type ListRefundAttemptsQuery = {
  limit?: number
  cursor?: string
}

export type ListRefundEventsQuery = {
  limit?: number
  cursor?: string
}

export type ListRefundsQuery = {
  limit?: number
  cursor?: string
  needsAttention?: boolean
  provider?: string
  sort?: "-createdAt" | "createdAt" | "-amount" | "amount" | "-approvedAt" | "approvedAt"
  createdFrom?: string
  createdTo?: string
  q?: string
  state?: "PENDING" | "APPROVED" | "REJECTED"
  paymentMethod?: "PIX" | "CREDIT_CARD" | "BILLET"
  chargeId?: string
}

export type ListRoutingRulesQuery = {
  limit?: number
  cursor?: string
}

export type ListTotals = {
  total: {
    count: number
    /** There are more than these: a long list is counted no further. */
    isMore: boolean
    /** Integer cents, where all have been counted and are of one currency. */
    amount: number | null
    /** By currency, where all have been counted and the list has amounts. */
    amounts: Array<{
      currency: "BRL" | "USD" | "EUR" | "MXN"
      /** Integer cents. */
      amount: number
    }>
  }
  tabs: Array<{
    /** A status, or `needsAttention`; of differences a kind. */
    name: string
    count: number
    /** There are more than these: a long list is counted no further. */
    isMore: boolean
    /** Integer cents, where all have been counted and are of one currency. */
    amount: number | null
    /** By currency, where all have been counted and the list has amounts. */
    amounts: Array<{
      currency: "BRL" | "USD" | "EUR" | "MXN"
      /** Integer cents. */
      amount: number
    }>
  }>
}

export type ListUsersQuery = {
  limit?: number
  cursor?: string
}

export type ListWebhookDeliveriesQuery = {
  limit?: number
  cursor?: string
  createdFrom?: string
  createdTo?: string
  state?: "pending" | "delivered" | "failed"
  chargeId?: string
  endpointId?: string
}

export type ListWebhookDeliveryAttemptsQuery = {
  limit?: number
  cursor?: string
}

export type ListWebhookEndpointsQuery = {
  limit?: number
  cursor?: string
}

export type ListWebhookEventsQuery = {
  limit?: number
  cursor?: string
  createdFrom?: string
  createdTo?: string
  provider?: string
  state?: "pending" | "delivered" | "ignored" | "failed"
  chargeId?: string
  withdrawalId?: string
}

export type ListWithdrawalAttemptsQuery = {
  limit?: number
  cursor?: string
}

export type ListWithdrawalEventsQuery = {
  limit?: number
  cursor?: string
}

export type ListWithdrawalsQuery = {
  limit?: number
  cursor?: string
  needsAttention?: boolean
  provider?: string
  sort?: "-createdAt" | "createdAt" | "-amount" | "amount" | "-approvedAt" | "approvedAt"
  createdFrom?: string
  createdTo?: string
  q?: string
  status?: "PENDING" | "APPROVED" | "REJECTED" | "CANCELED"
  paymentMethod?: "PIX" | "BANK_ACCOUNT" | "RECEIVER"
  withdrawReference?: string
}

export type ListedDispute = {
  id: string
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  chargeId: string
  /** Of GET /v1/charges/:id/payments. */
  paymentId: string | null
  /** The disputed payment's, at its provider. */
  transactionId: string | null
  provider: string | null
  providerAccountId: string | null
  /** MED: the procedure of the Pix. */
  kind: "CHARGEBACK" | "MED"
  state: "OPEN" | "WON" | "LOST"
  /** Integer cents. */
  amount: number
  currency: "BRL" | "USD" | "EUR" | "MXN"
  /** The provider's own word. */
  rawStatus: string | null
  /** ISO 8601, UTC. */
  openedAt: string
  /** Until when evidence is taken, where it is known. */
  dueAt: string | null
  closedAt: string | null
  /** Who said how it ended; null where the provider did. */
  closedBy: string | null
  note: string | null
  /** The buyer's; null once the charge is gone. */
  customerName: string | null
  /** How the charge was paid; null once it is gone. */
  paymentMethod: "PIX" | "CREDIT_CARD" | "BILLET" | null
}

export type ListedDisputeList = {
  data: Array<ListedDispute>
  nextCursor: string | null
}

export type ListedRefund = {
  id: string
  /** The provider's id, or ours where it gives none. */
  refundId: string | null
  chargeId: string
  /** The payment that it goes against. */
  paymentId: string | null
  /** Who asked for it: a user or an API key, the policy of the platform, or the dashboard of the provider (`external`), where it was found. */
  kind: "requested" | "policy" | "external"
  /** The platform's policy that asked for it; null for any other kind. */
  policy: "doublePayments" | "latePayments" | null
  /** Whether the provider has carried it out. */
  status: boolean
  state: "PENDING" | "APPROVED" | "REJECTED"
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  needsAttention: boolean
  /** The most serious reason. */
  attention: "amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "awaitsApproval" | "noConfirmation" | "contradicted" | "unconfirmedNotice" | "unmappedStatus" | null
  /** All that stand, in the order in which they came. */
  attentionReasons: Array<"amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "awaitsApproval" | "noConfirmation" | "contradicted" | "unconfirmedNotice" | "unmappedStatus">
  /** Integer cents. */
  amount: number
  /** Of a refund the charge's. */
  currency: "BRL" | "USD" | "EUR" | "MXN"
  /** As it was given; else empty. */
  metadata: Record<string, string>
  provider: string | null
  providerAccountId: string | null
  /** The last refusal, in the provider's words or ours. */
  failureMessage: string | null
  /** ISO 8601, UTC. */
  approvedAt: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
  workflow: {
    workflowId: string
    runId: string | null
  }
  /** The buyer's; null once the charge is gone. */
  customerName: string | null
  /** How the charge was paid; null once it is gone. */
  paymentMethod: "PIX" | "CREDIT_CARD" | "BILLET" | null
}

export type ListedRefundList = {
  data: Array<ListedRefund>
  nextCursor: string | null
}

export type Member = {
  userId: string
  name: string
  email: string
  role: "seller" | "operator" | "admin"
  /** Whether sign-in asks for a code. `needed`: the platform requires one, and nothing else is allowed until it is set up. */
  secondFactor: "on" | "off" | "needed"
  /** ISO 8601, UTC. */
  createdAt: string
}

export type MemberChange = {
  role: "seller" | "operator" | "admin"
}

export type MemberList = {
  data: Array<Member>
  nextCursor: string | null
}

export type NewApiKey = {
  name: string
  role: "seller" | "operator" | "admin"
  /** A test key reaches fake providers only, and sees only what was made with test keys. */
  mode?: "live" | "test"
}

export type NewCard = {
  /** Digits, in groups or not. */
  cardNumber?: string
  /** As it is printed on the card. */
  holderName?: string
  /** CPF or CNPJ, bare or formatted. */
  holderDocument: string
  /** One or two digits. */
  expMonth?: string
  /** Two digits, or four. */
  expYear?: string
  /** Three or four digits. */
  cvv?: string
  /** Its domain has a dot: `ana@example.com`. */
  email?: string
  customerIp?: string
  /** The receiver in whose account the card is going to be charged, by its provider's id or ours: the provider issues the card's token for that account. Only where charges take a `receiverToken`. */
  receiverId?: string
  /** Where the card is saved, and charged; when left out: where routing puts it. */
  providerAccountId?: string
  /** What it is going to be charged, in cents: a card is charged where it is saved, so rules about amounts look here. */
  amount?: number
  /** In how many installments, likewise. */
  installments?: number
}

export type NewCharge = {
  /** What the sale costs, before the interest of installments. Integer cents. */
  amount: number
  currency?: "BRL" | "USD" | "EUR" | "MXN"
  paymentMethod: "PIX" | "CREDIT_CARD" | "BILLET"
  /** When left out, or empty: one item of the whole amount. The whole request is at most 64 kB of JSON. */
  items?: Array<NewItem>
  customer: Customer
  /** One that `GET /v1/installments` offers. */
  installments?: number
  cardId?: string
  /** The code of the saved card, for this charge alone. The first charge after the card was saved needs none. */
  cvv?: string
  address?: Address
  /** Where we tell you of its events. */
  webhookUrl?: string
  /** Your own reference. */
  orderId?: string
  userId?: string
  userDocument?: string
  description?: string
  /** Your own facts, up to 50: they come back in answers and events and are found by `q`, as `key:value` too: by the first 100 characters of each value or, where these are more than 4,000 with their keys, by as many of each key and value as go into 4,000: 80 of each of 50. No provider sees them. Never put card numbers here. The whole request is at most 64 kB of JSON. */
  metadata?: Record<string, string>
  splits?: Array<Split>
  /** Whose sub-account it is made in: a receiver's `id`, or the token that its provider gave. */
  receiverToken?: string
  customerIp?: string
  fingerPrints?: Array<{
    provider: string
    value: string
  }>
  referrerUrl?: string
  checkoutUrl?: string
  providerAccountId?: string
  /** What is bought: `amount`, method and installments must keep its terms. */
  offerId?: string
}

export type NewChargeMail = {
  /** The address of the charge’s customer where none is said. Its later mails go there, too. */
  to?: string
  /** One of the charge’s mails, to be sent once more. Where none is said it is what the charge is for now. */
  mailId?: string
}

export type NewChargeSimulation = {
  /** `refund`: in the provider’s dashboard. `refuseRefunds`: from then on its provider refuses every refund of it. `dispute`: a chargeback, or a MED. `winDispute`: it is decided for the seller. */
  action: "pay" | "decline" | "expire" | "refund" | "refuseRefunds" | "dispute" | "winDispute"
}

export type NewEvidence = {
  /** A `publicUrl` of POST /v1/uploads, whose purpose is disputeEvidence. */
  url: string
  /** The file's own name. */
  name: string
}

export type NewExam = {
  /** `events`: how your system takes what it is told. `requests`: what it does when its own requests to charge go wrong. */
  kind?: "events" | "requests"
  /** One of your test webhook endpoints: its secret signs the messages, and its system is the one that charges. */
  endpointId: string
  /** Where `GET` answers what your system holds of a charge, at the endpoint’s own host, with `charge-id` where its id goes: `{ "status": "APPROVED", "paid": 1 }`, 404 for one that it does not know. Without it only answers are graded. */
  stateUrl?: string
}

export type NewExport = {
  resource: "charges" | "refunds" | "withdrawals" | "receivers" | "customers" | "disputes" | "audit-log"
  /** What the list's own query takes, each as a text, `sort` and `q` too: `{ "status": "APPROVED" }`. */
  filters?: Record<string, string>
  /** Of its words, and of its separators: a Brazilian spreadsheet reads `;` and `1234,56`. */
  language?: "pt-BR" | "en"
}

export type NewInvitation = {
  /** Its domain has a dot: `ana@example.com`. */
  email: string
  role: "seller" | "operator" | "admin"
}

export type NewItem = {
  id?: string
  title: string
  /** Integer cents. */
  unitPrice: number
  quantity: number
  /** False when left out. */
  tangible?: boolean
}

export type NewOffer = {
  /** What is sold, where it is there already. */
  productId?: string
  product?: NewProduct
  name: string
  /** Integer cents. */
  price: number
  /** Each once. */
  paymentMethods: Array<"PIX" | "CREDIT_CARD" | "BILLET">
  /** By card, at most. */
  maxInstallments?: number
  /** True when left out. */
  enabled?: boolean
  /** The end of the page’s address: small letters, digits and hyphens; no other page of the installation has it. A platform chooses 1000 at most, and 100 in test mode. Unguessable when left out. */
  slug?: string
}

export type NewPaymentLink = {
  /** Integer cents. */
  amount?: number
  offerId?: string
  title?: string
  /** Each once. */
  paymentMethods?: Array<"PIX" | "CREDIT_CARD" | "BILLET">
  /** From then on it sells nothing. */
  expiresAt?: string
  /** So many orders, of one each, then it is sold out. */
  maxUses?: number
  /** The end of the page’s address: small letters, digits and hyphens; no other page of the installation has it. A platform chooses 1000 at most, and 100 in test mode. Unguessable when left out. */
  slug?: string
}

export type NewPersonPaper = {
  /** A `publicUrl` of POST /v1/uploads, whose purpose is personPaper. */
  url: string
}

export type NewPlatform = {
  name: string
  /** Certificate and key, as PEM. */
  certCashInUrl?: string
  /** Certificate and key, as PEM. */
  certCashOutUrl?: string
  /** In whose name withdrawals leave at banks that ask for a receiver. */
  defaultReceiverId?: string
  /** Of the buttons on its pages. */
  brandColor?: string
  /** On its pages: the `publicUrl` of a picture that the platform, or who founds it, has sent with `POST /v1/uploads`. */
  logoUrl?: string
  /** Its domain has a dot: `ana@example.com`. */
  supportEmail?: string
  /** Where its buyers reach it, as they are to read it. */
  supportPhone?: string
  /** RSA key, PEM in Base64, for providers that have requests signed. Sealed; it never comes back. */
  privateKey?: string
  /** What paying by card in 1, 2, 3... installments adds to the total, in percent. */
  installmentFees?: Array<number>
  /** Up to this many installments cost the buyer nothing. */
  maxInstallmentsWithoutInterest?: number
  /** Integer cents: no installment may be smaller. */
  minInstallmentValue?: number
  /** Integer cents. At a provider that cannot be read, the secret address is all that proves what a webhook says of money where it does not sign (FIREBANK; CASHTIME and RAPDYN of withdrawals), or where the account holds no `webhookSecret` (FLOW2PAY): it is believed up to this, and above it an operator is asked. That a withdrawal failed or came back always asks. So is a proved notice of a payment there that states no amount. */
  maxUnprovedAmount?: number
  /** When two transactions of one charge are paid: `ask` an operator, or give the later one back by itself. */
  doublePayments?: "ask" | "refundLater"
  /** When a charge is paid after it expired or was cancelled: `ask` an operator, `accept` the money, or `refund` it by itself. */
  latePayments?: "ask" | "accept" | "refund"
  /** Integer cents. A withdrawal above it is not sent until an operator who did not ask for it has approved it; null: none waits. Each withdrawal is compared alone, so parts of a larger amount do not wait: with 0 every withdrawal waits. It applies to withdrawals that are requested from now on. */
  approvalAbove?: ApprovalAbove
  /** How long such a withdrawal waits; then it is CANCELED. */
  approvalHours?: number
  /** Every user needs a second factor. A user without one can only set one up. API keys need none. */
  secondFactorRequired?: boolean
  /** Left out: the user who asks, with their present sign-in. */
  admin?: {
    name: string
    /** Its domain has a dot: `ana@example.com`. */
    email: string
    password: string
  }
}

export type NewProduct = {
  name: string
  description?: string
  /** The `publicUrl` of a picture from `POST /v1/uploads`. */
  imageUrl?: string
  /** False when left out: nothing is sent to the buyer. */
  tangible?: boolean
}

export type NewProviderAccount = {
  /** Code, as in /v1/providers. */
  provider: string
  name?: string
  /** Several values are packed with a pipe; see the provider. */
  publicKey?: string
  /** Several values are packed with a pipe; see the provider. */
  secretKey?: string
  /** Proves the provider's webhooks: with it, one without proof is refused. Without it, a webhook is read at the provider before it is believed, and where it cannot be read (FLOW2PAY), believed up to the platform's `maxUnprovedAmount`. */
  webhookSecret?: string
  /** Instead of the provider's default host; those of its further hosts follow, packed with a pipe. */
  baseUrl?: string
  /** Lower is tried first. */
  priority?: number
  enabled?: boolean
}

export type NewReceiver = {
  name: string
  /** CPF or CNPJ, bare or formatted. */
  document: string
  /** CPF or CNPJ. */
  documentType: string
  /** Its domain has a dot: `ana@example.com`. */
  email: string
  description?: string
  address: {
    street: string
    number: string
    /** CEP, bare or formatted. */
    zipcode: string
    city: string
    district: string
    /** UF, e.g. SP. */
    state: string
  }
  bankAccount: {
    /** Three digits, e.g. 341. */
    bankCode: string
    branchNumber: string
    branchDigit?: string
    accountNumber: string
    accountDigit?: string
    accountType: "CHECKING" | "SAVINGS"
    pixCode?: string
  }
  userId?: string
  /** Your own facts, up to 50: they come back in answers and events and are found by `q`, as `key:value` too: by the first 100 characters of each value or, where these are more than 4,000 with their keys, by as many of each key and value as go into 4,000: 80 of each of 50. No provider sees them. Never put card numbers here. The whole request is at most 64 kB of JSON. */
  metadata?: Record<string, string>
  documents?: {
    /** A `publicUrl` of POST /v1/uploads. */
    photoDocument?: string
    /** A `publicUrl` of POST /v1/uploads. */
    photoPersonWithDocument?: string
    /** A `publicUrl` of POST /v1/uploads. */
    photoDocumentSocialContract?: string
    /** A `publicUrl` of POST /v1/uploads. */
    addressProof?: string
    /** A `publicUrl` of POST /v1/uploads. */
    balanceSheet?: string
  }
  /** What one provider asks for and no other, e.g. ASAAS's `incomeValue`. PAGARME and PAGARMEBAAS take `mobilePhone`, `complement` and `referencePoint`; of an individual `birthDate`, `incomeValue` and `professionalOccupation`; of a company `tradingName`, `annualRevenue` and `managingPartners`, each with `name`, `email`, `document` and what is said of an individual. The whole request is at most 64 kB of JSON. */
  providerData?: Record<string, unknown>
  providerAccountId?: string
}

export type NewReconciliationRun = {
  /** All accounts of the platform when left out. */
  providerAccountId?: string
}

export type NewRefund = {
  /** Integer cents; all that is left when left out. */
  amount?: number
  /** The payment that it goes against; the one that pays the charge when left out. */
  paymentId?: string
  /** Your own facts, up to 50: they come back in answers and events and are found by `q`, as `key:value` too: by the first 100 characters of each value or, where these are more than 4,000 with their keys, by as many of each key and value as go into 4,000: 80 of each of 50. No provider sees them. Never put card numbers here. The whole request is at most 64 kB of JSON. */
  metadata?: Record<string, string>
}

export type NewRoutingRule = {
  name: string
  /** Lower is asked first. */
  position?: number
  enabled?: boolean
  when?: RoutingCondition
  /** In the order given; by drawn shares; or the best approval of the last day first, with a share of tries for the others. */
  strategy?: "priority" | "split" | "successRate"
  accounts: Array<{
    providerAccountId: string
    /** Of a split: its share of all weights. 1 when left out; with 0 it is only asked after the others. */
    weight?: number
  }>
}

export type NewStatement = {
  /** CSV. */
  file: FileContent
  providerAccountId: string
  columns?: StatementColumnNames
}

export type NewUpload = {
  /** The file's own name. */
  fileName: string
  contentType: "application/pdf" | "image/png" | "image/jpeg" | "image/webp"
  /** What it is for, e.g. photoDocument: names the folder. */
  purpose: string
  /** In bytes: with it, the address takes exactly so many. Without it, up to 10 MB, and always by way of the API. */
  size?: number
}

export type NewUser = {
  name: string
  /** Its domain has a dot: `ana@example.com`. */
  email: string
  password: string
  role: "seller" | "operator" | "admin"
}

export type NewWebhookEndpoint = {
  /** In production https, on the public internet. Or `trilho:kept`: nothing is sent, and the events are read as the endpoint's deliveries. */
  url: string
  /** Names of events, each once, or `["*"]` for all of them and those to come. */
  events: Array<"*" | "charge.created" | "charge.approved" | "charge.rejected" | "charge.refunded" | "charge.partially_refunded" | "charge.chargeback" | "refund.pending" | "refund.approved" | "refund.rejected" | "withdrawal.pending" | "withdrawal.approved" | "withdrawal.rejected" | "withdrawal.canceled" | "receiver.active" | "receiver.rejected" | "dispute.opened" | "dispute.won" | "dispute.lost" | "reconciliation.summary">
  /** True when left out. */
  enabled?: boolean
}

export type NewWithdrawal = {
  paymentMethod: "PIX" | "BANK_ACCOUNT" | "RECEIVER"
  /** Integer cents. */
  amount: number
  /** For PIX; documents and phones bare or formatted. */
  pixKey?: string
  /** Required for PIX, except where the key can be of one type only. Bare digits may be a CPF or a phone. */
  pixType?: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM"
  description?: string
  /** CPF or CNPJ, bare or formatted. */
  document?: string
  documentType?: "CPF" | "CNPJ"
  name?: string
  /** Its domain has a dot: `ana@example.com`. */
  email?: string
  /** Your own reference. */
  withdrawReference?: string
  /** For RECEIVER: a receiver's `id`, or the id that its provider gave. An id that no receiver here has needs `providerAccountId` where more than one account could pay it. */
  receiverId?: string
  /** For BANK_ACCOUNT, e.g. 341. */
  bankCode?: string
  accountType?: "CHECKING" | "SAVINGS"
  branchNumber?: string
  accountNumber?: string
  /** `name` when left out. */
  accountHolder?: string
  /** CPF or CNPJ, bare or formatted. */
  accountDocument?: string
  /** Your own facts, up to 50: they come back in answers and events and are found by `q`, as `key:value` too: by the first 100 characters of each value or, where these are more than 4,000 with their keys, by as many of each key and value as go into 4,000: 80 of each of 50. No provider sees them. Never put card numbers here. The whole request is at most 64 kB of JSON. */
  metadata?: Record<string, string>
  providerAccountId?: string
}

export type NewWithdrawalSimulation = {
  /** `return`: the bank gives it back after it was paid. */
  action: "approve" | "reject" | "cancel" | "return"
}

export type Offer = {
  id: string
  productId: string
  name: string
  /** Integer cents. */
  price: number
  paymentMethods: Array<"PIX" | "CREDIT_CARD" | "BILLET">
  maxInstallments: number | null
  enabled: boolean
  slug: string
  /** The public page: needs no sign-in. */
  url: string
  /** The charges of `GET /v1/charges?figure=approved` for it. */
  sales: {
    /** Its charges that were paid, also where the money went back later. */
    count: number
    /** What their buyers paid, interest included. Integer cents of BRL. */
    amount: number
  }
  createdByUser: string
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
}

export type OfferChange = {
  /** As it is: an offer stays one of its product. */
  productId?: string
  name?: string
  /** Integer cents. */
  price?: number
  /** Each once. */
  paymentMethods?: Array<"PIX" | "CREDIT_CARD" | "BILLET">
  /** By card, at most. */
  maxInstallments?: number | null
  enabled?: boolean
  /** The end of the page’s address: small letters, digits and hyphens; no other page of the installation has it. A platform chooses 1000 at most, and 100 in test mode. Unguessable when left out. */
  slug?: string
}

export type OfferList = {
  data: Array<Offer>
  nextCursor: string | null
}

export type OperationAccepted = {
  workflowId: string
  operation: "retry" | "resolve" | "cancel"
  /** Its event in the history has it, too. */
  decisionId: string
  /** What became of it so far; `accepted` is still being carried out. The events tell the end. */
  became: "accepted" | "carriedOut" | "void"
  /** Why nothing was done, when void. */
  why?: "answered" | "underWay" | "over" | "malformed" | "unknownId" | "unreadable" | "cannotLook" | "mayBePaid" | "otherAmount" | "notPaid" | "found" | "givenUp" | "awaitsApproval" | "notAllowed"
}

export type Payment = {
  id: string
  /** The provider's id. */
  transactionId: string
  provider: string
  providerAccountId: string
  state: "PENDING" | "APPROVED" | "REJECTED" | "REFUNDED" | "CHARGEBACK"
  /** Integer cents. */
  amount: number
  /** When it was first known to be paid. ISO 8601, UTC. */
  paidAt: string | null
  /** What has gone back of it. Integer cents. */
  refundedAmount: number
  /** Its provider has withdrawn its code: it can no longer be paid. */
  voided: boolean
  /** Whether a buyer was given its code. */
  shown: boolean
  /** ISO 8601, UTC. */
  createdAt: string
}

export type PaymentLink = {
  id: string
  offerId: string | null
  /** Integer cents; null where the offer's price counts. */
  amount: number | null
  title: string | null
  paymentMethods: Array<"PIX" | "CREDIT_CARD" | "BILLET"> | null
  /** ISO 8601, UTC. */
  expiresAt: string | null
  maxUses: number | null
  /** Orders that are paid, that have a try from the last 30 minutes (for at most an hour after the first try, and at least 5 minutes), or whose card is being charged. An order that is refused, refunded or not paid in that time gives its use back. Money that arrives later may make it more than `maxUses`. */
  uses: number
  enabled: boolean
  /** What a buyer finds there, so far as the link says. */
  state: "open" | "paused" | "expired" | "soldOut"
  /** Why it is `soldOut` though not all is paid: a buyer who is paying reserves what is left. Unless they pay or try again, it is for sale again at `expiresAt`, which is null while a card is being charged. */
  reservation: {
    /** ISO 8601, UTC. */
    expiresAt: string | null
  } | null
  slug: string
  /** The public page: needs no sign-in. */
  url: string
  /** The charges of `GET /v1/charges?figure=approved` for it. */
  sales: {
    /** Its charges that were paid, also where the money went back later. */
    count: number
    /** What their buyers paid, interest included. Integer cents of BRL. */
    amount: number
  }
  createdByUser: string
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
}

export type PaymentLinkChange = {
  /** As it is: what buyers were promised stays. */
  amount?: number | null
  /** As it is: what buyers were promised stays. */
  offerId?: string | null
  title?: string | null
  /** Each once. */
  paymentMethods?: Array<"PIX" | "CREDIT_CARD" | "BILLET"> | null
  /** From then on it sells nothing. */
  expiresAt?: string | null
  /** So many orders, of one each, then it is sold out. */
  maxUses?: number | null
  /** False: paused. */
  enabled?: boolean
  /** The end of the page’s address: small letters, digits and hyphens; no other page of the installation has it. A platform chooses 1000 at most, and 100 in test mode. Unguessable when left out. */
  slug?: string
}

export type PaymentLinkList = {
  data: Array<PaymentLink>
  nextCursor: string | null
}

export type Payments = {
  data: Array<Payment>
  nextCursor: string | null
}

export type PersonPaper = {
  name: "photoDocument" | "photoPersonWithDocument" | "photoDocumentSocialContract" | "addressProof" | "balanceSheet"
  /** Gives the file for 60 seconds. */
  url: string
  /** ISO 8601, UTC. */
  expiresAt: string
  /** ISO 8601, UTC. */
  addedAt: string
}

export type PersonPapers = {
  data: Array<PersonPaper>
  nextCursor: string | null
}

export type Platform = {
  id: string
  name: string
  certCashInUrl: string | null
  certCashOutUrl: string | null
  defaultReceiverId: string | null
  brandColor: string | null
  logoUrl: string | null
  supportEmail: string | null
  supportPhone: string | null
  hasPrivateKey: boolean
  /** What paying by card in 1, 2, 3... installments adds to the total, in percent. */
  installmentFees: Array<number>
  /** Up to this many installments cost the buyer nothing. */
  maxInstallmentsWithoutInterest: number
  /** Integer cents: no installment may be smaller. */
  minInstallmentValue: number
  /** Integer cents. At a provider that cannot be read, the secret address is all that proves what a webhook says of money where it does not sign (FIREBANK; CASHTIME and RAPDYN of withdrawals), or where the account holds no `webhookSecret` (FLOW2PAY): it is believed up to this, and above it an operator is asked. That a withdrawal failed or came back always asks. So is a proved notice of a payment there that states no amount. */
  maxUnprovedAmount: number
  /** When two transactions of one charge are paid: `ask` an operator, or give the later one back by itself. */
  doublePayments: "ask" | "refundLater"
  /** When a charge is paid after it expired or was cancelled: `ask` an operator, `accept` the money, or `refund` it by itself. */
  latePayments: "ask" | "accept" | "refund"
  /** Integer cents. A withdrawal above it is not sent until an operator who did not ask for it has approved it; null: none waits. Each withdrawal is compared alone, so parts of a larger amount do not wait: with 0 every withdrawal waits. It applies to withdrawals that are requested from now on. */
  approvalAbove: ApprovalAbove
  /** How long such a withdrawal waits; then it is CANCELED. */
  approvalHours: number
  /** Every user needs a second factor. A user without one can only set one up. API keys need none. */
  secondFactorRequired: boolean
  /** How the secret ends that checks what we send to `webhookUrl`: enough to tell it from another. */
  webhookSecretEnding: string
  /** Until then the secret before the rotation signs too. */
  previousWebhookSecretUntil: string | null
  /** ISO 8601, UTC. */
  createdAt: string
}

export type PlatformChange = {
  name?: string
  /** Certificate and key, as PEM. */
  certCashInUrl?: string | null
  /** Certificate and key, as PEM. */
  certCashOutUrl?: string | null
  /** In whose name withdrawals leave at banks that ask for a receiver. */
  defaultReceiverId?: string | null
  /** Of the buttons on its pages. */
  brandColor?: string | null
  /** On its pages: the `publicUrl` of a picture that the platform, or who founds it, has sent with `POST /v1/uploads`. */
  logoUrl?: string | null
  /** Its domain has a dot: `ana@example.com`. */
  supportEmail?: string | null
  /** Where its buyers reach it, as they are to read it. */
  supportPhone?: string | null
  /** RSA key, PEM in Base64, for providers that have requests signed. Sealed; it never comes back. */
  privateKey?: string | null
  /** What paying by card in 1, 2, 3... installments adds to the total, in percent. */
  installmentFees?: Array<number>
  /** Up to this many installments cost the buyer nothing. */
  maxInstallmentsWithoutInterest?: number
  /** Integer cents: no installment may be smaller. */
  minInstallmentValue?: number
  /** Integer cents. At a provider that cannot be read, the secret address is all that proves what a webhook says of money where it does not sign (FIREBANK; CASHTIME and RAPDYN of withdrawals), or where the account holds no `webhookSecret` (FLOW2PAY): it is believed up to this, and above it an operator is asked. That a withdrawal failed or came back always asks. So is a proved notice of a payment there that states no amount. */
  maxUnprovedAmount?: number
  /** When two transactions of one charge are paid: `ask` an operator, or give the later one back by itself. */
  doublePayments?: "ask" | "refundLater"
  /** When a charge is paid after it expired or was cancelled: `ask` an operator, `accept` the money, or `refund` it by itself. */
  latePayments?: "ask" | "accept" | "refund"
  /** Integer cents. A withdrawal above it is not sent until an operator who did not ask for it has approved it; null: none waits. Each withdrawal is compared alone, so parts of a larger amount do not wait: with 0 every withdrawal waits. It applies to withdrawals that are requested from now on. */
  approvalAbove?: ApprovalAbove
  /** How long such a withdrawal waits; then it is CANCELED. */
  approvalHours?: number
  /** Every user needs a second factor. A user without one can only set one up. API keys need none. */
  secondFactorRequired?: boolean
}

export type PlatformList = {
  data: Array<Platform>
  nextCursor: string | null
}

export type PlatformWithSecret = {
  id: string
  name: string
  certCashInUrl: string | null
  certCashOutUrl: string | null
  defaultReceiverId: string | null
  brandColor: string | null
  logoUrl: string | null
  supportEmail: string | null
  supportPhone: string | null
  hasPrivateKey: boolean
  /** What paying by card in 1, 2, 3... installments adds to the total, in percent. */
  installmentFees: Array<number>
  /** Up to this many installments cost the buyer nothing. */
  maxInstallmentsWithoutInterest: number
  /** Integer cents: no installment may be smaller. */
  minInstallmentValue: number
  /** Integer cents. At a provider that cannot be read, the secret address is all that proves what a webhook says of money where it does not sign (FIREBANK; CASHTIME and RAPDYN of withdrawals), or where the account holds no `webhookSecret` (FLOW2PAY): it is believed up to this, and above it an operator is asked. That a withdrawal failed or came back always asks. So is a proved notice of a payment there that states no amount. */
  maxUnprovedAmount: number
  /** When two transactions of one charge are paid: `ask` an operator, or give the later one back by itself. */
  doublePayments: "ask" | "refundLater"
  /** When a charge is paid after it expired or was cancelled: `ask` an operator, `accept` the money, or `refund` it by itself. */
  latePayments: "ask" | "accept" | "refund"
  /** Integer cents. A withdrawal above it is not sent until an operator who did not ask for it has approved it; null: none waits. Each withdrawal is compared alone, so parts of a larger amount do not wait: with 0 every withdrawal waits. It applies to withdrawals that are requested from now on. */
  approvalAbove: ApprovalAbove
  /** How long such a withdrawal waits; then it is CANCELED. */
  approvalHours: number
  /** Every user needs a second factor. A user without one can only set one up. API keys need none. */
  secondFactorRequired: boolean
  /** How the secret ends that checks what we send to `webhookUrl`: enough to tell it from another. */
  webhookSecretEnding: string
  /** Until then the secret before the rotation signs too. */
  previousWebhookSecretUntil: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** Standard Webhooks secret: checks what we send to `webhookUrl`. It is shown this once. */
  webhookSecret: string
}

export type Problem = {
  /** A URI that identifies the kind of problem. */
  type: string
  title: string
  status: number
  /** What happened; a provider's message stands here letter for letter. */
  detail: string
  code: "malformed_request" | "refund_not_approved" | "unauthenticated" | "invalid_signature" | "wrong_credentials" | "wrong_code" | "sign_in_expired" | "forbidden" | "second_factor_needed" | "cross_site_request" | "not_found" | "conflict" | "request_in_progress" | "payload_too_large" | "headers_too_large" | "request_too_slow" | "unsupported_media_type" | "rule_broken" | "idempotency_key_reused" | "method_not_supported" | "no_provider_account" | "rate_limited" | "internal_error" | "provider_refused" | "provider_failed" | "unavailable" | "outcome_unknown"
  /** What is wrong with the input, field by field. */
  errors?: Array<ProblemField>
  /** The charge that the problem left behind, where there is one. */
  chargeId?: string
  /** The refund or withdrawal that the problem left behind, where there is one. */
  disbursementId?: string
  /** The receiver that the problem left behind, where there is one. */
  receiverId?: string
  /** Quote it to support. */
  requestId: string
}

export type ProblemField = {
  /** JSON Pointer into the input, e.g. /customer/document. */
  path: string
  message: string
  /** Stable name of what is wrong: a JSON Schema keyword or a rule of ours. */
  rule: string
  /** What stands there, where the input is a file of many lines. */
  value?: string
}

export type Product = {
  id: string
  name: string
  description: string | null
  imageUrl: string | null
  tangible: boolean
  /** How many offers sell it. */
  offerCount: number
  /** Who made it: a user's e-mail, or `API key ` and the key's name. */
  createdByUser: string
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
}

export type ProductChange = {
  name?: string
  description?: string | null
  /** The `publicUrl` of a picture from `POST /v1/uploads`. */
  imageUrl?: string | null
  /** False when left out: nothing is sent to the buyer. */
  tangible?: boolean
}

export type ProductList = {
  data: Array<Product>
  nextCursor: string | null
}

export type Provider = {
  code: string
  name: string
  /** Its public address; null where an account has to name it. */
  host: string | null
  operations: Array<"createTransaction" | "readTransaction" | "refund" | "withdraw" | "readWithdraw" | "createReceiver" | "readReceiver" | "tokenizeCard" | "buildCardId" | "translateWebhook" | "readBalance" | "cancelTransaction" | "readRefund">
  paymentMethods: Array<"PIX" | "CREDIT_CARD" | "BILLET">
  withdrawMethods: Array<"PIX" | "BANK_ACCOUNT" | "RECEIVER">
  /** Methods whose code can be withdrawn until it is paid. */
  cancelMethods: Array<"PIX" | "CREDIT_CARD" | "BILLET">
  /** Methods whose charges can be refunded. */
  refundMethods: Array<"PIX" | "CREDIT_CARD" | "BILLET">
  /** Methods whose charges can be refunded in part; the others only as a whole. */
  partialRefundMethods: Array<"PIX" | "CREDIT_CARD" | "BILLET">
  /** Whether a card charge in more than one installment can be refunded in part. Where `partialRefundMethods` has cards and this is false, its installments are refunded all together or not at all. */
  partialInstallmentRefunds: boolean
  /** How the end of a refund becomes known: `answer`, its answer is the end; `refund`, the refund is read; `sum`, the charge is read, and how much of it has gone back; `whole`, that all of it has; `notice`, a notice says that all of it has; `unknown`, an operator says it. Null where there are no refunds. */
  refundEnd: "answer" | "refund" | "sum" | "whole" | "notice" | "unknown" | null
  /** For how many days after its payment a charge can be refunded, where that is known. */
  refundWindowDays: {
    PIX?: number
    CREDIT_CARD?: number
    BILLET?: number
  }
  /** Fields of `POST /v1/charges` that this provider needs, by payment method. `customerIp` of a card charge is the address of the request where it is left out. */
  requires: {
    PIX?: Array<"customer.phone" | "customerIp" | "address.zipCode" | "address.address" | "address.number" | "address.district" | "address.city" | "address.state">
    CREDIT_CARD?: Array<"customer.phone" | "customerIp" | "address.zipCode" | "address.address" | "address.number" | "address.district" | "address.city" | "address.state">
    BILLET?: Array<"customer.phone" | "customerIp" | "address.zipCode" | "address.address" | "address.number" | "address.district" | "address.city" | "address.state">
  }
  /** What `POST /v1/receivers` must say for this provider: `cnpj`, a company; `income`, `providerData.incomeValue`, a month's in reais; `documents`, all of them; `registration`, in `providerData` what its description lists of an individual or of a company. */
  receiverRequires: Array<"cnpj" | "income" | "documents" | "registration">
  /** Settings of the platform that this provider rests on: `certCashInUrl`, for every request; `certCashOutUrl`, for withdrawals; `privateKey`, which signs withdrawals; `defaultReceiverId`, in whose name withdrawals are made, or whose balance is the account's. `PATCH /v1/platforms/:id` sets them. */
  platformRequires: Array<"certCashInUrl" | "certCashOutUrl" | "privateKey" | "defaultReceiverId">
  credentials: Array<CredentialPart>
  idempotency: "header" | "field" | "naturalId" | "none"
  /** How an unanswered charge is found; null when it cannot be. */
  lookup: string | null
  /** How an unanswered withdrawal is found; null when it cannot be. */
  withdrawLookup: string | null
  webhookVerification: "signature" | "sharedSecret" | "none"
  evidence: "documentation" | "clients" | "specification"
}

export type ProviderAccount = {
  id: string
  provider: string
  name: string
  baseUrl: string | null
  priority: number
  enabled: boolean
  /** Register it at the provider. It holds a secret: only administrators see it. Null also when the secrets cannot be opened. */
  webhookUrl: string | null
  lastTest: AccountTestResult | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
}

export type ProviderAccountChange = {
  /** Cannot be changed: only what it is already is taken. */
  provider?: string
  name?: string
  /** Several values are packed with a pipe; see the provider. */
  publicKey?: string | null
  /** Several values are packed with a pipe; see the provider. */
  secretKey?: string | null
  /** Proves the provider's webhooks: with it, one without proof is refused. Without it, a webhook is read at the provider before it is believed, and where it cannot be read (FLOW2PAY), believed up to the platform's `maxUnprovedAmount`. */
  webhookSecret?: string | null
  /** Instead of the provider's default host; those of its further hosts follow, packed with a pipe. */
  baseUrl?: string | null
  /** Lower is tried first. */
  priority?: number
  enabled?: boolean
}

export type ProviderAccountList = {
  data: Array<ProviderAccount>
  nextCursor: string | null
}

export type ProviderList = {
  data: Array<Provider>
  nextCursor: string | null
}

export type PublicSettings = {
  /** Local mode with the demo sign-ins. */
  demo: boolean
}

export type Receiver = {
  id: string
  /** The provider's id: for splits and withdrawals. */
  receiverId: string | null
  /** The `receiverToken` of charges in its name, where its provider takes any: our own name for it, as the provider's is a credential. Only when it is opened, or asked for alone. */
  receiverToken?: string | null
  /** Where its money goes. Only when it is asked for alone. */
  bankAccount?: {
    bankCode: string
    branchNumber: string
    /** At most four, and at most half of them. */
    accountLastDigits: string
    accountType: "CHECKING" | "SAVINGS"
  }
  receiverProvider: string
  providerAccountId: string
  name: string
  document: string
  documentType: "CPF" | "CNPJ"
  email: string
  status: "PENDING" | "ACTIVE" | "REJECTED"
  /** Integer cents. */
  balance: number | null
  /** As it was given; else empty. */
  metadata: Record<string, string>
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  needsAttention: boolean
  attention: "unknownOutcome" | "providerUnreachable" | "workflowLost" | "workflowStuck" | "unmappedStatus" | null
  /** The last refusal, in the provider's words or ours. */
  failureMessage: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
  workflow: {
    workflowId: string
    runId: string | null
  }
}

export type ReceiverAttempt = {
  id: string
  number: number
  provider: string
  providerAccountId: string
  state: "created" | "sending" | "answered"
  outcome: "created" | "refused" | "absent" | "superseded" | null
  errorKind: string | null
  errorMessage: string | null
  exchange: Array<ExchangeEntry>
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  answeredAt: string | null
  /** The provider's id: for splits and withdrawals. */
  receiverId: string | null
}

export type ReceiverAttempts = {
  data: Array<ReceiverAttempt>
  nextCursor: string | null
}

export type ReceiverEvent = {
  id: string
  /** ISO 8601, UTC. */
  at: string
  type: "requested" | "created" | "refused" | "unknownOutcome" | "needsAttention" | "statusChanged" | "operatorRetried" | "operatorResolved" | "operatorCanceled" | "decisionVoid"
  from: "PENDING" | "ACTIVE" | "REJECTED" | null
  to: "PENDING" | "ACTIVE" | "REJECTED" | null
  cause: "api" | "webhook" | "poll" | "timer" | "operator"
  detail: Record<string, string | number | boolean> | null
  /** Of the decision that it tells of, as its answer named it. */
  decisionId: string | null
}

export type ReceiverEvents = {
  data: Array<ReceiverEvent>
  nextCursor: string | null
}

export type ReceiverList = {
  data: Array<Receiver>
  nextCursor: string | null
}

export type ReceiverPapers = {
  data: Array<{
    name: "photoDocument" | "photoPersonWithDocument" | "photoDocumentSocialContract" | "addressProof" | "balanceSheet"
    url: string
    /** ISO 8601, UTC. */
    expiresAt: string
  }>
  nextCursor: string | null
}

export type ReceiverWebhook = {
  /** Also the `webhook-id` header: the same event again has the same id. */
  id: string
  type: "receiver.active" | "receiver.rejected"
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  /** ISO 8601, UTC. */
  createdAt: string
  /** Counts the events of the receiver from 1: order them by it. An endpoint sees gaps where it asked for no such event: wait for none. */
  sequence: number
  data: Receiver
}

export type ReconciliationCandidate = {
  kind: "charge" | "withdrawal"
  id: string
  /** For `POST /v1/operations/:workflowId/resolve`. */
  workflowId: string
  /** Integer cents. */
  amount: number
  currency: "BRL" | "USD" | "EUR" | "MXN"
  /** Of the customer or the holder. */
  name: string | null
  /** ISO 8601, UTC. */
  createdAt: string
}

export type ReconciliationCandidateList = {
  /** Those of the same amount first, then the newest. */
  data: Array<ReconciliationCandidate>
  nextCursor: string | null
}

export type ReconciliationItem = {
  id: string
  /** missingHere: the provider has it and we do not; missingThere: the other way round. */
  kind: "missingHere" | "missingThere" | "amount" | "status"
  state: "open" | "resolvedAutomatically" | "resolvedByHand"
  /** Where it was found: in a statement, when the provider was read, or in a webhook of something unknown. */
  source: "statement" | "reading" | "notice"
  provider: string
  providerAccountId: string
  transactionId: string
  chargeId: string | null
  refundId: string | null
  withdrawalId: string | null
  ours: {
    /** Integer cents. */
    amount?: number
    /** Of our side alone. */
    currency?: "BRL" | "USD" | "EUR" | "MXN"
    status?: string
    /** ISO 8601, UTC. */
    at?: string
    /** Integer cents. */
    fee?: number
    /** Integer cents: the part that went back. */
    returned?: number
  } | null
  theirs: {
    /** Integer cents. */
    amount?: number
    /** Of our side alone. */
    currency?: "BRL" | "USD" | "EUR" | "MXN"
    status?: string
    /** ISO 8601, UTC. */
    at?: string
    /** Integer cents. */
    fee?: number
    /** Integer cents: the part that went back. */
    returned?: number
  } | null
  /** ISO 8601, UTC. */
  foundAt: string
  /** When either side, the movement or the state last changed. ISO 8601, UTC. */
  updatedAt: string
  resolvedAt: string | null
  resolvedBy: string | null
  note: string | null
}

export type ReconciliationItemList = {
  data: Array<ReconciliationItem>
  nextCursor: string | null
}

export type ReconciliationResolution = {
  /** What it was. */
  note: string
}

export type ReconciliationRun = {
  /** How many movements are read before their time. */
  readings: number
  /** Within how many seconds, where the provider refuses nothing. */
  seconds: number
}

export type ReconciliationSummary = {
  id: string
  /** In Brasília. */
  day: string
  /** Movements whose last reading at the provider was on that day; null: not known, because the day was made up for later. */
  compared: number | null
  /** On that day. */
  found: number
  /** On that day, by itself or by hand. */
  resolved: number
  /** At its end. */
  open: number
  /** What is at stake, by currency; of another amount the difference. */
  amounts: Array<{
    currency: "BRL" | "USD" | "EUR" | "MXN"
    /** Integer cents. */
    foundAmount: number
    /** Integer cents. */
    openAmount: number
  }>
  accounts: Array<{
    providerAccountId: string
    provider: string
    /** Movements whose last reading at the provider was on that day; null: not known, because the day was made up for later. */
    compared: number | null
    differences: {
      missingHere: {
        /** On that day. */
        found: number
        /** On that day, by itself or by hand. */
        resolved: number
        /** At its end. */
        open: number
        /** What is at stake, by currency; of another amount the difference. */
        amounts: Array<{
          currency: "BRL" | "USD" | "EUR" | "MXN"
          /** Integer cents. */
          foundAmount: number
          /** Integer cents. */
          openAmount: number
        }>
      }
      missingThere: {
        /** On that day. */
        found: number
        /** On that day, by itself or by hand. */
        resolved: number
        /** At its end. */
        open: number
        /** What is at stake, by currency; of another amount the difference. */
        amounts: Array<{
          currency: "BRL" | "USD" | "EUR" | "MXN"
          /** Integer cents. */
          foundAmount: number
          /** Integer cents. */
          openAmount: number
        }>
      }
      amount: {
        /** On that day. */
        found: number
        /** On that day, by itself or by hand. */
        resolved: number
        /** At its end. */
        open: number
        /** What is at stake, by currency; of another amount the difference. */
        amounts: Array<{
          currency: "BRL" | "USD" | "EUR" | "MXN"
          /** Integer cents. */
          foundAmount: number
          /** Integer cents. */
          openAmount: number
        }>
      }
      status: {
        /** On that day. */
        found: number
        /** On that day, by itself or by hand. */
        resolved: number
        /** At its end. */
        open: number
        /** What is at stake, by currency; of another amount the difference. */
        amounts: Array<{
          currency: "BRL" | "USD" | "EUR" | "MXN"
          /** Integer cents. */
          foundAmount: number
          /** Integer cents. */
          openAmount: number
        }>
      }
    }
  }>
  /** ISO 8601, UTC. */
  createdAt: string
}

export type ReconciliationSummaryList = {
  data: Array<ReconciliationSummary>
  nextCursor: string | null
}

export type ReconciliationWebhook = {
  /** Also the `webhook-id` header: the same event again has the same id. */
  id: string
  type: "reconciliation.summary"
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  /** ISO 8601, UTC. */
  createdAt: string
  /** Counts the events of the reconciliation from 1: order them by it. An endpoint sees gaps where it asked for no such event: wait for none. */
  sequence: number
  data: ReconciliationSummary
}

export type Refund = {
  id: string
  /** The provider's id, or ours where it gives none. */
  refundId: string | null
  chargeId: string
  /** The payment that it goes against. */
  paymentId: string | null
  /** Who asked for it: a user or an API key, the policy of the platform, or the dashboard of the provider (`external`), where it was found. */
  kind: "requested" | "policy" | "external"
  /** The platform's policy that asked for it; null for any other kind. */
  policy: "doublePayments" | "latePayments" | null
  /** Whether the provider has carried it out. */
  status: boolean
  state: "PENDING" | "APPROVED" | "REJECTED"
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  needsAttention: boolean
  /** The most serious reason. */
  attention: "amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "awaitsApproval" | "noConfirmation" | "contradicted" | "unconfirmedNotice" | "unmappedStatus" | null
  /** All that stand, in the order in which they came. */
  attentionReasons: Array<"amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "awaitsApproval" | "noConfirmation" | "contradicted" | "unconfirmedNotice" | "unmappedStatus">
  /** Integer cents. */
  amount: number
  /** Of a refund the charge's. */
  currency: "BRL" | "USD" | "EUR" | "MXN"
  /** As it was given; else empty. */
  metadata: Record<string, string>
  provider: string | null
  providerAccountId: string | null
  /** The last refusal, in the provider's words or ours. */
  failureMessage: string | null
  /** ISO 8601, UTC. */
  approvedAt: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
  workflow: {
    workflowId: string
    runId: string | null
  }
}

export type RefundList = {
  data: Array<Refund>
  nextCursor: string | null
}

export type RefundWebhook = {
  /** Also the `webhook-id` header: the same event again has the same id. */
  id: string
  type: "refund.pending" | "refund.approved" | "refund.rejected"
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  /** ISO 8601, UTC. */
  createdAt: string
  /** Counts the events of the refund from 1: order them by it. An endpoint sees gaps where it asked for no such event: wait for none. */
  sequence: number
  data: Refund
}

export type Resolution = {
  /** Did the provider make the transaction? `approved`: of a withdrawal that waits for a second operator, by that operator. */
  outcome: "created" | "notCreated" | "approved"
  /** The provider's id, when created; of a receiver, too. */
  transactionId?: string
  /** A receiver's id at the provider, when created: then without `transactionId`. */
  receiverId?: string
  /** Of a withdrawal: what became of it, when you know. Of a charge with `statusUnmapped`: its own status, which then stands, and the seller is told. */
  status?: "APPROVED" | "REJECTED" | "CANCELED"
}

export type ResolveOperationQuery = {
  shown?: string
  updatedAt?: string
}

export type ResolveReconciliationItemQuery = {
  updatedAt?: string
}

export type RetryOperationQuery = {
  shown?: string
  updatedAt?: string
}

export type RoutingCondition = {
  /** Each once; charges only, when left out. */
  movements?: Array<"charge" | "withdrawal">
  /** Each once. */
  paymentMethods?: Array<"PIX" | "CREDIT_CARD" | "BILLET">
  /** Integer cents, itself included. */
  amountFrom?: number
  /** Integer cents, itself included. */
  amountTo?: number
  installmentsFrom?: number
  installmentsTo?: number
  cardBrands?: Array<string>
}

export type RoutingDecision = {
  /** Null where the accounts' own priority decided, or the request named the account. */
  ruleId: string | null
  candidates: Array<{
    providerAccountId: string
    provider: string
    /** Asked first. Those that are next in line follow, in their order. */
    taken: boolean
    reason: "asked" | "priority" | "split" | "successRate" | "exploration" | "lastResort" | "nextInLine" | "lineIsFull" | "breakerOpen" | "notInRule" | "methodNotSupported" | "tooManyInstallments" | "splitNotSupported" | "receiverNotSupported" | "missingFields" | "refused" | "disabled" | "secretsUnreadable"
  }>
}

export type RoutingRule = {
  id: string
  name: string
  /** Lower is asked first. */
  position: number
  enabled: boolean
  when: RoutingCondition
  /** In the order given; by drawn shares; or the best approval of the last day first, with a share of tries for the others. */
  strategy: "priority" | "split" | "successRate"
  accounts: Array<{
    providerAccountId: string
    /** Of a split: its share of all weights. 1 when left out; with 0 it is only asked after the others. */
    weight?: number
  }>
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
}

export type RoutingRuleChange = {
  name?: string
  /** Lower is asked first. */
  position?: number
  enabled?: boolean
  when?: RoutingCondition
  /** In the order given; by drawn shares; or the best approval of the last day first, with a share of tries for the others. */
  strategy?: "priority" | "split" | "successRate"
  accounts?: Array<{
    providerAccountId: string
    /** Of a split: its share of all weights. 1 when left out; with 0 it is only asked after the others. */
    weight?: number
  }>
}

export type RoutingRuleList = {
  data: Array<RoutingRule>
  nextCursor: string | null
}

export type SimulatedMovement = {
  /** What the sale costs, before the interest of installments. Integer cents. */
  amount: number
  currency?: "BRL" | "USD" | "EUR" | "MXN"
  /** Of a withdrawal PIX or BANK_ACCOUNT: that of a receiver leaves from where the receiver is. */
  paymentMethod: "PIX" | "CREDIT_CARD" | "BILLET" | "BANK_ACCOUNT"
  /** When left out, or empty: one item of the whole amount. The whole request is at most 64 kB of JSON. */
  items?: Array<NewItem>
  customer?: Customer
  /** One that `GET /v1/installments` offers. */
  installments?: number
  cardId?: string
  /** The code of the saved card, for this charge alone. The first charge after the card was saved needs none. */
  cvv?: string
  address?: Address
  /** Where we tell you of its events. */
  webhookUrl?: string
  /** Your own reference. */
  orderId?: string
  userId?: string
  userDocument?: string
  description?: string
  /** Your own facts, up to 50: they come back in answers and events and are found by `q`, as `key:value` too: by the first 100 characters of each value or, where these are more than 4,000 with their keys, by as many of each key and value as go into 4,000: 80 of each of 50. No provider sees them. Never put card numbers here. The whole request is at most 64 kB of JSON. */
  metadata?: Record<string, string>
  splits?: Array<Split>
  /** Whose sub-account it is made in: a receiver's `id`, or the token that its provider gave. */
  receiverToken?: string
  customerIp?: string
  fingerPrints?: Array<{
    provider: string
    value: string
  }>
  referrerUrl?: string
  checkoutUrl?: string
  providerAccountId?: string
  /** What is bought: `amount`, method and installments must keep its terms. */
  offerId?: string
  /** A charge, when left out. */
  movement?: "charge" | "withdrawal"
  /** Of a card that is not saved; a saved one has its own. */
  cardBrand?: string
}

export type Split = {
  /** A receiver's `id`, or the id that its provider gave. A charge is split at one provider account: that of its receivers, or the `providerAccountId` that it has to name with an id that no receiver here has. */
  recipientId: string
  /** Cents when FIXED, whole percent when PERCENTAGE. */
  amount: number
  type: "PERCENTAGE" | "FIXED"
  chargeProcessingFee?: boolean
  chargeRemainder?: boolean
  liable?: boolean
}

export type Statement = {
  id: string
  /** Lines of the file, without its heading. */
  rows: number
  /** Lines without a transaction id, such as totals: nothing was compared with them. */
  ignored: number
  /** Transactions that we know. */
  matched: number
  /** What differs. */
  items: number
  name: string
  providerAccountId: string
  /** Integer cents, of all lines. */
  amount: number
  /** Integer cents. */
  fees: number
  /** The amount less the fees. */
  net: number
  importedBy: string
  /** ISO 8601, UTC. */
  createdAt: string
}

export type StatementColumnNames = {
  transactionId: string
  amount: string
  fee?: string
  status?: string
  date?: string
}

export type StatementColumnsQuery = {
  providerAccountId: string
}

export type StatementList = {
  data: Array<Statement>
  nextCursor: string | null
}

export type UpdateApiKeyBody = {
  name?: string
  /** A revoked key stays revoked. */
  revoked?: true
}

export type Upload = {
  method: "PUT"
  /** Takes the file for 60 seconds. */
  uploadUrl: string
  /** To be sent with the file, each exactly as it stands here. */
  headers: Record<string, string>
  /** Names the file in other requests. It is also the file’s public address, unless the file is a private document. */
  publicUrl: string
  /** ISO 8601, UTC. */
  expiresAt: string
}

export type User = {
  id: string
  name: string
  email: string
  role: "seller" | "operator" | "admin"
  platformId: string
  disabled: boolean
  /** Whether sign-in asks for a code. `needed`: the platform requires one, and nothing else is allowed until it is set up. */
  secondFactor: "on" | "off" | "needed"
  /** ISO 8601, UTC. */
  lastSignInAt: string | null
  /** ISO 8601, UTC. */
  createdAt: string
}

export type UserChange = {
  name?: string
  role?: "seller" | "operator" | "admin"
  password?: string
  /** True: this user cannot sign in. */
  disabled?: boolean
}

export type UserList = {
  data: Array<User>
  nextCursor: string | null
}

export type WebhookDelivery = {
  id: string
  eventId: string
  /** Null: the `webhookUrl` that came with the charge. */
  endpointId: string | null
  /** The charge that it is about, or whose refund it is about. */
  chargeId: string | null
  eventType: "charge.created" | "charge.approved" | "charge.rejected" | "charge.refunded" | "charge.partially_refunded" | "charge.chargeback" | "refund.pending" | "refund.approved" | "refund.rejected" | "withdrawal.pending" | "withdrawal.approved" | "withdrawal.rejected" | "withdrawal.canceled" | "receiver.active" | "receiver.rejected" | "dispute.opened" | "dispute.won" | "dispute.lost" | "reconciliation.summary" | "endpoint.test"
  sequence: number
  url: string
  body: Record<string, unknown>
  state: "pending" | "delivered" | "failed"
  attempts: number
  resends: number
  lastStatus: number | null
  lastError: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  deliveredAt: string | null
}

export type WebhookDeliveryAttempt = {
  id: string
  /** When it was sent. */
  at: string
  /** How long its answer took, or was waited for. */
  durationMs: number
  url: string
  /** It was answered with 2xx. */
  delivered: boolean
  /** Of its answer, if one came. */
  status: number | null
  /** Why none came. */
  error: string | null
}

export type WebhookDeliveryAttempts = {
  data: Array<WebhookDeliveryAttempt>
  nextCursor: string | null
}

export type WebhookDeliveryList = {
  data: Array<WebhookDelivery>
  nextCursor: string | null
}

export type WebhookEndpoint = {
  id: string
  url: string
  events: Array<"*" | "charge.created" | "charge.approved" | "charge.rejected" | "charge.refunded" | "charge.partially_refunded" | "charge.chargeback" | "refund.pending" | "refund.approved" | "refund.rejected" | "withdrawal.pending" | "withdrawal.approved" | "withdrawal.rejected" | "withdrawal.canceled" | "receiver.active" | "receiver.rejected" | "dispute.opened" | "dispute.won" | "dispute.lost" | "reconciliation.summary">
  enabled: boolean
  /** Nothing has arrived since; null while it works. */
  failingSince: string | null
  /** Until then the secret before the rotation signs too. */
  previousSecretUntil: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
}

export type WebhookEndpointChange = {
  /** In production https, on the public internet. Or `trilho:kept`: nothing is sent, and the events are read as the endpoint's deliveries. */
  url?: string
  /** Names of events, each once, or `["*"]` for all of them and those to come. */
  events?: Array<"*" | "charge.created" | "charge.approved" | "charge.rejected" | "charge.refunded" | "charge.partially_refunded" | "charge.chargeback" | "refund.pending" | "refund.approved" | "refund.rejected" | "withdrawal.pending" | "withdrawal.approved" | "withdrawal.rejected" | "withdrawal.canceled" | "receiver.active" | "receiver.rejected" | "dispute.opened" | "dispute.won" | "dispute.lost" | "reconciliation.summary">
  enabled?: boolean
}

export type WebhookEndpointList = {
  data: Array<WebhookEndpoint>
  nextCursor: string | null
}

export type WebhookEndpointTest = {
  /** It answered with 2xx. */
  delivered: boolean
  /** Of its answer, if one came. */
  status: number | null
  /** Why none came. */
  error: string | null
  /** How its answer begins. */
  text: string
  /** It is one of the endpoint’s deliveries. */
  deliveryId: string
}

export type WebhookEndpointWithSecret = {
  id: string
  url: string
  events: Array<"*" | "charge.created" | "charge.approved" | "charge.rejected" | "charge.refunded" | "charge.partially_refunded" | "charge.chargeback" | "refund.pending" | "refund.approved" | "refund.rejected" | "withdrawal.pending" | "withdrawal.approved" | "withdrawal.rejected" | "withdrawal.canceled" | "receiver.active" | "receiver.rejected" | "dispute.opened" | "dispute.won" | "dispute.lost" | "reconciliation.summary">
  enabled: boolean
  /** Nothing has arrived since; null while it works. */
  failingSince: string | null
  /** Until then the secret before the rotation signs too. */
  previousSecretUntil: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
  /** Checks the signature (Standard Webhooks). It is shown this once. */
  secret: string
}

export type WebhookEvent = {
  id: string
  provider: string
  providerAccountId: string
  /** ISO 8601, UTC. */
  receivedAt: string
  state: "pending" | "delivered" | "ignored" | "failed"
  verified: "signature" | "sharedSecret" | "token"
  type: "TRANSACTION" | "WITHDRAW" | null
  /** The provider's id of the transaction, or of the withdrawal. */
  transactionId: string | null
  reference: string | null
  status: "PENDING" | "APPROVED" | "REJECTED" | "REFUNDED" | "CHARGEBACK" | "CANCELED" | null
  rawStatus: string | null
  detail: string | null
  chargeId: string | null
  withdrawalId: string | null
  attempts: number
  replays: number
  /** ISO 8601, UTC. */
  nextAttemptAt: string
  /** ISO 8601, UTC. */
  deliveredAt: string | null
  headers: Record<string, string>
  query: Record<string, string>
  /** As it came, but for the secret in an address of ours; empty once it is forgotten. */
  body: string
  /** When its body was removed, because its time was over or its customer was erased. It can be replayed no more. */
  bodyForgottenAt: string | null
}

export type WebhookEventList = {
  data: Array<WebhookEvent>
  nextCursor: string | null
}

export type Withdrawal = {
  id: string
  /** The provider's id. */
  withdrawId: string | null
  status: "PENDING" | "APPROVED" | "REJECTED" | "CANCELED"
  /** The provider's word is in no table: `status` is its default, and no end. */
  statusUnmapped: boolean
  paymentMethod: "PIX" | "BANK_ACCOUNT" | "RECEIVER"
  destination: {
    pixKey?: string
    pixType?: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM"
    document?: string
    documentType?: "CPF" | "CNPJ"
    name?: string
    email?: string
    receiverId?: string
    bankCode?: string
    accountType?: "CHECKING" | "SAVINGS"
    branchNumber?: string
    accountNumber?: string
    accountHolder?: string
    accountDocument?: string
  }
  description: string
  withdrawReference: string | null
  /** Above the platform's `approvalAbove` nothing is sent until a second operator has approved it. */
  approval: {
    state: "awaited" | "given"
    /** Without an approval it is CANCELED then. */
    dueAt: string
    /** The user who asked for it, or who made the API key that did. */
    requestedBy: string | null
    /** The user who approved it. */
    approvedBy: string | null
  } | null
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  needsAttention: boolean
  /** The most serious reason. */
  attention: "amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "awaitsApproval" | "noConfirmation" | "contradicted" | "unconfirmedNotice" | "unmappedStatus" | null
  /** All that stand, in the order in which they came. */
  attentionReasons: Array<"amountMismatch" | "unknownOutcome" | "workflowLost" | "workflowStuck" | "providerUnreachable" | "awaitsApproval" | "noConfirmation" | "contradicted" | "unconfirmedNotice" | "unmappedStatus">
  /** Integer cents. */
  amount: number
  /** Of a refund the charge's. */
  currency: "BRL" | "USD" | "EUR" | "MXN"
  /** As it was given; else empty. */
  metadata: Record<string, string>
  provider: string | null
  providerAccountId: string | null
  /** The last refusal, in the provider's words or ours. */
  failureMessage: string | null
  /** ISO 8601, UTC. */
  approvedAt: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
  workflow: {
    workflowId: string
    runId: string | null
  }
}

export type WithdrawalList = {
  data: Array<Withdrawal>
  nextCursor: string | null
}

export type WithdrawalWebhook = {
  /** Also the `webhook-id` header: the same event again has the same id. */
  id: string
  type: "withdrawal.pending" | "withdrawal.approved" | "withdrawal.rejected" | "withdrawal.canceled"
  /** False for what was made with a test key: no money moved. */
  livemode: boolean
  /** ISO 8601, UTC. */
  createdAt: string
  /** Counts the events of the withdrawal from 1: order them by it. An endpoint sees gaps where it asked for no such event: wait for none. */
  sequence: number
  data: Withdrawal
}

export type SellerEventType = SellerEvent['type']

export type SellerEvent = ChargeWebhook | RefundWebhook | WithdrawalWebhook | ReceiverWebhook | DisputeWebhook | ReconciliationWebhook

/** What an endpoint can be told of. */
export const SELLER_EVENTS = ["charge.created","charge.approved","charge.rejected","charge.refunded","charge.partially_refunded","charge.chargeback","refund.pending","refund.approved","refund.rejected","withdrawal.pending","withdrawal.approved","withdrawal.rejected","withdrawal.canceled","receiver.active","receiver.rejected","dispute.opened","dispute.won","dispute.lost","reconciliation.summary"] as const
