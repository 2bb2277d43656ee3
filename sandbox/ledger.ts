/** The fake providers' ledger: transactions, and every money request received. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { type Cents, cents } from '../domain/money.ts'
import type { Destination } from './destination.ts'
import type {
  Fields,
  Method,
  NewTransaction,
  NewWithdrawal,
  Stage,
  Transaction,
  Withdrawal,
  WithdrawalStage,
} from './provider.ts'

export interface TransactionFilter {
  provider?: string | undefined
  status?: string | undefined
  reference?: string | undefined
  limit?: number | undefined
}

export type WithdrawalFilter = Omit<TransactionFilter, 'status'>

/** `moneyRequests` counts every creation request with the transaction's reference, refused and repeated ones too. */
export type CountedTransaction = Transaction & { readonly moneyRequests: number }

export interface MoneyRequests {
  readonly provider: string
  readonly reference: string
  /** Requests received, whatever their outcome. */
  readonly count: number
  /** Transactions that these requests created. */
  readonly committed: number
}

export type Ledger = ReturnType<typeof createLedger>

type Row = Record<string, SQLOutputValue>

export function createLedger(database: DatabaseSync) {
  const insert = database.prepare(
    `insert into transactions (provider, id, reference, amount, method, stage, status, pix_code, created_at, updated_at,
       expires_at, webhook_url, request) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning *`,
  )
  const giveBack = database.prepare(
    `update transactions set refunded = refunded + ?, stage = ?, status = ?, updated_at = ?
       where provider = ? and id = ? returning *`,
  )
  const payOut = database.prepare(
    `insert into withdrawals (provider, id, reference, amount, stage, status, created_at, updated_at, destination, request)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning *`,
  )
  const moveOut = database.prepare(
    'update withdrawals set stage = ?, status = ?, updated_at = ? where provider = ? and id = ? returning *',
  )
  const outById = database.prepare('select * from withdrawals where provider = ? and id = ?')
  const outByReference = database.prepare('select * from withdrawals where provider = ? and reference = ?')
  const outFiltered = database.prepare(
    `select * from withdrawals where (?1 is null or provider = ?1) and (?2 is null or reference = ?2)
      order by created_at desc, id desc limit ?3`,
  )
  const move = database.prepare(
    `update transactions set stage = ?, status = ?, updated_at = ?, paid_at = coalesce(paid_at, ?),
       end_to_end_id = coalesce(end_to_end_id, ?) where provider = ? and id = ? returning *`,
  )
  const byId = database.prepare('select * from transactions where provider = ? and id = ?')
  const byReference = database.prepare(
    'select * from transactions where provider = ? and reference = ? order by created_at, id',
  )
  const byTime = database.prepare(
    'select * from transactions where provider = ? and created_at between ? and ? order by created_at, id',
  )
  const filtered = database.prepare(
    `select transactions.*, coalesce(money_requests.count, 0) as money_requests
       from transactions left join money_requests using (provider, reference)
      where (?1 is null or provider = ?1) and (?2 is null or status = ?2) and (?3 is null or reference = ?3)
      order by created_at desc, id desc limit ?4`,
  )
  const count = database.prepare(
    `insert into money_requests values (?, ?, 1, 0)
       on conflict (provider, reference) do update set count = count + 1`,
  )
  const commit = database.prepare(
    'update money_requests set committed = committed + 1 where provider = ? and reference = ?',
  )
  const counts = database.prepare(
    'select * from money_requests where ?1 is null or provider = ?1 order by provider, reference',
  )
  const held = database.prepare(
    `select coalesce((select sum(amount - refunded) from transactions where provider = ?1 and stage = 'paid'), 0)
          - coalesce((select sum(amount) from withdrawals where provider = ?1 and stage in ('pending', 'paid')), 0) as held`,
  )
  const remember = database.prepare('insert or replace into records values (?, ?, ?, ?)')
  const recall = database.prepare('select value from records where provider = ? and kind = ? and key = ?')

  return {
    create: (provider: string, status: string, now: number, created: NewTransaction): Transaction => {
      const {
        id,
        reference,
        amount,
        method = 'PIX',
        stage = 'pending',
        pixCode,
        expiresAt,
        webhookUrl,
        request,
      } = created
      const row = insert.get(
        provider,
        id,
        reference,
        amount,
        method,
        stage,
        status,
        pixCode,
        now,
        now,
        expiresAt,
        webhookUrl ?? null,
        JSON.stringify(request),
      )
      commit.run(provider, reference)
      return toTransaction(row ?? {})
    },

    move: (
      transaction: Transaction,
      to: { stage: Stage; status: string; at: number; endToEndId: string | null },
    ): Transaction => {
      const paidAt = to.endToEndId === null ? null : to.at
      const row = move.get(to.stage, to.status, to.at, paidAt, to.endToEndId, transaction.provider, transaction.id)
      return toTransaction(row ?? {})
    },

    refund: (
      transaction: Transaction,
      {
        amount,
        reference,
        stage,
        status,
        at,
      }: { amount: Cents; reference: string; stage: Stage; status: string; at: number },
    ): Transaction => {
      const row = giveBack.get(amount, stage, status, at, transaction.provider, transaction.id)
      commit.run(transaction.provider, reference)
      return toTransaction(row ?? {})
    },

    withdraw: (provider: string, status: string, now: number, created: NewWithdrawal): Withdrawal => {
      const { id, reference, amount, stage = 'pending' } = created
      const [destination, request] = [JSON.stringify(created.destination), JSON.stringify(created.request)]
      const row = payOut.get(provider, id, reference, amount, stage, status, now, now, destination, request)
      commit.run(provider, reference)
      return toWithdrawal(row ?? {})
    },
    moveWithdrawal: (withdrawal: Withdrawal, to: { stage: WithdrawalStage; status: string; at: number }): Withdrawal =>
      toWithdrawal(moveOut.get(to.stage, to.status, to.at, withdrawal.provider, withdrawal.id) ?? {}),
    findWithdrawal: (provider: string, id: string): Withdrawal | undefined => {
      const row = outById.get(provider, id)
      return row && toWithdrawal(row)
    },
    findWithdrawalByReference: (provider: string, reference: string): Withdrawal | undefined => {
      const row = outByReference.get(provider, reference)
      return row && toWithdrawal(row)
    },
    /** Newest first. */
    listWithdrawals: ({ provider, reference, limit }: WithdrawalFilter): Withdrawal[] =>
      outFiltered.all(provider ?? null, reference ?? null, limit ?? -1).map(toWithdrawal),

    find: (provider: string, id: string): Transaction | undefined => {
      const row = byId.get(provider, id)
      return row && toTransaction(row)
    },
    findByReference: (provider: string, reference: string): Transaction[] =>
      byReference.all(provider, reference).map(toTransaction),
    createdBetween: (provider: string, from: number, to: number): Transaction[] =>
      byTime.all(provider, from, to).map(toTransaction),

    /** Newest first. */
    list: ({ provider, status, reference, limit }: TransactionFilter): CountedTransaction[] =>
      filtered
        .all(provider ?? null, status ?? null, reference ?? null, limit ?? -1)
        .map((row) => ({ ...toTransaction(row), moneyRequests: Number(row.money_requests) })),

    countMoneyRequest: (provider: string, reference: string): void => {
      count.run(provider, reference)
    },
    moneyRequests: (provider?: string): MoneyRequests[] =>
      counts.all(provider ?? null).map((row) => ({
        provider: String(row.provider),
        reference: String(row.reference),
        count: Number(row.count),
        committed: Number(row.committed),
      })),

    remember: (provider: string, kind: string, key: string, value: unknown): void => {
      remember.run(provider, kind, key, JSON.stringify(value))
    },
    balance: (provider: string): Cents => Number(held.get(provider)?.held) as Cents,
    recall: (provider: string, kind: string, key: string): unknown => {
      const row = recall.get(provider, kind, key)
      return row && JSON.parse(String(row.value))
    },
  }
}

function toTransaction(row: Row): Transaction {
  return {
    provider: String(row.provider),
    id: String(row.id),
    reference: String(row.reference),
    amount: cents(Number(row.amount)),
    method: row.method as Method,
    refunded: cents(Number(row.refunded)),
    stage: row.stage as Stage,
    status: String(row.status),
    pixCode: String(row.pix_code),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    expiresAt: Number(row.expires_at),
    paidAt: row.paid_at == null ? null : Number(row.paid_at),
    endToEndId: row.end_to_end_id == null ? null : String(row.end_to_end_id),
    webhookUrl: row.webhook_url == null ? null : String(row.webhook_url),
    request: JSON.parse(String(row.request)) as Fields,
  }
}

function toWithdrawal(row: Row): Withdrawal {
  return {
    provider: String(row.provider),
    id: String(row.id),
    reference: String(row.reference),
    amount: cents(Number(row.amount)),
    stage: row.stage as WithdrawalStage,
    status: String(row.status),
    destination: JSON.parse(String(row.destination)) as Destination,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    request: JSON.parse(String(row.request)) as Fields,
  }
}
