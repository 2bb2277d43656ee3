/** Many rows of every kind, with common, rare and absent values, spread over half a year. Triggers rest meanwhile. */
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'

const TABLES = [
  'charges',
  'customers',
  'disbursements',
  'receivers',
  'search_documents',
  'search_words',
  'webhook_deliveries',
  'webhook_events',
]
const DAYS = 180

/** Charge i of the platform, so that refunds can say whose they are. */
const ID = (kind: number, number = 'i') =>
  `('00000000-0000-7000-800${kind}-' || lpad((${number})::text, 12, '0'))::uuid`
const NAME = `CASE WHEN i % 50000 = 7 THEN 'Zuleide ' WHEN i % 250 = 3 THEN 'Seldom ' WHEN i % 10 < 3 THEN 'Maria '
  ELSE 'João ' END || CASE WHEN i % 2 = 0 THEN 'da Silva' ELSE 'Gonçalves' END`
const PROVIDER = `CASE WHEN i % 10 < 6 THEN 'ASAAS' WHEN i % 10 < 9 THEN 'TREEAL' ELSE 'ZENDRY' END`
const DOCUMENT = `lpad((11144400000 + i)::text, 11, '0')`
/** Whose charge i is: five each, and of every hundredth the first one, who is as many buyers as a shop's own till. */
const BUYER = 'CASE WHEN i % 100 = 0 THEN 0 ELSE i / 5 END'
const IS_ASKED = 'i % 1000 = 1'
/** The columns `attention_reasons` and `attention_since`. */
const ATTENTION = (reason: string, at: string) =>
  `CASE WHEN ${IS_ASKED} THEN ARRAY['${reason}'] ELSE '{}' END, CASE WHEN ${IS_ASKED} THEN ${at} END`

export async function seedRows(sql: postgres.Sql, rows: number): Promise<void> {
  const platform = randomUUID()
  const at = `'2026-01-01'::timestamptz + i * interval '${(DAYS * 86_400) / rows} seconds'`
  const many = `generate_series(1, ${rows}) i`
  await sql.unsafe(`SET statement_timeout = 0; SET maintenance_work_mem = '512MB'; SET work_mem = '64MB'`)
  await sql`INSERT INTO platforms (id, name, sealed_webhook_secret) VALUES (${platform}, 'Bench', '')`
  const account = randomUUID()
  await sql`
    INSERT INTO provider_accounts (id, platform_id, provider, name, sealed_secrets, webhook_token_hash)
    VALUES (${account}, ${platform}, 'ASAAS', 'Bench', '', ${randomUUID()})`
  // Neither triggers nor references: what they would do is done below, and every reference is made to hold.
  await sql`SET session_replication_role = replica`
  const restoreIndexes = await dropIndexes(sql)
  const charged = `'${platform}', ${PROVIDER}, '${account}', ${at}`
  await sql.unsafe(`
    INSERT INTO charges (id, platform_id, provider, provider_account_id, created_at, status, ending, refusal, payment_method, amount, attention_reasons, attention_since,
      transaction_id, order_id, customer_id, customer, items, checkout_token)
    SELECT ${ID(1)}, ${charged}, CASE WHEN i % 10 < 7 THEN 'APPROVED' WHEN i % 10 < 9 THEN 'PENDING' ELSE 'REJECTED' END,
      CASE WHEN i % 10 = 9 THEN 'refused' END, CASE WHEN i % 10000 = 9 THEN 'blockedCard' WHEN i % 20 = 9 THEN 'insufficientFunds' END,
      CASE WHEN i % 10 < 7 THEN 'PIX' ELSE 'CREDIT_CARD' END, 1000, ${ATTENTION('unknownOutcome', at)}, 'tx-' || i, 'order-' || i, ${ID(5, BUYER)},
      jsonb_build_object('name', ${NAME}, 'email', 'buyer' || i || '@example.com', 'document', ${DOCUMENT}), '[]', 'token-' || i
    FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO disbursements (id, platform_id, provider, provider_account_id, created_at, kind, charge_id, status, amount, attention_reasons, attention_since, external_id)
    SELECT ${ID(2)}, ${charged}, 'refund', ${ID(1)}, CASE WHEN i % 10 < 9 THEN 'APPROVED' ELSE 'PENDING' END, 1000,
      ${ATTENTION('unknownOutcome', at)}, 'ref-' || i FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO disbursements (id, platform_id, provider, provider_account_id, created_at, kind, method, status, amount, attention_reasons, attention_since, reference, destination)
    SELECT ${ID(3)}, ${charged}, 'withdrawal', 'PIX', CASE WHEN i % 10 < 9 THEN 'APPROVED' ELSE 'REJECTED' END, 1000,
      ${ATTENTION('unknownOutcome', at)}, 'out-' || i, jsonb_build_object('name', ${NAME}, 'pixKey', ${DOCUMENT}) FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO receivers (id, platform_id, provider, provider_account_id, created_at, status, name, document, document_type, email, address,
      bank_account)
    SELECT ${ID(4)}, ${charged}, CASE WHEN i % 10 < 9 THEN 'ACTIVE' ELSE 'PENDING' END, ${NAME}, ${DOCUMENT}, 'CPF',
      'receiver' || i || '@example.com', '{}', '{}' FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO customers (id, platform_id, identity, created_at)
    SELECT customer_id, platform_id, customer_id, min(created_at) FROM charges GROUP BY customer_id, platform_id`)
  const state = `CASE WHEN i % 50000 = 7 THEN 'failed' WHEN i = ${rows} THEN 'pending' ELSE 'delivered' END`
  await sql.unsafe(`
    INSERT INTO webhook_events (id, platform_id, provider, provider_account_id, received_at, body_hash, headers, query, body, verified, state, charge_id)
    SELECT ${ID(7)}, ${charged}, i::text, '{}', '{}', '{}', 'token', ${state}, ${ID(1)} FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO seller_events (id, platform_id, type, kind, subject_id, sequence, snapshot)
    SELECT ${ID(6)}, '${platform}', 'charge.approved', 'charge', ${ID(1)}, 1, '{}' FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO webhook_deliveries (id, platform_id, event_id, charge_id, created_at, url, state)
    SELECT ${ID(8)}, '${platform}', ${ID(6)}, ${ID(1)}, ${at}, 'https://shop.example/hooks', ${state} FROM ${many}`)
  await writeDocuments(sql)
  await writeFigures(sql)
  await restoreIndexes()
  await sql`SET session_replication_role = origin`
  await sql`VACUUM ANALYZE`
}

/** As twenty connections would have written them, on days that nobody has put together. */
async function writeFigures(sql: postgres.Sql): Promise<void> {
  const key = `platform_id, created_at::date, currency, provider, payment_method, 1 + substr(transaction_id, 4)::int % 20`
  await sql.unsafe(`
    INSERT INTO charge_figures (platform_id, day, currency, provider, payment_method, writer, created, pending, pending_amount,
      rejected, approved, approved_amount)
    SELECT ${key}, count(*), count(*) FILTER (WHERE status = 'PENDING'), coalesce(sum(amount) FILTER (WHERE status = 'PENDING'), 0),
      count(*) FILTER (WHERE status = 'REJECTED'), count(*) FILTER (WHERE status = 'APPROVED'),
      coalesce(sum(amount) FILTER (WHERE status = 'APPROVED'), 0)
    FROM charges GROUP BY 1, 2, 3, 4, 5, 6`)
  await sql.unsafe(`
    INSERT INTO unpaid_figures (platform_id, day, currency, provider, payment_method, writer, reason, rejected, rejected_amount)
    SELECT ${key}, coalesce(refusal, 'other'), count(*), sum(amount) FROM charges WHERE status = 'REJECTED' GROUP BY 1, 2, 3, 4, 5, 6, 7`)
  await sql.unsafe(`
    INSERT INTO approval_times (platform_id, day, currency, provider, payment_method, writer, bucket, approved)
    SELECT ${key}, right(order_id, 1)::int * 4, count(*) FROM charges WHERE status = 'APPROVED' GROUP BY 1, 2, 3, 4, 5, 6, 7`)
}

/** An index is built in one go in a fraction of the time that it takes row by row. @returns how to make them again, as they were. */
async function dropIndexes(sql: postgres.Sql): Promise<() => Promise<void>> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'p' AND conrelid::regclass::text = 'search_words'`
  const indexes = await sql<{ name: string; definition: string }[]>`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index WHERE NOT indisprimary AND indrelid::regclass::text = ANY(${TABLES})`
  for (const { table, name } of keys) await sql`ALTER TABLE ${sql(table)} DROP CONSTRAINT ${sql(name)}`
  for (const { name } of indexes) await sql`DROP INDEX ${sql(name)}`
  return async () => {
    for (const { table, name, definition } of keys)
      await sql.unsafe(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    for (const { definition } of indexes) await sql.unsafe(definition)
  }
}

const AMOUNT = `'=' || amount || '='`

/** What the triggers write, in one statement for each table. */
async function writeDocuments(sql: postgres.Sql): Promise<void> {
  const write = (table: string, kind: string, texts: string, amounts = '') =>
    sql.unsafe(`
      INSERT INTO search_documents (id, platform_id, kind, created_at, words)
      SELECT id, platform_id, ${kind}, created_at, words_of(replace(id::text, '-', ''), ${texts})
        || array_to_tsvector(ARRAY[${amounts}]::text[]) FROM ${table}`)
  await write(
    'charges',
    `'charge'`,
    `order_id, transaction_id, customer->>'name', customer->>'email', customer->>'document'`,
    AMOUNT,
  )
  await write('disbursements', 'kind', `external_id, reference, destination->>'name', destination->>'pixKey'`, AMOUNT)
  await write('receivers', `'receiver'`, 'name, document, email')
  await sql`
    INSERT INTO search_documents (id, platform_id, kind, created_at, words)
    SELECT DISTINCT ON (buyer.id) buyer.id, buyer.platform_id, 'customer', buyer.created_at,
      words_of(replace(buyer.id::text, '-', ''), customer->>'name', customer->>'email', customer->>'document')
    FROM charges JOIN customers buyer ON buyer.id = customer_id ORDER BY buyer.id, charges.created_at DESC`
  await sql`
    INSERT INTO search_words (platform_id, kind, word, id)
    SELECT platform_id, kind, word, id FROM search_documents, unnest(tsvector_to_array(words)) word`
}
