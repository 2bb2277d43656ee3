/** An administrator who runs Trilho by its Compose file, or by docs/settings.md alone, can set all that it reads. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../config/env.ts'
import { ROOT } from '../../scripts/support/root.ts'

/** OpenTelemetry's library reads them itself. */
const LIBRARIES = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG']

/** What the Compose file settles by itself. */
const SETTLED: Record<string, string> = {
  NODE_ENV: 'It is production.',
  DATABASE_URL: 'Its own PostgreSQL.',
  TEMPORAL_ADDRESS: 'Its own Temporal.',
  HOST: 'All addresses of the container.',
  PORT: 'The port that it publishes.',
}

const ITS_OWN_TEMPORAL = 'Its own Temporal is spoken to in clear, within its network.'
/** What it does not know at all. */
const LEFT_OUT: Record<string, string> = {
  SANDBOX_URL: 'Production refuses it.',
  TRILHO_DATA_DIR: 'The image sets it.',
  TEMPORAL_API_KEY: ITS_OWN_TEMPORAL,
  TEMPORAL_TLS: ITS_OWN_TEMPORAL,
  TEMPORAL_TLS_CLIENT_CERT_DATA: ITS_OWN_TEMPORAL,
  TEMPORAL_TLS_CLIENT_CERT_PATH: ITS_OWN_TEMPORAL,
  TEMPORAL_TLS_CLIENT_KEY_DATA: ITS_OWN_TEMPORAL,
  TEMPORAL_TLS_CLIENT_KEY_PATH: ITS_OWN_TEMPORAL,
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: ITS_OWN_TEMPORAL,
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: ITS_OWN_TEMPORAL,
  TEMPORAL_TLS_SERVER_NAME: ITS_OWN_TEMPORAL,
}

/** Every variable that is looked at, with files on the disk and in a bucket. */
function settingNames(): string[] {
  const seen = new Set(LIBRARIES)
  for (const bucket of [{}, { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'b' }]) {
    const environment = {
      DATABASE_URL: 'postgres://127.0.0.1/x',
      TEMPORAL_ADDRESS: '127.0.0.1:7233',
      ...bucket,
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 's',
    }
    const watched = new Proxy<NodeJS.ProcessEnv>(environment, {
      get: (target, name) => {
        seen.add(String(name))
        return target[String(name)]
      },
    })
    readSettings(watched)
  }
  return [...seen].sort()
}

const NAMES = settingNames()
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const compose = parse(text('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { environment?: Record<string, string> }>
}
const passed = { ...compose.services.worker?.environment, ...compose.services.api?.environment }
/** Names in the first column of the table. */
const explained = text('docs/settings.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => line.split(' | ')[0]?.match(/[A-Z][A-Z0-9_]+/g) ?? [])

test('what is read is known', () => {
  expect(NAMES).toEqual(expect.arrayContaining(['SELLER_EVENT_DAYS', 'S3_BUCKET', 'TEMPORAL_TLS_CLIENT_KEY_PATH']))
  expect(NAMES.length).toBeGreaterThan(35)
  expect(new Set(explained).size).toBe(explained.length)
})

test('nothing is excused that is not read, or that is passed on', () => {
  expect([...Object.keys(SETTLED), ...Object.keys(LEFT_OUT)].filter((name) => !NAMES.includes(name))).toEqual([])
  expect(Object.keys(LEFT_OUT).filter((name) => name in passed)).toEqual([])
})

test.each(NAMES)('%s', (name) => {
  // A certificate is given by its file or by itself: the table has one row for both.
  expect(explained).toContain(name.replace(/_DATA$/, '_PATH'))
  if (name in LEFT_OUT) return
  expect(Object.keys(passed)).toContain(name)
  if (!(name in SETTLED)) expect(passed[name]).toContain(`\${${name}:`)
})

test('a variable that is left empty is one that is not set', () => {
  const needed = { DATABASE_URL: 'postgres://127.0.0.1/x', TEMPORAL_ADDRESS: '127.0.0.1:7233' }
  const empty = { ...Object.fromEntries(NAMES.map((name) => [name, ''])), ...needed }
  expect(readSettings(empty)).toEqual(readSettings(needed))
  expect(() => readSettings({ ...needed, DATABASE_URL: '' })).toThrow('DATABASE_URL is not set')
})

test('outside production what `npm start` keeps in the data directory is taken where a variable is not set', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trilho-kept-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const key = randomBytes(32)
  writeFileSync(join(dataDir, 'master.key'), `${key.toString('base64')}\n`)
  writeFileSync(join(dataDir, 'admin.key'), 'trilho_local_kept\n')
  const needed = {
    DATABASE_URL: 'postgres://127.0.0.1/x',
    TEMPORAL_ADDRESS: '127.0.0.1:7233',
    TRILHO_DATA_DIR: dataDir,
  }
  expect(readSettings(needed)).toMatchObject({ masterKey: [key], adminApiKey: 'trilho_local_kept' })
  const own = { TRILHO_MASTER_KEY: randomBytes(32).toString('base64'), TRILHO_ADMIN_API_KEY: 'own' }
  expect(readSettings({ ...needed, ...own })).toMatchObject({
    masterKey: [Buffer.from(own.TRILHO_MASTER_KEY, 'base64')],
    adminApiKey: 'own',
  })
  const production = { ...needed, NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example' }
  expect(() => readSettings(production)).toThrow('TRILHO_MASTER_KEY must be 32 bytes')
  expect(readSettings({ ...production, TRILHO_MASTER_KEY: own.TRILHO_MASTER_KEY }).adminApiKey).toBeUndefined()
})

test.each(['TRILHO_ADMIN_API_KEY', 'METRICS_TOKEN'])(
  '%s can be guessed when it is short: production refuses it',
  (name) => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://127.0.0.1/x',
      TEMPORAL_ADDRESS: '127.0.0.1:7233',
      PUBLIC_URL: 'https://pay.example',
      TRILHO_MASTER_KEY: randomBytes(32).toString('base64'),
    }
    expect(() => readSettings({ ...production, [name]: 'x'.repeat(31) })).toThrow(`${name} must have at least 32`)
    expect(() => readSettings({ ...production, [name]: 'x'.repeat(32) })).not.toThrow()
  },
)
