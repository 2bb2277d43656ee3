/** What is sold, disputes, differences and the audit log. */
import type postgres from 'postgres'
import { idOf, sqlId } from './ids.ts'

/** Products, offers and links of a large shop: no shop has a million. */
export const SOLD = 1_000
const EXPORTS = 200

interface Seeded {
  rows: number
  platform: string
  account: string
  /** SQL: the time of row `i`. */
  at: string
  days: number
}

export async function seedBooks(sql: postgres.Sql, { rows, platform, account, at, days }: Seeded): Promise<void> {
  const many = `generate_series(1, ${rows}) i`
  const few = (count: number) => `generate_series(1, ${count}) i`
  const day = `'2026-01-01'::timestamptz + i * interval '1 day'`
  const name = `CASE WHEN i % 500 = 7 THEN 'Zuleide ' ELSE 'Curso ' END || i`
  const isOn = 'i % 50 <> 3'
  await sql.unsafe(`
    INSERT INTO disputes (id, platform_id, provider, provider_account_id, charge_id, transaction_id, kind, state, amount, currency, opened_at, due_at, closed_at)
    SELECT ${sqlId('dispute')}, '${platform}', 'ASAAS', '${account}', ${sqlId('charge')}, 'tx-' || i, CASE WHEN i % 10 < 7 THEN 'MED' ELSE 'CHARGEBACK' END,
      state, 1000, 'BRL', ${at}, CASE WHEN i % 2 = 0 THEN ${at} + interval '7 days' END, CASE WHEN state <> 'OPEN' THEN ${at} + interval '9 days' END
    FROM ${many}, LATERAL (SELECT CASE WHEN i % 1000 = 1 THEN 'OPEN' WHEN i % 3 = 0 THEN 'WON' ELSE 'LOST' END AS state) ended`)
  await sql.unsafe(`
    INSERT INTO reconciliation_items (id, platform_id, provider, provider_account_id, kind, state, charge_id, transaction_id, found_at)
    SELECT ${sqlId('item')}, '${platform}', 'ASAAS', '${account}', CASE WHEN i % 50000 = 7 THEN 'amount' WHEN i % 4 = 0 THEN 'missingThere' ELSE 'missingHere' END,
      CASE WHEN i % 1000 = 1 THEN 'open' WHEN i % 100 = 3 THEN 'resolvedByHand' ELSE 'resolvedAutomatically' END, ${sqlId('charge')}, 'tx-' || i, ${at} FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO statements (id, platform_id, provider_account_id, name, rows, ignored, matched, items, amount, fees, imported_by, created_at)
    SELECT gen_random_uuid(), '${platform}', '${account}', i || '.csv', 100, 0, 99, 1, 100000, 0, 'ana@example.com', ${day} FROM ${few(days)}`)
  await sql.unsafe(`
    INSERT INTO reconciliation_summaries (id, platform_id, day, found, resolved, open, amounts, accounts, created_at)
    SELECT gen_random_uuid(), '${platform}', (${day})::date::text, 3, 2, 1, '[]', '[]', ${day} FROM ${few(days)}`)
  await sql.unsafe(`
    INSERT INTO audit_log (id, platform_id, at, actor, action, target)
    SELECT gen_random_uuid(), '${platform}', ${at}, CASE WHEN i % 50000 = 7 THEN 'zuleide@example.com' ELSE 'ana@example.com' END,
      CASE WHEN i % 10 < 6 THEN 'sign-in' ELSE 'export.create' END, 'export/' || i FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO cards (id, platform_id, provider_account_id, provider, sealed_token, brand, last_digits, expires_at, created_at)
    SELECT gen_random_uuid(), '${platform}', '${account}', 'ASAAS', 'x', 'visa', '1111', ${at} + interval '5 years', ${at} FROM ${many}`)
  await sql.unsafe(`
    INSERT INTO products (id, platform_id, name, created_by_user, created_at)
    SELECT ${sqlId('product')}, '${platform}', ${name}, 'ana@example.com', ${day} FROM ${few(SOLD)}`)
  await sql.unsafe(`
    INSERT INTO offers (id, platform_id, product_id, name, price, payment_methods, enabled, slug, created_by_user, created_at)
    SELECT ${sqlId('offer')}, '${platform}', ${sqlId('product', 'i % 100 + 1')}, ${name}, 1000, '{PIX}', ${isOn}, 'offer-' || i, 'ana@example.com', ${day} FROM ${few(SOLD)}`)
  await sql.unsafe(`
    INSERT INTO payment_links (id, platform_id, offer_id, title, enabled, expires_at, max_uses, uses, slug, created_by_user, created_at)
    SELECT ${sqlId('link')}, '${platform}', ${sqlId('offer')}, ${name}, ${isOn}, CASE WHEN i % 50 = 5 THEN ${day} + interval '1 hour' END,
      CASE WHEN i % 50 = 8 THEN 1 END, CASE WHEN i % 50 = 8 THEN 1 ELSE 0 END, 'link-' || i, 'ana@example.com', ${day} FROM ${few(SOLD)}`)
  await sql.unsafe(`
    INSERT INTO list_exports (id, platform_id, resource, filters, language, state, folder, created_by, start_at, created_at, finished_at, expires_at)
    SELECT gen_random_uuid(), '${platform}', 'charges', '{}', 'en', 'READY', i::text, 'ana@example.com', ${day}, ${day}, ${day}, '2999-01-01' FROM ${few(EXPORTS)}`)
  await sql`
    INSERT INTO webhook_endpoints (id, platform_id, url, events, sealed_secret)
    VALUES (${idOf('endpoint', 1)}, ${platform}, 'https://shop.example/hooks', '{*}', '')`
}
