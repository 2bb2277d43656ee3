/** Compares a provider's statement with our records. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { uuidv7 } from 'uuidv7'
import { defined } from '../../../domain/defined.ts'
import { DISBURSEMENT_KINDS } from '../../../domain/disbursement.ts'
import type { Currency } from '../../../domain/money.ts'
import {
  differencesOf,
  disbursementDifferencesOf,
  disbursementStatusOf,
  type KnownDisbursement,
  type KnownTransaction,
  type Meaning,
  returnedIn,
  type Side,
  type Stated,
  type StatementColumns,
  sideOf,
  sideOfUnknown,
  stateOf,
  statusIn,
} from '../../../domain/reconciliation.ts'
import type { ReadStatement } from '../../../domain/statement.ts'
import type { Database, Queryable } from '../../client.ts'
import {
  chargeAttempts,
  charges,
  disbursements,
  payments,
  statementColumns,
  statementLines,
  statements,
} from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { leftInLines } from './earlier-lines.ts'
import { type Account, type FoundDifference, noteDifferences } from './items.ts'
import { KNOWN } from './known.ts'
import { hasOwnLine } from './lines-of-refunds.ts'
import { type Listed, missingThere } from './missing-there.ts'
import { referencesOf, transactionsByReference } from './own-references.ts'

export type StatementRow = typeof statements.$inferSelect

const { amount, currency, status } = disbursements
const PAID_OUT = { amount, currency, status }
const BATCH = 2500

export async function columnsOf(db: Database, accountId: string): Promise<StatementColumns | undefined> {
  const [row] = await db.select().from(statementColumns).where(eq(statementColumns.providerAccountId, accountId))
  return row?.columns
}

export async function listStatements(
  db: Database,
  platformId: string,
  page: { limit: number; after?: Keyset },
): Promise<Page<StatementRow>> {
  return newestOf(db.select().from(statements), statements, eq(statements.platformId, platformId), page)
}

export interface Import {
  account: Account
  name: string
  by: string
  columns: StatementColumns
  statement: ReadStatement
  /** The meaning of the provider's word. */
  meaningOf(word: string): Meaning | null
}

/**
 * Stores the statement's lines and records the differences, in one transaction. Importing the same statement again changes nothing.
 * @throws NoWholeStatement
 */
export async function importStatement(db: Database, wanted: Import): Promise<StatementRow> {
  const { account, name, by, columns, statement, meaningOf } = wanted
  const { lines, rows, ignored } = statement
  return db.transaction(async (tx) => {
    const id = uuidv7()
    await tx
      .insert(statementColumns)
      .values({ providerAccountId: account.id, columns })
      .onConflictDoUpdate({ target: statementColumns.providerAccountId, set: { columns } })
    const totals = {
      amount: lines.reduce((sum, { amount }) => sum + amount, 0),
      fees: lines.reduce((sum, { fee }) => sum + (fee ?? 0), 0),
    }
    const base = { platformId: account.platformId, providerAccountId: account.id, name, importedBy: by }
    await tx.insert(statements).values({ id, ...base, rows, ignored, matched: 0, items: 0, ...totals })
    for (const batch of batchesOf(lines)) {
      const written = batch.map((line) => ({ id: uuidv7(), ...line }))
      await tx.execute(sql`
        INSERT INTO ${statementLines} (id, provider_account_id, statement_id, transaction_id, amount, fee, status, at)
        SELECT line.id, ${account.id}, ${id}, line."transactionId", line.amount, line.fee, line.status, line.at
        FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
          AS line (id uuid, "transactionId" text, amount bigint, fee bigint, status text, at timestamptz)
        ON CONFLICT DO NOTHING`)
    }
    const known = await transactionsByReference(tx, account.id, [...new Set(lines.map((line) => line.transactionId))])
    const transactions = Map.groupBy(lines, ({ transactionId }) => known.get(transactionId) ?? transactionId)
    const stated = ([transactionId, own]: readonly [string, ReadStatement['lines']]) =>
      stateOf(
        transactionId,
        own.map((line) => ({ ...line, meaning: line.status === null ? null : meaningOf(line.status) })),
      )
    const counts = { matched: 0, items: 0 }
    const listed: Listed = { methods: new Set(), refund: 0, withdrawal: 0, namesOurRefunds: false }
    const named = new Set(lines.map(({ transactionId }) => transactionId))
    for (const some of batchesOf([...transactions])) {
      const batch = some.map(stated)
      const compared = await compare(tx, account, batch)
      counts.matched += compared.matched
      for (const kind of DISBURSEMENT_KINDS) listed[kind] += compared[kind]
      for (const method of compared.methods) listed.methods.add(method)
      listed.namesOurRefunds ||= compared.refundReferences.some((reference) => named.has(reference))
      const looked = batch.flatMap(({ transactionId, saidAt }) =>
        [transactionId, ...(compared.references.get(transactionId) ?? [])].map((name) => ({
          transactionId: name,
          saidAt,
        })),
      )
      counts.items += await noteDifferences(tx, account, looked, compared.differences)
    }
    const missing = await missingThere(tx, account, lines, listed)
    for (const batch of batchesOf(missing)) counts.items += await noteDifferences(tx, account, [], batch)
    const [row] = await tx
      .update(statements)
      .set({ matched: counts.matched, items: counts.items })
      .where(eq(statements.id, id))
      .returning()
    if (!row) throw new Error('The statement is gone')
    return row
  })
}

function* batchesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += BATCH) yield all.slice(from, from + BATCH)
}

async function compare(tx: Queryable, account: Account, stated: readonly Stated[]) {
  const ids = sql.param(stated.map(({ transactionId }) => transactionId))
  const isStated = (id: PgColumn) => sql`${id} = ANY (${ids}::text[])`
  const ours = { id: charges.id, paymentMethod: charges.paymentMethod, currency: charges.currency, ...KNOWN }
  const ourCharges = await tx
    .select({ transactionId: chargeAttempts.transactionId, ...ours })
    .from(chargeAttempts)
    .innerJoin(charges, eq(charges.id, chargeAttempts.chargeId))
    .leftJoin(
      payments,
      and(
        eq(payments.providerAccountId, chargeAttempts.providerAccountId),
        eq(payments.transactionId, chargeAttempts.transactionId),
      ),
    )
    .where(
      and(
        eq(chargeAttempts.providerAccountId, account.id),
        isStated(chargeAttempts.transactionId),
        isNull(payments.id),
      ),
    )
    .unionAll(
      tx
        .select({ transactionId: sql<string | null>`${payments.transactionId}`, ...ours })
        .from(payments)
        .innerJoin(charges, eq(charges.id, payments.chargeId))
        .where(and(eq(payments.providerAccountId, account.id), isStated(payments.transactionId))),
    )
  const ourDisbursements = await tx
    .select({
      transactionId: disbursements.externalId,
      id: disbursements.id,
      kind: disbursements.kind,
      ...PAID_OUT,
      wasPaid: sql<boolean>`${disbursements.approvedAt} IS NOT NULL`,
      hasOwnLine,
    })
    .from(disbursements)
    .where(and(eq(disbursements.providerAccountId, account.id), isStated(disbursements.externalId)))
  const chargeOf = new Map(ourCharges.map((charge) => [charge.transactionId, charge]))
  const disbursementOf = new Map(ourDisbursements.map((disbursement) => [disbursement.transactionId, disbursement]))
  const references = await referencesOf(
    tx,
    account.id,
    [...chargeOf.keys(), ...disbursementOf.keys()].flatMap((id) => id ?? []),
  )
  const withdrawn = new Set(
    ourDisbursements.flatMap(({ kind, transactionId }) => (kind === 'withdrawal' ? transactionId : [])),
  )
  const cameIn = stated.filter(({ transactionId, left }) => left === 0 && withdrawn.has(transactionId))
  const leftBefore = await leftInLines(
    tx,
    account.id,
    cameIn.map(({ transactionId }) => transactionId),
    references,
  )

  const differences = stated.flatMap((theirs): FoundDifference[] => {
    const { transactionId } = theirs
    const charge = chargeOf.get(transactionId)
    const disbursement = disbursementOf.get(transactionId)
    if (!charge && disbursement)
      return disbursementDifferences(disbursement, { ...theirs, left: leftBefore.get(transactionId) ?? theirs.left })
    if (!charge) return [{ kind: 'missingHere', transactionId, ours: null, theirs: sideOfUnknown(theirs) }]
    const sides = chargeSides(charge, theirs)
    return differencesOf(charge, theirs).map((kind) => ({ kind, transactionId, chargeId: charge.id, ...sides }))
  })
  const isMatched = ({ transactionId }: Stated) => chargeOf.has(transactionId) || disbursementOf.has(transactionId)
  const own = ourDisbursements.filter((disbursement) => disbursement.hasOwnLine)
  const refunds = own.filter(({ kind }) => kind === 'refund')
  return {
    differences,
    references,
    refundReferences: refunds.flatMap(({ transactionId }) => references.get(transactionId ?? '') ?? []),
    matched: stated.filter(isMatched).length,
    methods: ourCharges.map(({ paymentMethod }) => paymentMethod),
    refund: refunds.length,
    withdrawal: own.length - refunds.length,
  }
}

function chargeSides(charge: KnownTransaction & { currency: Currency }, theirs: Stated): { ours: Side; theirs: Side } {
  const { amount, currency, status } = charge
  const returned = returnedIn(charge, theirs)
  const said = statusIn(charge, theirs)
  return {
    ours: { amount, currency, status, ...defined({ returned: returned > 0 ? charge.returned : undefined }) },
    theirs: { ...sideOf(theirs), ...defined({ status: said ?? undefined, returned: returned || undefined }) },
  }
}

function disbursementDifferences(
  disbursement: KnownDisbursement & { id: string; currency: Currency },
  theirs: Stated,
): FoundDifference[] {
  const { id: disbursementId, amount, currency, status } = disbursement
  const said = disbursementStatusOf(disbursement.kind, theirs)
  const side = {
    ...sideOf(theirs),
    ...defined({ amount: theirs.left > 0 ? theirs.left : undefined, status: said || undefined }),
  }
  return disbursementDifferencesOf(disbursement, theirs).map((kind) => ({
    kind,
    transactionId: theirs.transactionId,
    disbursementId,
    ours: { amount, currency, status },
    theirs: side,
  }))
}
