/** What a local installation remembers, and what it does after a crash. */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from '../../scripts/postgres.ts'
import { choosePorts, keptSecret, lockDataDirectory, newMasterKey } from '../../scripts/support/local-state.ts'
import { createAlone, oneAtATime, removeStale } from '../../scripts/support/lock.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { untilReady } from '../../scripts/support/probes.ts'
import { startProcess } from '../../scripts/support/processes.ts'
import { allGone, runCommand } from '../support/command.ts'
import { temporaryDirectory } from '../support/temporary.ts'

test('a secret is made once and only its owner may read it', () => {
  const dataDir = temporaryDirectory()
  const first = keptSecret(dataDir, 'master.key', newMasterKey)
  expect(Buffer.from(first, 'base64')).toHaveLength(32)
  expect(keptSecret(dataDir, 'master.key', newMasterKey)).toBe(first)
  expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600)
})

const ANY = { postgres: 0, temporal: 0, temporalUi: 0, sandbox: 0, sandboxTls: 0 }

test('a port is kept until another process has it, then replaced and remembered', async () => {
  const dataDir = temporaryDirectory()
  const wanted = await freePort()
  const chosen = await choosePorts(dataDir, { ...ANY, postgres: wanted })
  expect(chosen.postgres).toBe(wanted)
  expect(await choosePorts(dataDir)).toEqual(chosen)

  const squatter = createServer().listen(wanted, '127.0.0.1')
  onTestFinished(() => void squatter.close())
  await new Promise((resolve) => squatter.once('listening', resolve))
  const moved = await choosePorts(dataDir)
  expect(moved.postgres).not.toBe(wanted)
  squatter.close()
  expect((await choosePorts(dataDir)).postgres).toBe(moved.postgres)
})

test('no two of the ports are one, and none is of those that outgoing connections take', async () => {
  const chosen = Object.values(await choosePorts(temporaryDirectory(), ANY))
  expect(new Set(chosen).size).toBe(chosen.length)
  expect(chosen.filter((port) => port >= 32_768)).toEqual([])
})

test('a data directory has one product at a time', async () => {
  const dataDir = temporaryDirectory()
  const other = await startProcess({ name: 'other', command: 'sleep', args: ['60'] })
  onTestFinished(() => other.kill())
  const supervisor = { pid: other.pid, command: 'sleep 60' }
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify({ supervisor, children: [] }))
  await expect(lockDataDirectory(dataDir)).rejects.toThrow(`already running on ${dataDir}`)
  await other.kill()
  const lock = await lockDataDirectory(dataDir)
  lock.release()
  expect(existsSync(join(dataDir, 'run.json'))).toBe(false)
})

test('a data directory that others could read is closed to them, and so is what is written of a run', async () => {
  const dataDir = temporaryDirectory()
  chmodSync(dataDir, 0o755)
  const modeOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777
  const lock = await lockDataDirectory(dataDir)
  // PostgreSQL runs as another user below root's.
  expect([modeOf('.'), modeOf('run.json')]).toEqual([process.getuid?.() === 0 ? 0o711 : 0o700, 0o600])
  lock.record('itself', process.pid)
  expect(modeOf('run.json')).toBe(0o600)
  lock.release()
})

test('a process that is slow to answer is waited for while it runs, and not once it has ended', async () => {
  const child = await startProcess({ name: 'slow', command: 'sleep', args: ['600'] })
  onTestFinished(() => child.kill())
  const { now } = Date
  let asked = 0
  // An hour goes by with each question.
  vi.spyOn(Date, 'now').mockImplementation(() => now() + asked * 3_600_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await untilReady(child, 'Its answer', async () => {
    asked += 1
    return asked > 3
  })
  expect(child.running).toBe(true)
  const ends = untilReady(child, 'Its answer', async () => {
    await child.kill()
    return false
  })
  await expect(ends).rejects.toThrow('the slow process has ended')
})

test('a lock is made by one alone, and goes as stale only while it is the one that was looked at', () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'lock.json')
  expect([createAlone(path, 'first'), createAlone(path, 'second')]).toEqual([true, false])
  removeStale(path, 'second')
  expect(readFileSync(path, 'utf8')).toBe('first')
  removeStale(path, 'first')
  expect(createAlone(path, 'third')).toBe(true)
  expect(readdirSync(directory)).toEqual(['lock.json'])
})

test('what one process at a time may do waits for the process that does it, until that one ends or dies', async () => {
  const path = join(temporaryDirectory(), 'lock.json')
  const other = await startProcess({ name: 'other', command: 'sleep', args: ['60'] })
  onTestFinished(() => other.kill())
  writeFileSync(path, JSON.stringify({ pid: other.pid, command: 'sleep 60' }))
  const done: string[] = []
  const waits = Promise.withResolvers<void>()
  const work = oneAtATime(path, waits.resolve, async () => done.push('work'))
  await waits.promise
  expect(done).toEqual([])
  await other.kill()
  expect(await work).toBe(1)
  expect(existsSync(path)).toBe(false)
})

test('PostgreSQL keeps its data over a kill -9, even when its old process id belongs to another program', async () => {
  const dataDir = temporaryDirectory()
  const port = await freePort()
  const first = await startPostgres({ dataDir, port })
  await first.ensureDatabase('kept')
  const sql = postgres(first.url('kept'), { max: 1, onnotice: () => {} })
  await sql`CREATE TABLE facts (fact text)`
  await sql`INSERT INTO facts VALUES ('still here')`
  await first.process.kill()
  await sql.end({ timeout: 1 }).catch(() => {})
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'))

  const second = await startPostgres({ dataDir, port })
  const again = postgres(second.url('kept'), { max: 1 })
  expect(await again`SELECT fact FROM facts`).toMatchObject([{ fact: 'still here' }])
  await again.end()
  await second.process.stop()
})

test('children end when the one who started them is killed', async () => {
  const script = `
    import { startProcess } from './scripts/support/processes.ts'
    const polite = await startProcess({ name: 'polite', command: 'sleep', args: ['600'] })
    const deaf = await startProcess({
      name: 'deaf', command: 'sh', args: ['-c', 'trap "" TERM; echo deaf now; while :; do sleep 1; done'],
      graceMs: 1000, onLine: () => console.log('pids', polite.pid, deaf.pid),
    })
    setInterval(() => {}, 1000)`
  const command = runCommand(process.execPath, ['--input-type=module-typescript', '-e', script], {})
  await command.says(/pids \d+ \d+\n/)
  const pids = /pids (\d+) (\d+)/.exec(command.output())?.slice(1).map(Number) ?? []
  process.kill(command.pid, 'SIGKILL')
  await allGone(pids.map((pid) => ({ name: 'child', pid })))
})
