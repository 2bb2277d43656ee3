/** The ledger's tables. SQLite needs no server and survives a restart; durability against power loss is not asked of a fake. */
import { DatabaseSync } from 'node:sqlite'

const TABLES = `
  create table if not exists transactions (
    provider text not null, id text not null, reference text not null, amount integer not null, stage text not null,
    status text not null, pix_code text not null, created_at integer not null, updated_at integer not null,
    expires_at integer not null, paid_at integer, end_to_end_id text, webhook_url text, request text not null,
    primary key (provider, id)
  ) without rowid;
  create index if not exists transactions_by_reference on transactions (provider, reference);
  create index if not exists transactions_by_time on transactions (created_at);

  create table if not exists money_requests (
    provider text not null, reference text not null, count integer not null, committed integer not null,
    primary key (provider, reference)
  ) without rowid;

  create table if not exists records (
    provider text not null, kind text not null, key text not null, value text not null,
    primary key (provider, kind, key)
  ) without rowid;

  create table if not exists webhook_addresses (provider text primary key, url text not null) without rowid;

  create table if not exists deliveries (
    id integer primary key, provider text not null, transaction_id text not null, url text not null, body text not null,
    state text not null, attempts integer not null, last_answer text, created_at integer not null
  );
  create index if not exists deliveries_waiting on deliveries (id) where state = 'waiting';
`

/** Each brings a ledger one version further; `pragma user_version` says how far it has come. */
const MIGRATIONS = [
  TABLES,
  `alter table transactions add column method text not null default 'PIX';
   alter table transactions add column refunded integer not null default 0;

   create table withdrawals (
     provider text not null, id text not null, reference text not null, amount integer not null, stage text not null,
     status text not null, created_at integer not null, updated_at integer not null, request text not null,
     primary key (provider, id)
   ) without rowid;
   create index withdrawals_by_reference on withdrawals (provider, reference);
   create index withdrawals_by_time on withdrawals (created_at);`,
  'alter table deliveries add column attempted_at integer',
  `alter table withdrawals add column destination text not null default '{}'`,
]

export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma busy_timeout = 5000')
  const version = Number(database.prepare('pragma user_version').get()?.user_version ?? 0)
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration)
  database.exec(`pragma user_version = ${MIGRATIONS.length}`)
  return database
}
