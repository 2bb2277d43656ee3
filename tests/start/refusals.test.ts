/** What must not start says why, in words, and leaves nothing behind. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../../scripts/support/processes.ts'
import { ROOT } from '../../scripts/support/root.ts'
import { allGone, recordedProcesses, runCommand } from '../support/command.ts'
import { temporaryDirectory } from '../support/temporary.ts'

/** Each of two dozen processes finds hundreds of modules before it refuses: where they are is not what is asked here. */
const FOUND_ONCE = { NODE_OPTIONS: `--import=${join(ROOT, 'tests/support/found-once.ts')}` }

const run = (program: string, env: NodeJS.ProcessEnv) =>
  runCommand(process.execPath, [program], { ...FOUND_ONCE, ...env })
const start = (env: NodeJS.ProcessEnv) => run('scripts/start.ts', env)

test.each([
  ['a PORT that is none', { PORT: 'abc' }, 'PORT is not a port: abc'],
  ['production, where demo people and fake providers have no place', { NODE_ENV: 'production' }, 'NODE_ENV=production'],
  ['a Temporal program that is none', { PORT: '0', TEMPORAL_CLI_PATH: '/nowhere' }, 'TEMPORAL_CLI_PATH is /nowhere'],
])('npm start refuses %s', async (_what, env, message) => {
  const dataDir = temporaryDirectory()
  const command = start({ ...env, TRILHO_DATA_DIR: dataDir })
  expect(await command.exit).toBe(1)
  expect(command.output()).toContain(message)
  await allGone(recordedProcesses(dataDir))
})

test('npm start refuses a taken port and tells how to choose another', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const command = start({ PORT: String(port), TRILHO_DATA_DIR: temporaryDirectory() })
  expect(await command.exit).toBe(1)
  expect(command.output()).toContain(`Port ${port} is taken`)
})

test('a second npm start is told that Trilho runs already, not that some program has the port', async () => {
  const dataDir = temporaryDirectory()
  const server = createServer().listen(0, '127.0.0.1')
  const running = await startProcess({ name: 'running', command: 'sleep', args: ['600'] })
  onTestFinished(async () => {
    server.close()
    await running.kill()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const supervisor = { pid: running.pid, command: 'sleep 600' }
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify({ supervisor, children: [] }))
  const command = start({ PORT: String((server.address() as { port: number }).port), TRILHO_DATA_DIR: dataDir })
  expect(await command.exit).toBe(1)
  expect(command.output()).toContain(`Trilho is already running on ${dataDir} (process ${running.pid})`)
})

test('data of another PostgreSQL version is left alone', async () => {
  const dataDir = temporaryDirectory()
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 })
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '13\n')
  const command = start({ PORT: '0', TRILHO_DATA_DIR: dataDir })
  expect(await command.exit).toBe(1)
  expect(command.output()).toContain('holds data of PostgreSQL 13')
  await allGone(recordedProcesses(dataDir))
})

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://user@127.0.0.1:1/none',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  PUBLIC_URL: 'https://pay.example.com',
  TRILHO_MASTER_KEY: randomBytes(32).toString('base64'),
}
const REPEATED_KEY = Buffer.alloc(32, 9).toString('base64')
const WELL_KNOWN_KEY = Buffer.from('trilho-local-development-key-000').toString('base64')

test.each(['api/server.ts', 'worker/main.ts'])('%s refuses unsafe settings in production', async (entry) => {
  const cases = [
    [{ TRILHO_MASTER_KEY: '' }, 'TRILHO_MASTER_KEY must be 32 bytes'],
    [{ TRILHO_MASTER_KEY: WELL_KNOWN_KEY }, 'TRILHO_MASTER_KEY is the well-known development key'],
    [{ TRILHO_MASTER_KEY: REPEATED_KEY }, 'TRILHO_MASTER_KEY is not random'],
    [
      { TRILHO_READABLE_MASTER_KEYS: WELL_KNOWN_KEY },
      'A key of TRILHO_READABLE_MASTER_KEYS is the well-known development key',
    ],
    [{ TRILHO_READABLE_MASTER_KEYS: REPEATED_KEY }, 'A key of TRILHO_READABLE_MASTER_KEYS is not random'],
    [{ SANDBOX_URL: 'http://127.0.0.1:4000' }, 'SANDBOX_URL is set'],
    [{ PUBLIC_URL: 'http://pay.example.com' }, 'PUBLIC_URL must be an https address'],
  ] as const
  const results = await Promise.all(
    cases.map(async ([env, message]) => {
      const command = run(entry, { ...PRODUCTION, ...env })
      return { code: await command.exit, said: command.output().includes(message) }
    }),
  )
  expect(results).toEqual(cases.map(() => ({ code: 1, said: true })))
})

test('the fake providers refuse production', async () => {
  const command = run('sandbox/main.ts', { NODE_ENV: 'production' })
  expect(await command.exit).toBe(1)
})
