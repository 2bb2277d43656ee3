/** Many rows of every kind, with common, rare and absent values, spread over half a year. Triggers rest meanwhile. */
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { idOf, sqlId } from './ids.ts'
import { SOLD, seedBooks } from './seed-books.ts'

const TABLES = [
  'audit_log',
  'cards',
  'charges',
  'customers',
  'disbursements',
  'disputes',
  'receivers',
  'reconciliation_items',
  'search_documents',
  'search_words',
  'webhook_deliveries',
  'webhook_events',
]
const DAYS = 180

const NAME = `CASE WHEN i % 50000 = 7 THEN 'Zuleide ' WHEN i % 250 = 3 THEN 'Seldom ' WHEN i % 10 < 3 THEN 'Maria '
  ELSE 'João ' END || CASE WHEN i % 2 = 0 THEN 'da Silva' ELSE 'Gonçalves' END`
const PROVIDER = `CASE WHEN i % 10 < 6 THEN 'ASAAS' WHEN i % 10 < 9 THEN 'TREEAL' ELSE 'ZENDRY' END`
const DOCUMENT = `lpad((11144400000 + i)::text, 11, '0')`
/** Whose charge i is: five each, and of every hundredth the first one, who is as many buyers as a shop's own till. */
const BUYER = 'CASE WHEN i % 100 = 0 THEN 0 ELSE i / 5 END'
/** Which of the shop's offers and links charge i came through. */
const SOLD_AS = `1 + i / 4 % ${SOLD}`
/** One of a shop's goods, and of every 50,000th charge what hardly sells. */
const ITEMS = `jsonb_build_array(jsonb_build_object('title', CASE WHEN i % 50000 = 11 THEN 'Mentoria' ELSE 'Curso ' || (${SOLD_AS}) END,
  'unitPrice', 1000, 'quantity', 1, 'tangible', false))`
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
  const account = idOf('account', 1)
  await sql`
    INSERT INTO provider_accounts (id, platform_id, provider, name, sealed_secrets, webhook_token_hash)
    VALUES (${account}, ${platform}, 'ASAAS', 'Bench', '', ${randomUUID()})`
  // Neither triggers nor references: what they would do is done below, and every reference is made to hold.
  await sql`SET session_replication_role = replica`
  const restoreIndexes = await dropIndexes(sql)
  const charged = `'${platform}', ${PROVIDER}, '${account}', ${at}`
  await sql.unsafe(`
    INSERT INTO charges (id, platform_id, provider, provider_account_id, created_at, status, ending, refusal, payment_method, amount, attention_reasons, attention_since,
      transaction_id, order_id, customer_id, customer, items, checkout_token, paid_at, offer_id, payment_link_id)
    SELECT ${sqlId('charge')}, ${charged}, CASE WHEN i % 10 < 7 THEN 'APPROVED' WHEN i % 10 < 9 THEN 'PENDING' ELSE 'REJECTED' END,
      CASE WHEN i % 10 = 9 THEN 'refused' END, CASE WHEN i % 10000 = 9 THEN 'blockedCard' WHEN i % 20 = 9 THEN 'insufficientFunds' END,
      CASE WHEN i % 10 < 7 THEN 'PIX' ELSE 'CREDIT_CARD' END, 1000, ${ATTENTION('unknownOutcome', at)}, 'tx-' || i, 'order-' || i, ${sqlId('customer', BUYER)},
      jsonb_build_object('name', ${NAME}, 'email', 'buyer' || i || '@example.com', 'document', ${DOCUMENT}), ${ITEMS}, 'token-' || i,
      CASE WHEN i % 10 < 7 THEN ${at} + interval '1 minute' END, CASE WHEN i % 2 = 0 THEN ${sqlId('offer', SOLD_AS)} END,
      CASE WHEN i % 4 = 0 THEN ${sqlId('link', SOLD_AS)} END
    FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO disbursements (id, platform_id, provider, provider_account_id, created_at, kind, charge_id, charge_method, status, amount, attention_reasons, attention_since, external_id, approved_at)
    SELECT ${sqlId('refund')}, ${charged}, 'refund', ${sqlId('charge')}, CASE WHEN i % 10 < 7 THEN 'PIX' ELSE 'CREDIT_CARD' END, CASE WHEN i % 10 < 9 THEN 'APPROVED' ELSE 'PENDING' END, 1000,
      ${ATTENTION('unknownOutcome', at)}, 'ref-' || i, CASE WHEN i % 10 < 9 THEN ${at} + interval '1 minute' END FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO disbursements (id, platform_id, provider, provider_account_id, created_at, kind, method, status, amount, attention_reasons, attention_since, reference, destination, approved_at)
    SELECT ${sqlId('withdrawal')}, ${charged}, 'withdrawal', 'PIX', CASE WHEN i % 10 < 9 THEN 'APPROVED' ELSE 'REJECTED' END, 1000,
      ${ATTENTION('unknownOutcome', at)}, 'out-' || i, jsonb_build_object('name', ${NAME}, 'pixKey', ${DOCUMENT}),
      CASE WHEN i % 10 < 9 THEN ${at} + interval '1 minute' END FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO receivers (id, platform_id, provider, provider_account_id, created_at, status, name, document, document_type, email, address,
      bank_account)
    SELECT ${sqlId('receiver')}, ${charged}, CASE WHEN i % 10 < 9 THEN 'ACTIVE' ELSE 'PENDING' END, ${NAME}, ${DOCUMENT}, 'CPF',
      'receiver' || i || '@example.com', '{}', '{}' FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO customers (id, platform_id, identity, created_at)
    SELECT customer_id, platform_id, customer_id, min(created_at) FROM charges GROUP BY customer_id, platform_id`)
  const state = `CASE WHEN i % 50000 = 7 THEN 'failed' WHEN i = ${rows} THEN 'pending' ELSE 'delivered' END`
  await sql.unsafe(`
    INSERT INTO webhook_events (id, platform_id, provider, provider_account_id, received_at, body_hash, headers, query, body, verified, state, charge_id, withdrawal_id)
    SELECT ${sqlId('webhookEvent')}, ${charged}, i::text, '{}', '{}', '{}', 'token', ${state},
      CASE WHEN i % 2 = 0 THEN ${sqlId('charge')} END, CASE WHEN i % 2 = 1 THEN ${sqlId('withdrawal')} END FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO seller_events (id, platform_id, type, kind, subject_id, sequence, snapshot)
    SELECT ${sqlId('sellerEvent')}, '${platform}', 'charge.approved', 'charge', ${sqlId('charge')}, 1,
      jsonb_build_object('id', ${sqlId('charge')}, 'amount', 1000, 'interest', 0, 'extras', '{}'::jsonb, 'created_at', 0, 'updated_at', 0) FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO webhook_deliveries (id, platform_id, event_id, endpoint_id, charge_id, created_at, url, state)
    SELECT ${sqlId('delivery')}, '${platform}', ${sqlId('sellerEvent')}, CASE WHEN i % 2 = 0 THEN ${sqlId('endpoint', '1')} END, ${sqlId('charge')}, ${at}, 'https://shop.example/hooks', ${state} FROM ${many}`)
  await seedBooks(sql, { rows, platform, account, at, days: DAYS })
  await writeDocuments(sql)
  await writeFigures(sql)
  await restoreIndexes()
  await sql`SET session_replication_role = origin`
  await sql`VACUUM ANALYZE`
}

/** As twenty connections would have written them, on days that are not put together yet. */
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
    `order_id, transaction_id, customer->>'name', customer->>'email', customer->>'document', search_items(items)`,
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
    INSERT INTO search_documents (id, platform_id, kind, created_at, words)
    SELECT disputes.id, disputes.platform_id, 'dispute', opened_at,
      words_of(replace(disputes.id::text, '-', ''), replace(charge_id::text, '-', ''), disputes.transaction_id, order_id,
        customer->>'name', customer->>'email', customer->>'document') || array_to_tsvector(ARRAY['=' || disputes.amount || '='])
    FROM disputes JOIN charges ON charges.id = charge_id`
  await sql`
    INSERT INTO search_words (platform_id, kind, word, id)
    SELECT platform_id, kind, word, id FROM search_documents, unnest(tsvector_to_array(words)) word`
}
