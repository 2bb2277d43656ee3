/** `npm start` from a person's chair: once, again, with Ctrl-C, and after a crash. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { providers } from '../../providers/index.ts'
import { isListening } from '../../scripts/support/ports.ts'
import { waitFor } from '../../scripts/support/wait.ts'
import { allGone, type Command, recordedProcesses, runCommand } from '../support/command.ts'
import { withJson } from '../support/json.ts'
import { temporaryDirectory } from '../support/temporary.ts'

const READY = 'Trilho is ready'

interface Running {
  command: Command
  app: string
  key: string
}

async function npmStart(dataDir: string): Promise<Running> {
  const command = runCommand('npm', ['start'], { TRILHO_DATA_DIR: dataDir, PORT: '0' })
  await command.says(READY)
  await command.says(/Admin API key +\S+\n/)
  const find = (pattern: RegExp) => pattern.exec(command.output())?.[1] ?? ''
  return { command, app: find(/App +(\S+)/), key: find(/Admin API key +(\S+)/) }
}

async function ask(running: Running, path: string, body?: object): Promise<{ status: number; body: { id: string } }> {
  const json = withJson(body)
  const answer = await fetch(running.app + path, {
    method: body ? 'POST' : 'GET',
    ...json,
    headers: { authorization: `Bearer ${running.key}`, ...json.headers },
  })
  return { status: answer.status, body: (await answer.json()) as { id: string } }
}

const CHARGE = {
  amount: 1990,
  paymentMethod: 'PIX',
  items: [{ title: 'Caneca', unitPrice: 1990, quantity: 1, tangible: true }],
  customer: { name: 'Bia Compradora', email: 'bia@example.com', document: '52998224725', phone: '11987654321' },
}

test('starts, stops on Ctrl-C with nothing left, starts again with the data, and recovers from a kill -9', async () => {
  const dataDir = temporaryDirectory()

  const first = await npmStart(dataDir)
  const processes = recordedProcesses(dataDir)
  for (const file of ['run.json', 'temporal.db']) expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
  expect(processes.map(({ name }) => name).sort()).toEqual(['api', 'postgres', 'sandbox', 'temporal', 'worker'])
  // While Temporal, which has just begun, is slow, it is refused and leaves nothing.
  const taken = () => ask(first, '/v1/charges', CHARGE).then((answer) => (answer.status === 503 ? undefined : answer))
  const created = await waitFor(taken, { what: 'An answer to the charge', timeoutMs: 120_000 })
  expect([201, 202]).toContain(created.status)
  first.command.ctrlC()
  expect(await first.command.exit).toBe(0)
  await allGone(processes)
  expect(await isListening(Number(new URL(first.app).port))).toBe(false)

  const second = await npmStart(dataDir)
  const found = await ask(second, `/v1/charges/${created.body.id}`)
  expect(found.body).toMatchObject({ id: created.body.id, status: 'PENDING' })
  expect(second.key).toBe(first.key)
  const accounts = (await ask(second, '/v1/provider-accounts?limit=100')).body as unknown as {
    data: { provider: string }[]
  }
  const able = Object.values(providers).filter(({ capabilities }) => capabilities.operations.length > 0)
  expect(accounts.data.map(({ provider }) => provider).sort()).toEqual(able.map(({ code }) => code).sort())
  const children = recordedProcesses(dataDir)
  // npm, its shell and our supervisor at once, as an out-of-memory killer or a closed machine does it.
  process.kill(-second.command.pid, 'SIGKILL')
  await allGone(children)

  const third = await npmStart(dataDir)
  expect((await ask(third, `/v1/charges/${created.body.id}`)).status).toBe(200)
  const last = recordedProcesses(dataDir)
  // What a process manager does: npm alone is told to end.
  process.kill(third.command.pid, 'SIGTERM')
  await allGone(last)
}, 600_000)

test('a part that dies comes back by itself', async () => {
  const dataDir = temporaryDirectory()
  const running = await npmStart(dataDir)
  const api = recordedProcesses(dataDir).find(({ name }) => name === 'api')
  process.kill(api?.pid ?? 0, 'SIGKILL')
  await running.command.says(/api ended .*; starting it again/)
  await waitFor(async () => (await fetch(`${running.app}/health/ready`)).ok, {
    what: 'The API being back',
    timeoutMs: 240_000,
  })
  // A newcomer reads the log, in a terminal or not.
  expect(running.command.output()).not.toMatch(/\| \{"level"/)
  const processes = recordedProcesses(dataDir)
  // Twice, as an impatient person does it.
  running.command.ctrlC()
  await running.command.says('Stopping.')
  running.command.ctrlC()
  await running.command.exit
  await allGone(processes)
})

test('Ctrl-C while it is still coming up leaves nothing either', async () => {
  const dataDir = temporaryDirectory()
  const command = runCommand('npm', ['start'], { TRILHO_DATA_DIR: dataDir, PORT: '0' })
  await command.says('Temporal: on port')
  const processes = recordedProcesses(dataDir)
  command.ctrlC()
  await command.exit
  await allGone([...processes, ...recordedProcesses(dataDir)])
  expect(command.output()).not.toContain(READY)
})
