/** Made by `npm run generate` from the API. */
import type { CallOptions, KeyedCallOptions, OperationPlan } from './call.ts'
import type { DownloadedFile, FileContent } from './files.ts'
import type { Listing } from './listing.ts'
import type { AccountHealth, AccountStatementColumns, Analytics, ApiKey, ApiKeyList, AskedReconciliationRunList, AuditEntry, AuditList, Balances, CancelOperationQuery, Card, CardList, Charge, ChargeAttempts, ChargeEvents, ChargeList, ChargeMail, ChargeMails, ChargeTotals, CreatedApiKey, CustomerList, DisbursementEvents, DisputeEvidence, DisputeResolution, DisputeWithEvidence, Exam, ExamList, Export, ExportAddress, Exports, GetAnalyticsQuery, GetChargeTotalsQuery, GetCustomerTotalsQuery, GetDisputeTotalsQuery, GetReceiverTotalsQuery, GetReconciliationItemTotalsQuery, GetRefundTotalsQuery, GetWithdrawalTotalsQuery, ImportedStatement, Installments, Invitation, InvitationList, KnownCustomer, ListApiKeysQuery, ListAttentionAnswer, ListAttentionQuery, ListAuditLogQuery, ListBalancesQuery, ListCardsQuery, ListChargeAttemptsQuery, ListChargeEventsQuery, ListChargeMailsQuery, ListChargePaymentsQuery, ListChargeRefundsQuery, ListChargesQuery, ListCustomersQuery, ListDisputesQuery, ListExamsQuery, ListExportsQuery, ListInstallmentsQuery, ListInvitationsQuery, ListMembersQuery, ListOffersQuery, ListPaymentLinksQuery, ListPlatformsQuery, ListProductsQuery, ListProviderAccountsQuery, ListProvidersQuery, ListReceiverAttemptsQuery, ListReceiverEventsQuery, ListReceiversQuery, ListReconciliationItemCandidatesQuery, ListReconciliationItemsQuery, ListReconciliationRunsQuery, ListReconciliationStatementsQuery, ListReconciliationSummariesQuery, ListRefundAttemptsQuery, ListRefundEventsQuery, ListRefundsQuery, ListRoutingRulesQuery, ListTotals, ListUsersQuery, ListWebhookDeliveriesQuery, ListWebhookDeliveryAttemptsQuery, ListWebhookEndpointsQuery, ListWebhookEventsQuery, ListWithdrawalAttemptsQuery, ListWithdrawalEventsQuery, ListWithdrawalsQuery, ListedDisputeList, ListedRefundList, Member, MemberChange, MemberList, NewApiKey, NewCard, NewCharge, NewChargeMail, NewChargeSimulation, NewEvidence, NewExam, NewExport, NewInvitation, NewOffer, NewPaymentLink, NewPersonPaper, NewPlatform, NewProduct, NewProviderAccount, NewReceiver, NewReconciliationRun, NewRefund, NewRoutingRule, NewStatement, NewUpload, NewUser, NewWebhookEndpoint, NewWithdrawal, NewWithdrawalSimulation, Offer, OfferChange, OfferList, OperationAccepted, PaymentLink, PaymentLinkChange, PaymentLinkList, Payments, PersonPapers, Platform, PlatformChange, PlatformList, PlatformWithSecret, Product, ProductChange, ProductList, ProviderAccount, ProviderAccountChange, ProviderAccountList, ProviderList, PublicSettings, Receiver, ReceiverAttempts, ReceiverEvents, ReceiverList, ReceiverPapers, ReconciliationCandidateList, ReconciliationItem, ReconciliationItemList, ReconciliationResolution, ReconciliationRun, ReconciliationSummaryList, Refund, RefundList, Resolution, ResolveOperationQuery, ResolveReconciliationItemQuery, RetryOperationQuery, RoutingDecision, RoutingRule, RoutingRuleChange, RoutingRuleList, SimulatedMovement, StatementColumnsQuery, StatementList, UpdateApiKeyBody, Upload, User, UserChange, UserList, WebhookDelivery, WebhookDeliveryAttempts, WebhookDeliveryList, WebhookEndpoint, WebhookEndpointChange, WebhookEndpointList, WebhookEndpointTest, WebhookEndpointWithSecret, WebhookEvent, WebhookEventList, Withdrawal, WithdrawalList } from './types.generated.ts'

export const OPERATIONS = {
  analytics: {
    get: { method: 'GET', path: '/v1/analytics', query: true },
  },
  apiKeys: {
    list: { method: 'GET', path: '/v1/api-keys', query: true, pages: true },
    create: { method: 'POST', path: '/v1/api-keys', body: true },
    get: { method: 'GET', path: '/v1/api-keys/{id}' },
    update: { method: 'PATCH', path: '/v1/api-keys/{id}', body: true },
    delete: { method: 'DELETE', path: '/v1/api-keys/{id}' },
  },
  attention: {
    list: { method: 'GET', path: '/v1/attention', query: true, pages: true },
  },
  auditLog: {
    list: { method: 'GET', path: '/v1/audit-log', query: true, pages: true },
    get: { method: 'GET', path: '/v1/audit-log/{id}' },
  },
  balances: {
    list: { method: 'GET', path: '/v1/balances', query: true, pages: true },
  },
  cards: {
    create: { method: 'POST', path: '/v1/cards', body: true, keyed: true },
    list: { method: 'GET', path: '/v1/cards', query: true, pages: true },
    delete: { method: 'DELETE', path: '/v1/cards/{id}' },
  },
  charges: {
    createMail: { method: 'POST', path: '/v1/charges/{id}/mails', body: true, keyed: true },
    listMails: { method: 'GET', path: '/v1/charges/{id}/mails', query: true, pages: true },
    refund: { method: 'POST', path: '/v1/charges/{id}/refunds', body: true, keyed: true },
    listRefunds: { method: 'GET', path: '/v1/charges/{id}/refunds', query: true, pages: true },
    simulate: { method: 'POST', path: '/v1/charges/{id}/simulate', body: true },
    create: { method: 'POST', path: '/v1/charges', body: true, keyed: true },
    list: { method: 'GET', path: '/v1/charges', query: true, pages: true },
    getTotals: { method: 'GET', path: '/v1/charges/totals', query: true },
    followAll: { method: 'GET', path: '/v1/charges/stream', stream: true },
    get: { method: 'GET', path: '/v1/charges/{id}' },
    getRouting: { method: 'GET', path: '/v1/charges/{id}/routing' },
    listEvents: { method: 'GET', path: '/v1/charges/{id}/events', query: true, pages: true },
    listAttempts: { method: 'GET', path: '/v1/charges/{id}/attempts', query: true, pages: true },
    listPayments: { method: 'GET', path: '/v1/charges/{id}/payments', query: true, pages: true },
    follow: { method: 'GET', path: '/v1/charges/{id}/stream', stream: true },
  },
  customers: {
    getTotals: { method: 'GET', path: '/v1/customers/totals', query: true },
    list: { method: 'GET', path: '/v1/customers', query: true, pages: true },
    get: { method: 'GET', path: '/v1/customers/{id}' },
    delete: { method: 'DELETE', path: '/v1/customers/{id}' },
  },
  disputes: {
    getTotals: { method: 'GET', path: '/v1/disputes/totals', query: true },
    list: { method: 'GET', path: '/v1/disputes', query: true, pages: true },
    get: { method: 'GET', path: '/v1/disputes/{id}' },
    resolve: { method: 'POST', path: '/v1/disputes/{id}/resolve', body: true },
    createEvidence: { method: 'POST', path: '/v1/disputes/{id}/evidence', body: true },
    getEvidence: { method: 'GET', path: '/v1/disputes/{id}/evidence/{evidenceId}' },
    downloadEvidence: { method: 'GET', path: '/v1/disputes/{id}/evidence/{evidenceId}', download: 'one' },
    deleteEvidence: { method: 'DELETE', path: '/v1/disputes/{id}/evidence/{evidenceId}' },
  },
  exams: {
    list: { method: 'GET', path: '/v1/exams', query: true, pages: true },
    create: { method: 'POST', path: '/v1/exams', body: true },
    get: { method: 'GET', path: '/v1/exams/{id}' },
  },
  exports: {
    create: { method: 'POST', path: '/v1/exports', body: true },
    list: { method: 'GET', path: '/v1/exports', query: true, pages: true },
    get: { method: 'GET', path: '/v1/exports/{id}' },
    getDownload: { method: 'GET', path: '/v1/exports/{id}/download' },
    download: { method: 'GET', path: '/v1/exports/{id}/download', download: 'one' },
  },
  installments: {
    list: { method: 'GET', path: '/v1/installments', query: true },
  },
  invitations: {
    list: { method: 'GET', path: '/v1/invitations', query: true, pages: true },
    create: { method: 'POST', path: '/v1/invitations', body: true },
    resend: { method: 'POST', path: '/v1/invitations/{id}/resend' },
    delete: { method: 'DELETE', path: '/v1/invitations/{id}' },
  },
  members: {
    list: { method: 'GET', path: '/v1/members', query: true, pages: true },
    update: { method: 'PATCH', path: '/v1/members/{id}', body: true },
    delete: { method: 'DELETE', path: '/v1/members/{id}' },
  },
  offers: {
    list: { method: 'GET', path: '/v1/offers', query: true, pages: true },
    create: { method: 'POST', path: '/v1/offers', body: true },
    get: { method: 'GET', path: '/v1/offers/{id}' },
    update: { method: 'PATCH', path: '/v1/offers/{id}', body: true },
  },
  operations: {
    retry: { method: 'POST', path: '/v1/operations/{workflowId}/retry', query: true, keyed: true },
    cancel: { method: 'POST', path: '/v1/operations/{workflowId}/cancel', query: true, keyed: true },
    resolve: { method: 'POST', path: '/v1/operations/{workflowId}/resolve', query: true, body: true, keyed: true },
  },
  paymentLinks: {
    list: { method: 'GET', path: '/v1/payment-links', query: true, pages: true },
    create: { method: 'POST', path: '/v1/payment-links', body: true },
    get: { method: 'GET', path: '/v1/payment-links/{id}' },
    update: { method: 'PATCH', path: '/v1/payment-links/{id}', body: true },
  },
  platforms: {
    rotateWebhookSecret: { method: 'POST', path: '/v1/platforms/{id}/rotate-webhook-secret', keyed: true },
    list: { method: 'GET', path: '/v1/platforms', query: true, pages: true },
    create: { method: 'POST', path: '/v1/platforms', body: true, keyed: true },
    get: { method: 'GET', path: '/v1/platforms/{id}' },
    update: { method: 'PATCH', path: '/v1/platforms/{id}', body: true },
  },
  products: {
    list: { method: 'GET', path: '/v1/products', query: true, pages: true },
    create: { method: 'POST', path: '/v1/products', body: true },
    get: { method: 'GET', path: '/v1/products/{id}' },
    update: { method: 'PATCH', path: '/v1/products/{id}', body: true },
  },
  providerAccounts: {
    getHealth: { method: 'GET', path: '/v1/provider-accounts/{id}/health' },
    rotateWebhookUrl: { method: 'POST', path: '/v1/provider-accounts/{id}/rotate-webhook-url' },
    list: { method: 'GET', path: '/v1/provider-accounts', query: true, pages: true },
    create: { method: 'POST', path: '/v1/provider-accounts', body: true },
    get: { method: 'GET', path: '/v1/provider-accounts/{id}' },
    update: { method: 'PATCH', path: '/v1/provider-accounts/{id}', body: true },
    delete: { method: 'DELETE', path: '/v1/provider-accounts/{id}' },
    test: { method: 'POST', path: '/v1/provider-accounts/{id}/test' },
  },
  providers: {
    list: { method: 'GET', path: '/v1/providers', query: true, pages: true },
  },
  receivers: {
    create: { method: 'POST', path: '/v1/receivers', body: true, keyed: true },
    list: { method: 'GET', path: '/v1/receivers', query: true, pages: true },
    getTotals: { method: 'GET', path: '/v1/receivers/totals', query: true },
    get: { method: 'GET', path: '/v1/receivers/{id}' },
    listDocuments: { method: 'GET', path: '/v1/receivers/{id}/documents', pages: true },
    downloadDocument: { method: 'GET', path: '/v1/receivers/{id}/documents', download: 'named' },
    deleteDocument: { method: 'DELETE', path: '/v1/receivers/{id}/documents/{name}' },
    listEvents: { method: 'GET', path: '/v1/receivers/{id}/events', query: true, pages: true },
    listAttempts: { method: 'GET', path: '/v1/receivers/{id}/attempts', query: true, pages: true },
  },
  reconciliation: {
    listItems: { method: 'GET', path: '/v1/reconciliation/items', query: true, pages: true },
    getItemTotals: { method: 'GET', path: '/v1/reconciliation/items/totals', query: true },
    getItem: { method: 'GET', path: '/v1/reconciliation/items/{id}' },
    listItemCandidates: { method: 'GET', path: '/v1/reconciliation/items/{id}/candidates', query: true, pages: true },
    resolveItem: { method: 'POST', path: '/v1/reconciliation/items/{id}/resolve', query: true, body: true },
    run: { method: 'POST', path: '/v1/reconciliation/run', body: true },
    listRuns: { method: 'GET', path: '/v1/reconciliation/runs', query: true, pages: true },
    listSummaries: { method: 'GET', path: '/v1/reconciliation/summaries', query: true, pages: true },
    listStatements: { method: 'GET', path: '/v1/reconciliation/statements', query: true, pages: true },
    importStatement: { method: 'POST', path: '/v1/reconciliation/statements', body: true, form: 'file' },
    getStatementColumns: { method: 'GET', path: '/v1/reconciliation/columns', query: true },
  },
  refunds: {
    get: { method: 'GET', path: '/v1/refunds/{id}' },
    listEvents: { method: 'GET', path: '/v1/refunds/{id}/events', query: true, pages: true },
    listAttempts: { method: 'GET', path: '/v1/refunds/{id}/attempts', query: true, pages: true },
    getTotals: { method: 'GET', path: '/v1/refunds/totals', query: true },
    list: { method: 'GET', path: '/v1/refunds', query: true, pages: true },
  },
  routingRules: {
    list: { method: 'GET', path: '/v1/routing-rules', query: true, pages: true },
    create: { method: 'POST', path: '/v1/routing-rules', body: true },
    get: { method: 'GET', path: '/v1/routing-rules/{id}' },
    update: { method: 'PATCH', path: '/v1/routing-rules/{id}', body: true },
    delete: { method: 'DELETE', path: '/v1/routing-rules/{id}' },
    simulate: { method: 'POST', path: '/v1/routing-rules/simulate', body: true },
  },
  settings: {
    get: { method: 'GET', path: '/v1/settings' },
  },
  uploads: {
    create: { method: 'POST', path: '/v1/uploads', body: true },
    send: { method: 'POST', path: '/v1/uploads', body: true, upload: true },
  },
  users: {
    listDocuments: { method: 'GET', path: '/v1/users/{id}/documents', pages: true },
    downloadDocument: { method: 'GET', path: '/v1/users/{id}/documents', download: 'named' },
    replaceDocument: { method: 'POST', path: '/v1/users/{id}/documents/{name}', body: true },
    deleteDocument: { method: 'DELETE', path: '/v1/users/{id}/documents/{name}' },
    list: { method: 'GET', path: '/v1/users', query: true, pages: true },
    create: { method: 'POST', path: '/v1/users', body: true },
    get: { method: 'GET', path: '/v1/users/{id}' },
    update: { method: 'PATCH', path: '/v1/users/{id}', body: true },
    delete: { method: 'DELETE', path: '/v1/users/{id}' },
    resetSecondFactor: { method: 'DELETE', path: '/v1/users/{id}/second-factor' },
  },
  webhookDeliveries: {
    list: { method: 'GET', path: '/v1/webhook-deliveries', query: true, pages: true },
    get: { method: 'GET', path: '/v1/webhook-deliveries/{id}' },
    listAttempts: { method: 'GET', path: '/v1/webhook-deliveries/{id}/attempts', query: true, pages: true },
    resend: { method: 'POST', path: '/v1/webhook-deliveries/{id}/resend' },
  },
  webhookEndpoints: {
    list: { method: 'GET', path: '/v1/webhook-endpoints', query: true, pages: true },
    create: { method: 'POST', path: '/v1/webhook-endpoints', body: true, keyed: true },
    get: { method: 'GET', path: '/v1/webhook-endpoints/{id}' },
    update: { method: 'PATCH', path: '/v1/webhook-endpoints/{id}', body: true },
    delete: { method: 'DELETE', path: '/v1/webhook-endpoints/{id}' },
    rotateSecret: { method: 'POST', path: '/v1/webhook-endpoints/{id}/rotate-secret', keyed: true },
    test: { method: 'POST', path: '/v1/webhook-endpoints/{id}/test' },
  },
  webhookEvents: {
    list: { method: 'GET', path: '/v1/webhook-events', query: true, pages: true },
    get: { method: 'GET', path: '/v1/webhook-events/{id}' },
    replay: { method: 'POST', path: '/v1/webhook-events/{id}/replay' },
  },
  withdrawals: {
    simulate: { method: 'POST', path: '/v1/withdrawals/{id}/simulate', body: true },
    get: { method: 'GET', path: '/v1/withdrawals/{id}' },
    listEvents: { method: 'GET', path: '/v1/withdrawals/{id}/events', query: true, pages: true },
    listAttempts: { method: 'GET', path: '/v1/withdrawals/{id}/attempts', query: true, pages: true },
    create: { method: 'POST', path: '/v1/withdrawals', body: true, keyed: true },
    list: { method: 'GET', path: '/v1/withdrawals', query: true, pages: true },
    getRouting: { method: 'GET', path: '/v1/withdrawals/{id}/routing' },
    getTotals: { method: 'GET', path: '/v1/withdrawals/totals', query: true },
  },
} as const satisfies Record<string, Record<string, OperationPlan>>

export interface Resources {
  analytics: {
    /** Figures by day, provider or method. */
    get(query?: GetAnalyticsQuery, options?: CallOptions): Promise<Analytics>
  }
  apiKeys: {
    /** List API keys. */
    list(query?: ListApiKeysQuery, options?: CallOptions): Listing<ApiKeyList['data'][number]>
    /** Make an API key. */
    create(body: NewApiKey, options?: CallOptions): Promise<CreatedApiKey>
    /** Get an API key. */
    get(id: string, options?: CallOptions): Promise<ApiKey>
    /** Rename or revoke an API key. */
    update(id: string, body: UpdateApiKeyBody, options?: CallOptions): Promise<ApiKey>
    /** Revoke an API key. */
    delete(id: string, options?: CallOptions): Promise<void>
  }
  attention: {
    /** List what needs attention. */
    list(query?: ListAttentionQuery, options?: CallOptions): Listing<ListAttentionAnswer['data'][number]>
  }
  auditLog: {
    /** List the audit log. */
    list(query?: ListAuditLogQuery, options?: CallOptions): Listing<AuditList['data'][number]>
    /** An entry of the audit log. */
    get(id: string, options?: CallOptions): Promise<AuditEntry>
  }
  balances: {
    /** List balances. */
    list(query?: ListBalancesQuery, options?: CallOptions): Listing<Balances['data'][number]>
  }
  cards: {
    /** Save a card. */
    create(body: NewCard, options?: KeyedCallOptions): Promise<Card>
    /** List saved cards. */
    list(query?: ListCardsQuery, options?: CallOptions): Listing<CardList['data'][number]>
    /** Remove a saved card. */
    delete(id: string, options?: CallOptions): Promise<void>
  }
  charges: {
    /** Mail a charge to its buyer. */
    createMail(id: string, body?: NewChargeMail, options?: KeyedCallOptions): Promise<ChargeMail>
    /** A charge's mails. */
    listMails(id: string, query?: ListChargeMailsQuery, options?: CallOptions): Listing<ChargeMails['data'][number]>
    /** Refund a charge. */
    refund(id: string, body?: NewRefund, options?: KeyedCallOptions): Promise<Refund>
    /** A charge's refunds. */
    listRefunds(id: string, query?: ListChargeRefundsQuery, options?: CallOptions): Listing<RefundList['data'][number]>
    /** Have a test charge paid, declined, expired, refunded or disputed. */
    simulate(id: string, body: NewChargeSimulation, options?: CallOptions): Promise<Charge>
    /** Charge a buyer. */
    create(body: NewCharge, options?: KeyedCallOptions): Promise<Charge>
    /** List charges. */
    list(query?: ListChargesQuery, options?: CallOptions): Listing<ChargeList['data'][number]>
    /** Count and add up charges. */
    getTotals(query?: GetChargeTotalsQuery, options?: CallOptions): Promise<ChargeTotals>
    /** Follow the platform's charges. */
    followAll(options?: CallOptions): AsyncGenerator<Charge, never, undefined>
    /** A charge. */
    get(id: string, options?: CallOptions): Promise<Charge>
    /** Why a charge went where it went. */
    getRouting(id: string, options?: CallOptions): Promise<RoutingDecision>
    /** A charge's history. */
    listEvents(id: string, query?: ListChargeEventsQuery, options?: CallOptions): Listing<ChargeEvents['data'][number]>
    /** What was said to providers, redacted. */
    listAttempts(id: string, query?: ListChargeAttemptsQuery, options?: CallOptions): Listing<ChargeAttempts['data'][number]>
    /** A charge's transactions. */
    listPayments(id: string, query?: ListChargePaymentsQuery, options?: CallOptions): Listing<Payments['data'][number]>
    /** Follow a charge. */
    follow(id: string, options?: CallOptions): AsyncGenerator<Charge, never, undefined>
  }
  customers: {
    /** Count customers. */
    getTotals(query?: GetCustomerTotalsQuery, options?: CallOptions): Promise<ListTotals>
    /** List customers. */
    list(query?: ListCustomersQuery, options?: CallOptions): Listing<CustomerList['data'][number]>
    /** A customer. */
    get(id: string, options?: CallOptions): Promise<KnownCustomer>
    /** Erase a customer's personal data. */
    delete(id: string, options?: CallOptions): Promise<void>
  }
  disputes: {
    /** Count disputes. */
    getTotals(query?: GetDisputeTotalsQuery, options?: CallOptions): Promise<ListTotals>
    /** List disputes. */
    list(query?: ListDisputesQuery, options?: CallOptions): Listing<ListedDisputeList['data'][number]>
    /** A dispute. */
    get(id: string, options?: CallOptions): Promise<DisputeWithEvidence>
    /** Record how a dispute ended. */
    resolve(id: string, body: DisputeResolution, options?: CallOptions): Promise<DisputeWithEvidence>
    /** Add a file as evidence. */
    createEvidence(id: string, body: NewEvidence, options?: CallOptions): Promise<DisputeEvidence>
    /** An address that gives the file. */
    getEvidence(id: string, evidenceId: string, options?: CallOptions): Promise<ExportAddress>
    /** A file of the evidence. */
    downloadEvidence(id: string, evidenceId: string, options?: CallOptions): Promise<DownloadedFile>
    /** Delete a file of the evidence. */
    deleteEvidence(id: string, evidenceId: string, options?: CallOptions): Promise<void>
  }
  exams: {
    /** List exams. */
    list(query?: ListExamsQuery, options?: CallOptions): Listing<ExamList['data'][number]>
    /** Examine an integration. */
    create(body: NewExam, options?: CallOptions): Promise<Exam>
    /** Get an exam. */
    get(id: string, options?: CallOptions): Promise<Exam>
  }
  exports: {
    /** Export a list. */
    create(body: NewExport, options?: CallOptions): Promise<Export>
    /** List exports. */
    list(query?: ListExportsQuery, options?: CallOptions): Listing<Exports['data'][number]>
    /** An export. */
    get(id: string, options?: CallOptions): Promise<Export>
    /** An address that gives the file. */
    getDownload(id: string, options?: CallOptions): Promise<ExportAddress>
    /** The file. */
    download(id: string, options?: CallOptions): Promise<DownloadedFile>
  }
  installments: {
    /** List installment options. */
    list(query: ListInstallmentsQuery, options?: CallOptions): Promise<Installments>
  }
  invitations: {
    /** List invitations. */
    list(query?: ListInvitationsQuery, options?: CallOptions): Listing<InvitationList['data'][number]>
    /** Invite a user. */
    create(body: NewInvitation, options?: CallOptions): Promise<Invitation>
    /** Send an invitation again. */
    resend(id: string, options?: CallOptions): Promise<Invitation>
    /** Withdraw an invitation. */
    delete(id: string, options?: CallOptions): Promise<void>
  }
  members: {
    /** List members of other platforms. */
    list(query?: ListMembersQuery, options?: CallOptions): Listing<MemberList['data'][number]>
    /** Change the role of a member of another platform. */
    update(id: string, body: MemberChange, options?: CallOptions): Promise<Member>
    /** Remove a member of another platform. */
    delete(id: string, options?: CallOptions): Promise<void>
  }
  offers: {
    /** List offers. */
    list(query?: ListOffersQuery, options?: CallOptions): Listing<OfferList['data'][number]>
    /** Make an offer. */
    create(body: NewOffer, options?: CallOptions): Promise<Offer>
    /** An offer. */
    get(id: string, options?: CallOptions): Promise<Offer>
    /** Change an offer. */
    update(id: string, body: OfferChange, options?: CallOptions): Promise<Offer>
  }
  operations: {
    /** Try again. */
    retry(workflowId: string, query?: RetryOperationQuery, options?: KeyedCallOptions): Promise<OperationAccepted>
    /** Give up. */
    cancel(workflowId: string, query?: CancelOperationQuery, options?: KeyedCallOptions): Promise<OperationAccepted>
    /** Say what happened at the provider, or approve a withdrawal. */
    resolve(workflowId: string, body: Resolution, query?: ResolveOperationQuery, options?: KeyedCallOptions): Promise<OperationAccepted>
  }
  paymentLinks: {
    /** List payment links. */
    list(query?: ListPaymentLinksQuery, options?: CallOptions): Listing<PaymentLinkList['data'][number]>
    /** Make a payment link. */
    create(body?: NewPaymentLink, options?: CallOptions): Promise<PaymentLink>
    /** A payment link. */
    get(id: string, options?: CallOptions): Promise<PaymentLink>
    /** Change a payment link. */
    update(id: string, body: PaymentLinkChange, options?: CallOptions): Promise<PaymentLink>
  }
  platforms: {
    /** Make a new webhook secret. */
    rotateWebhookSecret(id: string, options?: KeyedCallOptions): Promise<PlatformWithSecret>
    /** Your platform. */
    list(query?: ListPlatformsQuery, options?: CallOptions): Listing<PlatformList['data'][number]>
    /** Create another platform. */
    create(body: NewPlatform, options?: KeyedCallOptions): Promise<PlatformWithSecret>
    /** Get your platform. */
    get(id: string, options?: CallOptions): Promise<Platform>
    /** Change your platform. */
    update(id: string, body: PlatformChange, options?: CallOptions): Promise<Platform>
  }
  products: {
    /** List products. */
    list(query?: ListProductsQuery, options?: CallOptions): Listing<ProductList['data'][number]>
    /** Add a product. */
    create(body: NewProduct, options?: CallOptions): Promise<Product>
    /** A product. */
    get(id: string, options?: CallOptions): Promise<Product>
    /** Change a product. */
    update(id: string, body: ProductChange, options?: CallOptions): Promise<Product>
  }
  providerAccounts: {
    /** Get an account’s health. */
    getHealth(id: string, options?: CallOptions): Promise<AccountHealth>
    /** Give an account a new webhook address. */
    rotateWebhookUrl(id: string, options?: CallOptions): Promise<ProviderAccount>
    /** List accounts at providers. */
    list(query?: ListProviderAccountsQuery, options?: CallOptions): Listing<ProviderAccountList['data'][number]>
    /** Connect an account. */
    create(body: NewProviderAccount, options?: CallOptions): Promise<ProviderAccount>
    /** An account. */
    get(id: string, options?: CallOptions): Promise<ProviderAccount>
    /** Change an account. */
    update(id: string, body: ProviderAccountChange, options?: CallOptions): Promise<ProviderAccount>
    /** Disconnect an account. */
    delete(id: string, options?: CallOptions): Promise<void>
    /** Ask whether the provider takes an account's keys. */
    test(id: string, options?: CallOptions): Promise<ProviderAccount>
  }
  providers: {
    /** Every provider and what it can do. */
    list(query?: ListProvidersQuery, options?: CallOptions): Listing<ProviderList['data'][number]>
  }
  receivers: {
    /** Open a receiver. */
    create(body: NewReceiver, options?: KeyedCallOptions): Promise<Receiver>
    /** List receivers. */
    list(query?: ListReceiversQuery, options?: CallOptions): Listing<ReceiverList['data'][number]>
    /** Count receivers. */
    getTotals(query?: GetReceiverTotalsQuery, options?: CallOptions): Promise<ListTotals>
    /** A receiver. */
    get(id: string, options?: CallOptions): Promise<Receiver>
    /** List a receiver’s documents. */
    listDocuments(id: string, options?: CallOptions): Listing<ReceiverPapers['data'][number]>
    /** One of its holder's papers, undefined where there is none of the name. */
    downloadDocument(id: string, name: string, options?: CallOptions): Promise<DownloadedFile | undefined>
    /** Delete one of a receiver’s documents. */
    deleteDocument(id: string, name: string, options?: CallOptions): Promise<void>
    /** A receiver's history. */
    listEvents(id: string, query?: ListReceiverEventsQuery, options?: CallOptions): Listing<ReceiverEvents['data'][number]>
    /** What was said to providers, redacted. */
    listAttempts(id: string, query?: ListReceiverAttemptsQuery, options?: CallOptions): Listing<ReceiverAttempts['data'][number]>
  }
  reconciliation: {
    /** List differences. */
    listItems(query?: ListReconciliationItemsQuery, options?: CallOptions): Listing<ReconciliationItemList['data'][number]>
    /** Count differences. */
    getItemTotals(query?: GetReconciliationItemTotalsQuery, options?: CallOptions): Promise<ListTotals>
    /** A difference. */
    getItem(id: string, options?: CallOptions): Promise<ReconciliationItem>
    /** List what a missing transaction may belong to. */
    listItemCandidates(id: string, query?: ListReconciliationItemCandidatesQuery, options?: CallOptions): Listing<ReconciliationCandidateList['data'][number]>
    /** Settle a difference by hand. */
    resolveItem(id: string, body: ReconciliationResolution, query?: ResolveReconciliationItemQuery, options?: CallOptions): Promise<ReconciliationItem>
    /** Compare with the providers now. */
    run(body?: NewReconciliationRun, options?: CallOptions): Promise<ReconciliationRun>
    /** List the comparisons that were asked for. */
    listRuns(query?: ListReconciliationRunsQuery, options?: CallOptions): Listing<AskedReconciliationRunList['data'][number]>
    /** List daily summaries. */
    listSummaries(query?: ListReconciliationSummariesQuery, options?: CallOptions): Listing<ReconciliationSummaryList['data'][number]>
    /** List imported statements. */
    listStatements(query?: ListReconciliationStatementsQuery, options?: CallOptions): Listing<StatementList['data'][number]>
    /** Import a statement. */
    importStatement(body: NewStatement & { fileName?: string }, options?: CallOptions): Promise<ImportedStatement>
    /** The columns of an account's statements. */
    getStatementColumns(query: StatementColumnsQuery, options?: CallOptions): Promise<AccountStatementColumns>
  }
  refunds: {
    /** A refund. */
    get(id: string, options?: CallOptions): Promise<Refund>
    /** A refund's history. */
    listEvents(id: string, query?: ListRefundEventsQuery, options?: CallOptions): Listing<DisbursementEvents['data'][number]>
    /** What was said to providers, redacted. */
    listAttempts(id: string, query?: ListRefundAttemptsQuery, options?: CallOptions): Listing<ChargeAttempts['data'][number]>
    /** Count and add up refunds. */
    getTotals(query?: GetRefundTotalsQuery, options?: CallOptions): Promise<ListTotals>
    /** List refunds. */
    list(query?: ListRefundsQuery, options?: CallOptions): Listing<ListedRefundList['data'][number]>
  }
  routingRules: {
    /** List routing rules. */
    list(query?: ListRoutingRulesQuery, options?: CallOptions): Listing<RoutingRuleList['data'][number]>
    /** Make a routing rule. */
    create(body: NewRoutingRule, options?: CallOptions): Promise<RoutingRule>
    /** A routing rule. */
    get(id: string, options?: CallOptions): Promise<RoutingRule>
    /** Change a routing rule. */
    update(id: string, body: RoutingRuleChange, options?: CallOptions): Promise<RoutingRule>
    /** Delete a routing rule. */
    delete(id: string, options?: CallOptions): Promise<void>
    /** Who would take a charge or a withdrawal. */
    simulate(body: SimulatedMovement, options?: CallOptions): Promise<RoutingDecision>
  }
  settings: {
    /** What the sign-in page needs to know. */
    get(options?: CallOptions): Promise<PublicSettings>
  }
  uploads: {
    /** Get an address to send a file to. */
    create(body: NewUpload, options?: CallOptions): Promise<Upload>
    /** Send a file. */
    send(body: Omit<NewUpload, 'size'> & { file: FileContent }, options?: CallOptions): Promise<Upload>
  }
  users: {
    /** List a user’s documents. */
    listDocuments(id: string, options?: CallOptions): Listing<PersonPapers['data'][number]>
    /** One of a user’s papers, undefined where there is none of the name. */
    downloadDocument(id: string, name: string, options?: CallOptions): Promise<DownloadedFile | undefined>
    /** Upload one of a user’s documents. */
    replaceDocument(id: string, name: string, body: NewPersonPaper, options?: CallOptions): Promise<void>
    /** Delete one of a user’s documents. */
    deleteDocument(id: string, name: string, options?: CallOptions): Promise<void>
    /** List users. */
    list(query?: ListUsersQuery, options?: CallOptions): Listing<UserList['data'][number]>
    /** Add a user. */
    create(body: NewUser, options?: CallOptions): Promise<User>
    /** Get a user. */
    get(id: string, options?: CallOptions): Promise<User>
    /** Change a user. */
    update(id: string, body: UserChange, options?: CallOptions): Promise<User>
    /** Remove a user. */
    delete(id: string, options?: CallOptions): Promise<void>
    /** Reset a user’s second factor. */
    resetSecondFactor(id: string, options?: CallOptions): Promise<void>
  }
  webhookDeliveries: {
    /** List deliveries to endpoints. */
    list(query?: ListWebhookDeliveriesQuery, options?: CallOptions): Listing<WebhookDeliveryList['data'][number]>
    /** Get a delivery. */
    get(id: string, options?: CallOptions): Promise<WebhookDelivery>
    /** List a delivery’s attempts. */
    listAttempts(id: string, query?: ListWebhookDeliveryAttemptsQuery, options?: CallOptions): Listing<WebhookDeliveryAttempts['data'][number]>
    /** Send a delivery again. */
    resend(id: string, options?: CallOptions): Promise<WebhookDelivery>
  }
  webhookEndpoints: {
    /** List endpoints. */
    list(query?: ListWebhookEndpointsQuery, options?: CallOptions): Listing<WebhookEndpointList['data'][number]>
    /** Add an endpoint. */
    create(body: NewWebhookEndpoint, options?: KeyedCallOptions): Promise<WebhookEndpointWithSecret>
    /** An endpoint. */
    get(id: string, options?: CallOptions): Promise<WebhookEndpoint>
    /** Change an endpoint. */
    update(id: string, body: WebhookEndpointChange, options?: CallOptions): Promise<WebhookEndpoint>
    /** Remove an endpoint. */
    delete(id: string, options?: CallOptions): Promise<void>
    /** Make a new secret. */
    rotateSecret(id: string, options?: KeyedCallOptions): Promise<WebhookEndpointWithSecret>
    /** Send a test event. */
    test(id: string, options?: CallOptions): Promise<WebhookEndpointTest>
  }
  webhookEvents: {
    /** List providers’ webhooks. */
    list(query?: ListWebhookEventsQuery, options?: CallOptions): Listing<WebhookEventList['data'][number]>
    /** A webhook, raw and translated. */
    get(id: string, options?: CallOptions): Promise<WebhookEvent>
    /** Deliver a webhook again. */
    replay(id: string, options?: CallOptions): Promise<WebhookEvent>
  }
  withdrawals: {
    /** Have a test withdrawal approved, rejected, canceled or returned. */
    simulate(id: string, body: NewWithdrawalSimulation, options?: CallOptions): Promise<Withdrawal>
    /** A withdrawal. */
    get(id: string, options?: CallOptions): Promise<Withdrawal>
    /** A withdrawal's history. */
    listEvents(id: string, query?: ListWithdrawalEventsQuery, options?: CallOptions): Listing<DisbursementEvents['data'][number]>
    /** What was said to providers, redacted. */
    listAttempts(id: string, query?: ListWithdrawalAttemptsQuery, options?: CallOptions): Listing<ChargeAttempts['data'][number]>
    /** Withdraw money. */
    create(body: NewWithdrawal, options?: KeyedCallOptions): Promise<Withdrawal>
    /** List withdrawals. */
    list(query?: ListWithdrawalsQuery, options?: CallOptions): Listing<WithdrawalList['data'][number]>
    /** Why a withdrawal went where it went. */
    getRouting(id: string, options?: CallOptions): Promise<RoutingDecision>
    /** Count and add up withdrawals. */
    getTotals(query?: GetWithdrawalTotalsQuery, options?: CallOptions): Promise<ListTotals>
  }
}
