import { type Static, Type } from 'typebox'
import { DIFFERENCES, ITEM_STATES } from '../../domain/reconciliation.ts'
import { Nullable, Text, Time, Uuid, Word } from './common.ts'
import { ListOf, PAGE_QUERY } from './list.ts'

const STRICT = { additionalProperties: false } as const
const Cents = () => Type.Integer({ description: 'Integer cents.' })

const Side = Type.Object({
  amount: Type.Optional(Cents()),
  status: Type.Optional(Type.String()),
  at: Type.Optional(Time()),
  fee: Type.Optional(Cents()),
})

export const ReconciliationItem = Type.Object({
  id: Uuid(),
  kind: Word(DIFFERENCES, 'missingHere: the provider has it and we do not; missingThere: the other way round.'),
  state: Word(ITEM_STATES),
  provider: Type.String(),
  providerAccountId: Uuid(),
  transactionId: Type.String(),
  chargeId: Nullable(Uuid()),
  refundId: Nullable(Uuid()),
  withdrawalId: Nullable(Uuid()),
  ours: Nullable(Side),
  theirs: Nullable(Side),
  foundAt: Time(),
  resolvedAt: Nullable(Type.String({ format: 'date-time' })),
  resolvedBy: Nullable(Type.String()),
  note: Nullable(Type.String()),
})

export const ReconciliationItemList = ListOf(ReconciliationItem)

export const ReconciliationItemQuery = Type.Object({
  ...PAGE_QUERY,
  state: Type.Optional(Word(ITEM_STATES)),
  kind: Type.Optional(Word(DIFFERENCES)),
  providerAccountId: Type.Optional(Uuid()),
})

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

export const ImportedStatement = Type.Object({
  id: Uuid(),
  rows: Type.Integer({ description: 'Lines of the file, without its heading.' }),
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

export type ReconciliationItem = Static<typeof ReconciliationItem>
export type ReconciliationItemList = Static<typeof ReconciliationItemList>
export type ReconciliationResolution = Static<typeof ReconciliationResolution>
export type StatementColumnNames = Static<typeof StatementColumnNames>
export type ImportedStatement = Static<typeof ImportedStatement>
export type Statement = Static<typeof Statement>
export type StatementList = Static<typeof StatementList>
