/** The packed command line against the running product: what happens comes to a local address, and can be brought about. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOT_TRIGGERED, TRIGGERS } from '../../sdk/cli/trigger.ts'
import { SELLER_EVENTS, Trilho, verifyWebhook } from '../../sdk/index.ts'
import { installSdk } from '../sdk/packed.ts'
import { type Command, runCommand } from '../support/command.ts'
import { withoutOurSettings } from '../support/environment.ts'
import { type Link, openLink } from '../support/link.ts'
import type { TestProduct } from '../support/product.ts'
import { startProductHere } from '../support/product-here.ts'
import { REFUSES, type SellerSystem, startSellerSystem } from '../support/seller-system.ts'

const run = promisify(execFile)
/** Each event is one command after the other. */
const LONG_MS = 900_000
const SECRET = `whsec_${Buffer.from('s'.repeat(32)).toString('base64')}`

let product: TestProduct
let directory: string
let main: string
let system: SellerSystem
let link: Link
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trilho-cli-'))
  main = join(await installSdk(directory), 'node_modules/.bin/trilho')
  product = await startProductHere()
  link = await openLink({ host: '127.0.0.1', port: Number(new URL(product.addresses.app).port) })
})
afterAll(async () => {
  await link?.close()
  await product?.close()
  rmSync(directory, { recursive: true, force: true })
})
beforeEach(async () => {
  system = await startSellerSystem()
})
afterEach(() => system.close())

const here = () => ({ TRILHO_API_KEY: product.adminApiKey, TRILHO_URL: product.addresses.app })

async function startListening(...args: string[]): Promise<Command> {
  const env = { ...here(), TRILHO_URL: `http://127.0.0.1:${link.port}` }
  const listening = runCommand(process.execPath, [main, 'listen', '--forward-to', system.url, ...args], env)
  await listening.says('Forwarding to')
  return listening
}

/** @returns what it printed: the id of what was made. */
async function trigger(event: string, env: NodeJS.ProcessEnv = here()): Promise<string> {
  const command = runCommand(process.execPath, [main, 'trigger', event], env)
  expect(await command.exit, `${command.output()}\n${product.output()}`).toBe(0)
  return command.output().trim()
}

async function stop(listening: Command): Promise<void> {
  listening.ctrlC()
  expect(await listening.exit, listening.output()).toBe(0)
  expect(listening.output()).not.toContain(product.adminApiKey)
  expect((await product.call<{ data: unknown[] }>('GET', '/v1/webhook-endpoints')).body.data).toEqual([])
}

const told = () => system.arrived.map(({ body }) => body.type)

test(
  'what is triggered happens, is told signed, and is printed with the answer',
  async () => {
    const listening = await startListening('--secret', SECRET)
    const TOLD = {
      'charge.created': ['charge.created'],
      'charge.approved': ['charge.created', 'charge.approved'],
      'charge.rejected': ['charge.created', 'charge.rejected'],
      'charge.partially_refunded': ['refund.pending', 'refund.approved', 'charge.partially_refunded'],
      'charge.refunded': ['refund.pending', 'refund.approved', 'charge.refunded'],
      'refund.pending': ['refund.pending'],
      'refund.approved': ['refund.approved'],
      'charge.chargeback': ['charge.chargeback', 'dispute.opened'],
      'dispute.opened': ['dispute.opened'],
      'withdrawal.canceled': ['withdrawal.canceled'],
      'refund.rejected': ['refund.pending', 'refund.rejected'],
      'receiver.active': ['receiver.active'],
      'receiver.rejected': ['receiver.rejected'],
      'dispute.won': ['dispute.won'],
      'dispute.lost': ['dispute.lost'],
      'withdrawal.pending': ['withdrawal.pending'],
      'withdrawal.approved': ['withdrawal.approved'],
      'withdrawal.rejected': ['withdrawal.rejected'],
    }
    expect(Object.keys(TOLD).sort()).toEqual([...TRIGGERS].sort())
    for (const [event, wanted] of Object.entries(TOLD)) {
      system.arrived.length = 0
      const id = await trigger(event)
      // What an earlier one still says may come in between, of the same type.
      const toldOfIt = () => (JSON.stringify(system.arrived).includes(id) ? told() : [])
      await expect
        .poll(toldOfIt, { message: `${event}\n${listening.output()}` })
        .toEqual(expect.arrayContaining(wanted))
      for (const { headers, raw, body } of system.arrived) {
        expect(await verifyWebhook(headers, raw, SECRET)).toEqual(body)
        expect(headers['webhook-id']).toBe(body.id)
        await listening.says(`${body.type} ${body.id} -> 204\n`)
      }
    }
    await stop(listening)
  },
  LONG_MS,
)

/** The API as it is on real servers: the fake providers are reached only through it. */
async function startRealServer(): Promise<{ url: string; refused: string[]; close(): void }> {
  const refused: string[] = []
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '' } = request
    if (url.startsWith('/v1/playground/')) {
      refused.push(url)
      return response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"code":"not_found"}')
    }
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = pieces.length > 0 ? { body: Buffer.concat(pieces) } : {}
    const { authorization = '', 'content-type': type, 'idempotency-key': key } = request.headers
    const headers = {
      authorization,
      ...(type ? { 'content-type': type } : {}),
      ...(key ? { 'idempotency-key': String(key) } : {}),
    }
    const answer = await fetch(product.addresses.app + url, { method, headers, ...body })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    return response.end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, refused, close: () => void server.close() }
}

test(
  'with a test key each event is triggered on a server that has test providers alone',
  async () => {
    const made = await product.call<{ key: string }>('POST', '/v1/api-keys', {
      name: 'cli',
      role: 'admin',
      mode: 'test',
    })
    const server = await startRealServer()
    try {
      const test = { TRILHO_API_KEY: made.body.key, TRILHO_URL: server.url }
      const trilho = new Trilho({ apiKey: made.body.key, baseUrl: server.url })
      const endpoint = await trilho.webhookEndpoints.create({ url: 'trilho:kept', events: ['*'] })
      const deliveries = async () => (await trilho.webhookDeliveries.list({ endpointId: endpoint.id, limit: 100 })).data
      for (const event of TRIGGERS) {
        const before = new Set((await deliveries()).map(({ id }) => id))
        expect(await trigger(event, test)).toMatch(/^[0-9a-f-]{36}$/)
        const told = async () =>
          (await deliveries()).filter(({ id }) => !before.has(id)).map(({ eventType }) => eventType)
        await expect.poll(told, { message: event }).toContain(event)
      }
      expect(server.refused).toEqual([])

      const live = runCommand(process.execPath, [main, 'trigger', 'charge.created'], {
        ...here(),
        TRILHO_URL: server.url,
      })
      expect(await live.exit).toBe(2)
      expect(live.output()).toContain('With a test key (trk_test_...) it works on any server')
    } finally {
      server.close()
    }
  },
  LONG_MS,
)

test('a secret that signs nothing is refused before an endpoint is made', async () => {
  const asked = ['listen', '--forward-to', system.url, '--secret', 'not Base64!']
  const command = runCommand(process.execPath, [main, ...asked], here())
  expect(await command.exit, command.output()).toBe(2)
  expect((await product.call<{ data: unknown[] }>('GET', '/v1/webhook-endpoints')).body.data).toEqual([])
})

test('with the secret that is printed, of the events that were asked for', async () => {
  const listening = await startListening('--events', 'charge.approved,refund.approved')
  system.answerWith(REFUSES)
  await trigger('charge.refunded')
  await expect.poll(told).toEqual(['charge.approved', 'refund.approved'])
  await listening.says(/refund\.approved \S+ -> 500\n/)
  const [, secret = ''] = /secret of these messages is (\S+)/.exec(listening.output()) ?? []
  for (const { headers, raw, body } of system.arrived) expect(await verifyWebhook(headers, raw, secret)).toEqual(body)
  await stop(listening)
})

test('each event is triggered, or says why it cannot be', async () => {
  expect(Object.keys({ ...NOT_TRIGGERED, ...Object.fromEntries(TRIGGERS.map((name) => [name, true])) }).sort()).toEqual(
    [...SELLER_EVENTS].sort(),
  )
  const help = await run(process.execPath, [main, '--help'])
  for (const [event, reason] of Object.entries(NOT_TRIGGERED)) {
    expect(help.stdout).toContain(`${event}, ${reason}`)
    const command = runCommand(process.execPath, [main, 'trigger', event], here())
    expect(await command.exit).not.toBe(0)
    expect(command.output()).toContain(`${event} cannot be triggered: ${reason}`)
  }
})

test('a withdrawal that awaits an approval is pending, and says what to do instead of being paid', async () => {
  const [platform] = (await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')).body.data
  const approveAbove = (approvalAbove: number | null) =>
    product.call('PATCH', `/v1/platforms/${platform?.id}`, { approvalAbove })
  await approveAbove(0)
  try {
    expect(await trigger('withdrawal.pending')).toMatch(/^[0-9a-f-]{36}$/)
    for (const event of ['withdrawal.approved', 'withdrawal.rejected', 'withdrawal.canceled']) {
      const command = runCommand(process.execPath, [main, 'trigger', event], here())
      expect(await command.exit, command.output()).toBe(1)
      expect(command.output()).toMatch(/^Error: The withdrawal \S+ awaits a second operator's approval: set .+\n$/)
    }
  } finally {
    await approveAbove(null)
  }
})

test('nothing is lost, and nothing told twice, when the connection drops', async () => {
  const listening = await startListening('--events', 'charge.created')
  const first = await trigger('charge.created')
  await expect.poll(told).toEqual(['charge.created'])
  await link.cut()
  const meanwhile = [await trigger('charge.created'), await trigger('charge.created')]
  await listening.says('The API does not answer')
  await link.mend()
  await listening.says('The API is back')
  const last = await trigger('charge.created')
  const ids = () => system.arrived.map(({ body }) => body.data.id)
  await expect.poll(ids).toEqual([first, ...meanwhile, last])
  await stop(listening)
})

test('a key that is not taken, and a file for it', async () => {
  const file = join(directory, 'trilho.json')
  const ask = (key: string) =>
    writeFile(file, JSON.stringify({ apiKey: key, baseUrl: product.addresses.app })).then(() =>
      run(process.execPath, [main, 'trigger', 'charge.created', '--config', file], {
        env: withoutOurSettings(process.env),
      }),
    )
  expect((await ask(product.adminApiKey)).stdout).toMatch(/^[0-9a-f-]{36}\n$/)
  const wrong = 'trk_not_a_key_of_ours'
  const failure = await ask(wrong).catch((error: { code: number; stdout: string; stderr: string }) => error)
  expect(failure).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('401 unauthenticated') })
  expect(JSON.stringify(failure.stderr)).not.toContain(wrong)
})

test('a file that happens to be in the folder does not say where the key of the environment goes', async () => {
  const asked: string[] = []
  const stranger = createServer((request, response) => {
    asked.push(request.headers.authorization ?? '')
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const { port } = stranger.address() as AddressInfo
  const foreign = await mkdtemp(join(tmpdir(), 'trilho-foreign-'))
  await writeFile(join(foreign, 'trilho.json'), JSON.stringify({ baseUrl: `http://127.0.0.1:${port}` }))
  const env = { ...withoutOurSettings(process.env), TRILHO_API_KEY: 'trk_not_a_key_of_ours' }
  const trigger = [main, 'trigger', 'charge.created']
  await run(process.execPath, trigger, { env, cwd: foreign }).catch(() => undefined)
  expect(asked).toEqual([])
  // One that was named was chosen.
  await run(process.execPath, [...trigger, '--config', 'trilho.json'], { env, cwd: foreign }).catch(() => undefined)
  expect(asked).toContain('Bearer trk_not_a_key_of_ours')
  stranger.close()
})
