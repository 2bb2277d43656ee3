/** What the pages know of the HTTP contract, apart from the schemas, which only forms need: the API's own types and words. */
export type {
  AccessLink,
  Invitation,
  LinkUse,
  NewInvitation,
  PlatformJoin,
} from '../../../api/schemas/access-link.ts'
export type { Analytics } from '../../../api/schemas/analytics.ts'
export type { ApiKey, CreatedApiKey, NewApiKey } from '../../../api/schemas/api-key.ts'
export type { WaitingItem, WaitingList } from '../../../api/schemas/attention.ts'
export type { AuditEntry, AuditList } from '../../../api/schemas/audit.ts'
export type { Balance, Balances } from '../../../api/schemas/balance.ts'
export type { Card, NewCard } from '../../../api/schemas/card.ts'
export type {
  Charge,
  ChargeAttempts,
  ChargeEvent,
  ChargeEvents,
  ChargeList,
  ChargeTotals,
  ExchangeEntry,
  NewCharge,
} from '../../../api/schemas/charge.ts'
export type { ChargeMail, ChargeMails, NewChargeMail } from '../../../api/schemas/charge-mail.ts'
export type { Checkout } from '../../../api/schemas/checkout.ts'
export type { BuyersCharge, CheckoutPage } from '../../../api/schemas/checkout-page.ts'
export type { CustomerList, KnownCustomer } from '../../../api/schemas/customer.ts'
export type { DisbursementEvent, DisbursementEvents } from '../../../api/schemas/disbursement.ts'
export type {
  Dispute,
  DisputeEvidence,
  DisputeResolution,
  DisputeWithEvidence,
  EvidenceAddress,
  ListedDispute,
  ListedDisputeList,
  NewEvidence,
} from '../../../api/schemas/dispute.ts'
export type { Exam, ExamList, NewExam } from '../../../api/schemas/exam.ts'
export type { Export, ExportAddress, Exports, NewExport } from '../../../api/schemas/export.ts'
export type { Installments } from '../../../api/schemas/installment.ts'
export type { ListTotals } from '../../../api/schemas/list.ts'
export type { Me, PublicSettings, SignIn } from '../../../api/schemas/me.ts'
export type { Member, MemberChange, MemberList, Workplace, WorkplaceList } from '../../../api/schemas/membership.ts'
export type { NewOffer, Offer, OfferChange, OfferList, Sales } from '../../../api/schemas/offer.ts'
export type { OperationAccepted, Resolution } from '../../../api/schemas/operation.ts'
export type { Payment, Payments } from '../../../api/schemas/payment.ts'
export type {
  NewPaymentLink,
  PaymentLink,
  PaymentLinkChange,
  PaymentLinkList,
} from '../../../api/schemas/payment-link.ts'
export type {
  NewPlatform,
  Platform,
  PlatformChange,
  PlatformList,
  PlatformWithSecret,
} from '../../../api/schemas/platform.ts'
export type { Problem, ProblemField } from '../../../api/schemas/problem.ts'
export type { NewProduct, Product, ProductChange, ProductList } from '../../../api/schemas/product.ts'
export type { CredentialPart, Provider, ProviderList } from '../../../api/schemas/provider.ts'
export type {
  AccountHealth,
  AccountTestResult,
  NewProviderAccount,
  ProviderAccount,
  ProviderAccountChange,
  ProviderAccountList,
} from '../../../api/schemas/provider-account.ts'
export type {
  NewReceiver,
  Receiver,
  ReceiverAttempts,
  ReceiverEvent,
  ReceiverEvents,
  ReceiverList,
  ReceiverPapers,
} from '../../../api/schemas/receiver.ts'
export type {
  AccountStatementColumns,
  AskedReconciliationRun,
  AskedReconciliationRunList,
  ImportedStatement,
  ReconciliationCandidate,
  ReconciliationCandidateList,
  ReconciliationItem,
  ReconciliationItemList,
  ReconciliationRun,
  ReconciliationSummary,
  ReconciliationSummaryList,
  Statement,
  StatementColumnNames,
  StatementList,
} from '../../../api/schemas/reconciliation.ts'
export type { ListedRefund, ListedRefundList, NewRefund, Refund, RefundList } from '../../../api/schemas/refund.ts'
export type {
  NewRoutingRule,
  RoutingDecision,
  RoutingRule,
  RoutingRuleChange,
  RoutingRuleList,
  SimulatedMovement,
} from '../../../api/schemas/routing-rule.ts'
export type { NewSavedFilter, SavedFilter, SavedFilterChange } from '../../../api/schemas/saved-filter.ts'
export type {
  PasswordAndCode,
  RecoveryCodes,
  SecondFactor,
  SecondFactorAsked,
  SecondFactorCode,
  SecondFactorEnrolment,
  SecondFactorStart,
} from '../../../api/schemas/second-factor.ts'
export type { Session, SessionList } from '../../../api/schemas/session.ts'
export type { NewUpload, Upload } from '../../../api/schemas/upload.ts'
export type { PersonPaper, PersonPapers, User, UserChange } from '../../../api/schemas/user.ts'
export type {
  WebhookDelivery,
  WebhookDeliveryAttempts,
  WebhookDeliveryList,
} from '../../../api/schemas/webhook-delivery.ts'
export type {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointList,
  WebhookEndpointTest,
  WebhookEndpointWithSecret,
} from '../../../api/schemas/webhook-endpoint.ts'
export type { WebhookEvent, WebhookEventList } from '../../../api/schemas/webhook-event.ts'
export type { NewWithdrawal, Withdrawal, WithdrawalList } from '../../../api/schemas/withdrawal.ts'
export { AUDIT_ACTIONS } from '../../../domain/audit.ts'
export { BANK_CODES, type BankName } from '../../../domain/banks.ts'
export { CARD_BRANDS } from '../../../domain/card-number.ts'
export { CHARGE_STATUSES, type ChargeEventType, type ChargeStatus } from '../../../domain/charge.ts'
export type { DecisionKind } from '../../../domain/decision.ts'
export {
  type DisbursementAttention,
  type DisbursementEventType,
  type DisbursementKind,
  type DisbursementStatus,
  REFUND_STATES,
} from '../../../domain/disbursement.ts'
export {
  CLOSED_DISPUTE_STATES,
  type ClosedDisputeState,
  DISPUTE_STATES,
  type DisputeState,
} from '../../../domain/dispute.ts'
export { type Currency, cents, MAX_AMOUNT, toReais, toReaisString } from '../../../domain/money.ts'
export {
  PAYMENT_METHODS,
  type PaymentMethod,
  WITHDRAW_METHODS,
  type WithdrawMethod,
} from '../../../domain/payment-method.ts'
export {
  RECEIVER_DOCUMENTS,
  RECEIVER_STATUSES,
  type ReceiverAttention,
  type ReceiverDocument,
  type ReceiverEventType,
  type ReceiverStatus,
} from '../../../domain/receiver.ts'
export {
  DIFFERENCES,
  ITEM_STATES,
  type ItemState,
  STATEMENT_COLUMNS,
  type StatementColumn,
} from '../../../domain/reconciliation.ts'
export type { RequirableField } from '../../../domain/requirements.ts'
export { ROUTED_MOVEMENTS, ROUTING_STRATEGIES, type RoutedMovement } from '../../../domain/routing.ts'
export {
  type ChosenEvent,
  EVERY_EVENT,
  SELLER_EVENT_KINDS,
  SELLER_EVENTS,
  type SellerEventKind,
} from '../../../domain/seller-event.ts'
export type { PageState } from '../../../domain/selling.ts'
export { PIX_KEY_TYPES, type PixKeyType, WITHDRAWAL_STATUSES } from '../../../domain/withdrawal.ts'
