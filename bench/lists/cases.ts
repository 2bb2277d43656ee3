/** Every list, filter, order and search of the API, with what the seeded rows have and with what they do not. */
import { CHARGE_FIGURES } from '../../domain/analytics.ts'
import { WAITING_KINDS } from '../../domain/waiting.ts'
import { idOf, type Kind, NO_ID } from './ids.ts'

export interface Case {
  name: string
  /** Asked at once, as a page does. */
  paths: readonly string[]
}

const FROM = 'createdFrom=2026-03-01T00:00:00Z&createdTo=2026-03-02T00:00:00Z'

/** The same day, by payment. */
const PAID = 'paidFrom=2026-03-01&paidTo=2026-03-01'

/** Ranked lists are short ones: a busy hour of a million in half a year. */
const HOUR = 'createdFrom=2026-03-01T00:00:00Z&createdTo=2026-03-01T01:00:00Z'

const ranked = (...orders: string[]) => orders.map((order) => `sort=${order}&${HOUR}`)

const MONTH = 'from=2026-03-01&to=2026-03-30'

/** Filters by the id of something else: one that is there, and none. */
const ofEach = (name: string, kind: Kind, number = 1) => [`${name}=${idOf(kind, number)}`, `${name}=${NO_ID}`]

/** A shop's goods are found by their names. */
const NAMES = ['q=curso', 'q=zuleide', 'q=absent']

/** What a list can be narrowed by, each with a value that some have and one that none has; and words. */
const LISTS = {
  charges: [
    [
      '',
      'status=APPROVED',
      'status=CHARGEBACK',
      'paymentMethod=PIX',
      'paymentMethod=BILLET',
      'provider=ASAAS',
      'provider=UNKNOWN',
      'currency=BRL',
      'currency=USD',
      'sort=createdAt',
    ],
    [
      'needsAttention=true',
      'needsAttention=false',
      'orderId=order-77',
      'orderId=absent',
      FROM,
      'createdTo=2020-01-01T00:00:00Z',
    ],
    // The first is refused: what that takes is what counting takes.
    [
      'sort=-amount',
      ...ranked('-amount', '-paidAt', 'paidAt'),
      'sort=-amount&orderId=order-77',
      'sort=amount&q=zuleide',
    ],
    [
      PAID,
      'paidTo=2020-01-01',
      'paidFrom=2026-01-01&sort=paidAt',
      'paidFrom=2026-01-01&status=CHARGEBACK',
      'paidFrom=2026-01-01&provider=UNKNOWN',
      'paidFrom=2026-01-01&paymentMethod=BILLET',
      'paidFrom=2026-01-01&orderId=absent',
      'paidFrom=2026-01-01&reason=insufficientFunds',
      `paidFrom=2026-01-01&${ofEach('offerId', 'offer')[0]}`,
      `paidFrom=2026-01-01&customerId=${idOf('customer', 0)}`,
      'paidFrom=2026-03-01&paidTo=2026-03-30&createdTo=2026-02-28',
      `sort=-amount&paidFrom=2026-03-01T00:00:00Z&paidTo=2026-03-01T01:00:00Z`,
      'paidFrom=2026-01-01&q=maria',
      'paidFrom=2026-01-01&q=zuleide',
      'paidFrom=2026-01-01&q=absent',
      'paidFrom=2026-01-01&q=maria&status=CHARGEBACK',
    ],
    ['ending=refused', 'ending=expired', ...ofEach('customerId', 'customer', 7), `customerId=${idOf('customer', 0)}`],
    [...ofEach('offerId', 'offer'), ...ofEach('paymentLinkId', 'link')],
    CHARGE_FIGURES.map((figure) => `figure=${figure}`),
    ['reason=insufficientFunds', 'reason=blockedCard', 'reason=expired', 'reason=blockedCard&figure=rejected'],
    ['status=CHARGEBACK&paymentMethod=BILLET&provider=ASAAS', 'status=REJECTED&provider=TREEAL&needsAttention=true'],
    ['q=maria', 'q=m', 'q=zuleide', 'q=absent', 'q=order-77', 'q=maria silva', 'q=maria zuleide', 'q=seldom', 'q=1114'],
    // By what was sold.
    ['q=curso', 'q=curso 77', 'q=maria curso', 'q=mentoria', 'q=mentoria&status=APPROVED'],
    ['q=maria&status=APPROVED', 'q=maria&status=CHARGEBACK', 'q=zuleide&provider=UNKNOWN', `q=zuleide&${FROM}`],
  ],
  'charges/totals': [
    ['', 'status=APPROVED', 'paymentMethod=PIX', 'provider=UNKNOWN', FROM, 'q=maria', 'q=zuleide', 'currency=USD'],
    [PAID, 'paidFrom=2026-01-01', 'paidFrom=2026-01-01&provider=UNKNOWN', 'paidFrom=2026-01-01&q=zuleide'],
    ['ending=refused', 'figure=approved', `offerId=${idOf('offer', 1)}`, `customerId=${idOf('customer', 7)}`],
  ],
  'refunds/totals': [['', 'provider=ASAAS', 'q=maria']],
  'withdrawals/totals': [['', 'paymentMethod=PIX', 'q=maria']],
  'receivers/totals': [['', 'q=maria']],
  'customers/totals': [['', 'q=maria']],
  disputes: [
    [
      '',
      'state=OPEN',
      'state=WON',
      'state=LOST',
      'kind=MED',
      'state=OPEN&kind=CHARGEBACK',
      ...ofEach('chargeId', 'charge'),
      FROM,
    ],
    [
      'sort=createdAt',
      ...ranked('dueAt', '-dueAt', '-amount', 'amount'),
      'sort=dueAt&state=OPEN',
      'provider=ASAAS',
      'provider=UNKNOWN',
      'q=maria',
      'q=zuleide',
      'q=absent',
    ],
  ],
  'disputes/totals': [['', 'state=OPEN', 'q=maria']],
  attention: [['', ...WAITING_KINDS.map((kind) => `kind=${kind}`)]],
  'audit-log': [
    ['', 'action=sign-in', 'action=user.remove', 'actor=ana@example.com', 'actor=zuleide@example.com', 'actor=absent'],
    ['target=export/77', 'target=absent', 'from=2026-03-01&to=2026-03-01'],
  ],
  'webhook-events': [
    [
      '',
      'state=pending',
      'state=failed',
      'state=ignored',
      'state=delivered',
      'provider=ASAAS',
      'provider=UNKNOWN',
      FROM,
    ],
    [...ofEach('chargeId', 'charge', 8), ...ofEach('withdrawalId', 'withdrawal', 7)],
  ],
  'webhook-deliveries': [
    ['', 'state=pending', 'state=failed', 'state=delivered', FROM],
    [...ofEach('chargeId', 'charge'), ...ofEach('endpointId', 'endpoint')],
  ],
  'reconciliation/items': [
    ['', 'state=open', 'state=resolvedByHand', 'kind=missingHere', 'kind=amount', 'kind=status', FROM],
    ofEach('providerAccountId', 'account'),
  ],
  'reconciliation/items/totals': [['', 'state=open']],
  'reconciliation/summaries': [['']],
  'reconciliation/runs': [['']],
  'reconciliation/statements': [['']],
  products: [['', ...NAMES]],
  offers: [['', 'state=open', 'state=paused', ...NAMES, ...ofEach('productId', 'product')]],
  'payment-links': [
    ['', 'state=open', 'state=paused', 'state=expired', 'state=soldOut', ...NAMES, ...ofEach('productId', 'product')],
  ],
  cards: [['']],
  exports: [['']],
  'webhook-endpoints': [['']],
  'provider-accounts': [['provider=UNKNOWN']],
  analytics: [
    [
      `by=day&${MONTH}`,
      `by=provider&${MONTH}`,
      `by=method&${MONTH}`,
      `by=reason&${MONTH}`,
      'by=day&from=2026-01-01&to=2026-06-30',
    ],
  ],
  refunds: [
    [
      '',
      'state=APPROVED',
      'state=REJECTED',
      'provider=ASAAS',
      'provider=UNKNOWN',
      'needsAttention=true',
      'paymentMethod=PIX',
      'paymentMethod=BILLET',
      FROM,
    ],
    ['sort=createdAt', ...ranked('-amount', 'amount', '-approvedAt', 'approvedAt'), ...ofEach('chargeId', 'charge')],
    ['q=maria', 'q=zuleide', 'q=absent', 'q=ref-77', 'q=maria&state=REJECTED'],
  ],
  withdrawals: [
    [
      '',
      'status=APPROVED',
      'status=CANCELED',
      'paymentMethod=PIX',
      'provider=ASAAS',
      'provider=UNKNOWN',
      'needsAttention=true',
      FROM,
    ],
    ['sort=createdAt', ...ranked('-amount', 'amount', '-approvedAt', 'approvedAt')],
    ['withdrawReference=out-77', 'withdrawReference=absent', 'q=maria', 'q=zuleide', 'q=absent', 'q=out-77'],
  ],
  receivers: [
    ['', 'status=ACTIVE', 'status=REJECTED', 'provider=ASAAS', 'provider=UNKNOWN', 'sort=createdAt', FROM],
    ['q=maria', 'q=zuleide', 'q=absent'],
  ],
  customers: [
    ['', 'sort=createdAt', ...ranked('-lastChargeAt', 'lastChargeAt', '-approvedAmount', 'approvedAmount'), FROM],
    ['q=maria', 'q=zuleide', 'q=absent', 'q=1114'],
  ],
} satisfies Record<string, string[][]>

const BEFORE = 'from=2026-01-30&to=2026-02-28'

/** What the page Overview asks for, of thirty days and the thirty before. */
const OVERVIEW: Case = {
  name: 'page overview',
  paths: [
    ...['day', 'provider', 'method'].flatMap((by) => [`analytics?by=${by}&${MONTH}`, `analytics?by=${by}&${BEFORE}`]),
    `analytics?by=reason&${MONTH}`,
    'attention?limit=5',
  ],
}

export const CASES: readonly Case[] = [
  OVERVIEW,
  ...Object.entries(LISTS).flatMap(([list, queries]) =>
    queries
      .flat()
      .map((query) => ({ name: `${list} ${query.replaceAll('|', '')}`.trim(), paths: [`${list}?${query}`] })),
  ),
]
