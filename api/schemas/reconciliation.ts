import { type Static, Type } from 'typebox'
import { CURRENCIES } from '../../domain/money.ts'
import { DIFFERENCES, ITEM_SOURCES, ITEM_STATES } from '../../domain/reconciliation.ts'
import { Nullable, Text, Time, Uuid, Word } from './common.ts'
import { ListOf, PAGE_QUERY, PERIOD_QUERY } from './list.ts'
import { DecisionQuery } from './operation.ts'

const STRICT = { additionalProperties: false } as const
const Cents = () => Type.Integer({ description: 'Integer cents.' })

const Side = Type.Object({
  amount: Type.Optional(Cents()),
  currency: Type.Optional(Word(CURRENCIES, 'Of our side alone.')),
  status: Type.Optional(Type.String()),
  at: Type.Optional(Time()),
  fee: Type.Optional(Cents()),
  returned: Type.Optional(Type.Integer({ description: 'Integer cents: the part that went back.' })),
})

export const ReconciliationItem = Type.Object({
  id: Uuid(),
  kind: Word(DIFFERENCES, 'missingHere: the provider has it and we do not; missingThere: the other way round.'),
  state: Word(ITEM_STATES),
  source: Word(
    ITEM_SOURCES,
    'Where it was found: in a statement, when the provider was read, or in a webhook of something unknown.',
  ),
  provider: Type.String(),
  providerAccountId: Uuid(),
  transactionId: Type.String(),
  chargeId: Nullable(Uuid()),
  refundId: Nullable(Uuid()),
  withdrawalId: Nullable(Uuid()),
  ours: Nullable(Side),
  theirs: Nullable(Side),
  foundAt: Time(),
  updatedAt: Type.String({
    format: 'date-time',
    description: 'When either side, the movement or the state last changed. ISO 8601, UTC.',
  }),
  resolvedAt: Nullable(Type.String({ format: 'date-time' })),
  resolvedBy: Nullable(Type.String()),
  note: Nullable(Type.String()),
})

export const ReconciliationItemList = ListOf(ReconciliationItem)

export const ReconciliationItemQuery = Type.Object({
  ...PAGE_QUERY,
  ...PERIOD_QUERY,
  state: Type.Optional(Word(ITEM_STATES)),
  kind: Type.Optional(Word(DIFFERENCES)),
  providerAccountId: Type.Optional(Uuid()),
})

/** Whose a transaction may be. */
export const ReconciliationCandidate = Type.Object({
  kind: Word(['charge', 'withdrawal']),
  id: Uuid(),
  workflowId: Type.String({ description: 'For `POST /v1/operations/:workflowId/resolve`.' }),
  amount: Cents(),
  currency: Word(CURRENCIES),
  name: Nullable(Type.String({ description: 'Of the customer or the holder.' })),
  createdAt: Time(),
})

export const ReconciliationCandidateList = Type.Object({
  data: Type.Array(ReconciliationCandidate, { description: 'Those of the same amount first, then the newest.' }),
  nextCursor: Nullable(Type.String()),
})

/** What a resolution was about. */
export const ReconciliationResolutionQuery = Type.Pick(DecisionQuery, ['updatedAt'])

export const ReconciliationResolution = Type.Object({ note: Text(1000, 'What it was.') }, STRICT)

/** The part `columns` of an import: JSON, the heading of each column. */
export const StatementColumnNames = Type.Object(
  {
    transactionId: Text(200),
    amount: Text(200),
    fee: Type.Optional(Text(200)),
    status: Type.Optional(Text(200)),
    date: Type.Optional(Text(200)),
  },
  STRICT,
)

export const StatementColumnsQuery = Type.Object({ providerAccountId: Uuid() })

export const AccountStatementColumns = Type.Object({
  columns: Nullable(StatementColumnNames),
})

/** The parts of the form, for the document: they are read one by one. */
export const NewStatement = Type.Object({
  file: Type.String({ format: 'binary', description: 'CSV.' }),
  providerAccountId: Uuid(),
  columns: Type.Optional(StatementColumnNames),
})

export const ImportedStatement = Type.Object({
  id: Uuid(),
  rows: Type.Integer({ description: 'Lines of the file, without its heading.' }),
  ignored: Type.Integer({
    description: 'Lines without a transaction id, such as totals: nothing was compared with them.',
  }),
  matched: Type.Integer({ description: 'Transactions that we know.' }),
  items: Type.Integer({ description: 'What differs.' }),
})

export const Statement = Type.Object({
  ...ImportedStatement.properties,
  name: Type.String(),
  providerAccountId: Uuid(),
  amount: Type.Integer({ description: 'Integer cents, of all lines.' }),
  fees: Cents(),
  net: Type.Integer({ description: 'The amount less the fees.' }),
  importedBy: Type.String(),
  createdAt: Time(),
})

export const StatementList = ListOf(Statement)

const FIGURES = {
  found: Type.Integer({ description: 'On that day.' }),
  resolved: Type.Integer({ description: 'On that day, by itself or by hand.' }),
  open: Type.Integer({ description: 'At its end.' }),
  amounts: Type.Array(Type.Object({ currency: Word(CURRENCIES), foundAmount: Cents(), openAmount: Cents() }), {
    description: 'What is at stake, by currency; of another amount the difference.',
  }),
}
const Compared = () =>
  Nullable(
    Type.Integer({
      description:
        'Movements whose last reading at the provider was on that day; null: not known, because the day was made up for later.',
    }),
  )

/** What a day came to, in all and by account. */
export const ReconciliationSummary = Type.Object({
  id: Uuid(),
  day: Type.String({ format: 'date', description: 'In Brasília.' }),
  compared: Compared(),
  ...FIGURES,
  accounts: Type.Array(
    Type.Object({
      providerAccountId: Uuid(),
      provider: Type.String(),
      compared: Compared(),
      differences: Type.Object({
        missingHere: Type.Object(FIGURES),
        missingThere: Type.Object(FIGURES),
        amount: Type.Object(FIGURES),
        status: Type.Object(FIGURES),
      }),
    }),
  ),
  createdAt: Time(),
})

export const ReconciliationSummaryList = ListOf(ReconciliationSummary)

export const NewReconciliationRun = Type.Object(
  { providerAccountId: Type.Optional(Uuid('All accounts of the platform when left out.')) },
  STRICT,
)

const RUN = {
  readings: Type.Integer({ description: 'How many movements are read before their time.' }),
  seconds: Type.Integer({ description: 'Within how many seconds, where the provider refuses nothing.' }),
}

export const ReconciliationRun = Type.Object(RUN)

/** One that was asked for before. */
export const AskedReconciliationRun = Type.Object({
  id: Uuid(),
  at: Time(),
  by: Type.String({ description: 'The user or the API key that asked.' }),
  providerAccountId: Nullable(Uuid('Null: all accounts of the platform.')),
  ...RUN,
})

export const AskedReconciliationRunList = ListOf(AskedReconciliationRun)

export type ReconciliationItem = Static<typeof ReconciliationItem>
export type ReconciliationItemList = Static<typeof ReconciliationItemList>
export type ReconciliationCandidate = Static<typeof ReconciliationCandidate>
export type ReconciliationCandidateList = Static<typeof ReconciliationCandidateList>
export type ReconciliationResolution = Static<typeof ReconciliationResolution>
export type StatementColumnNames = Static<typeof StatementColumnNames>
export type AccountStatementColumns = Static<typeof AccountStatementColumns>
export type ImportedStatement = Static<typeof ImportedStatement>
export type ReconciliationSummary = Static<typeof ReconciliationSummary>
export type ReconciliationSummaryList = Static<typeof ReconciliationSummaryList>
export type ReconciliationRun = Static<typeof ReconciliationRun>
export type AskedReconciliationRun = Static<typeof AskedReconciliationRun>
export type AskedReconciliationRunList = Static<typeof AskedReconciliationRunList>
export type Statement = Static<typeof Statement>
export type StatementList = Static<typeof StatementList>
