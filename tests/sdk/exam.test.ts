/** The exam of a seller's system: a good one passes it, and each bad one fails the question about what is bad. */
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/support/root.ts'
import { exam } from '../../sdk/cli/exam.ts'
import { runCommand } from '../support/command.ts'
import { type Flaw, startExaminedShop } from '../support/examined-shop.ts'

const KEY = Buffer.from('e'.repeat(32))
const SECRET = `whsec_${KEY.toString('base64')}`

const servers: { close(): void }[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

async function startShop(flaw?: Flaw) {
  const shop = await startExaminedShop(SECRET, flaw)
  servers.push(shop)
  return shop
}

async function take({ url, stateUrl }: { url: string; stateUrl?: string }, secret = SECRET) {
  const lines: string[] = []
  const isPassed = await exam({ url, secret, stateUrl, print: (line) => lines.push(line) })
  return { isPassed, lines, failed: lines.filter((line) => line.startsWith('failed')) }
}

test.concurrent('a good system passes every question', async () => {
  const shop = await startShop()
  const { isPassed, lines } = await take(shop)
  expect(lines.at(-1)).toBe('7 of 7 passed')
  expect(isPassed).toBe(true)
  expect(shop.arrived.length).toBeGreaterThan(0)
  expect(shop.arrived.filter(({ test }) => test !== true)).toEqual([])
})

test.concurrent.each([
  ['counts repeats', 'the same event twice: it took the charge as paid 2 times'],
  ['breaks at repeats', 'the same event twice: it answered 500 to charge.approved, not 2xx'],
  ['last one wins', 'approved before created: the charge ended as PENDING, not APPROVED'],
  ['expired stays expired', 'money after the charge expired: the charge ended as REJECTED, not APPROVED'],
  ['refuses unknown types', 'an event of a type to come: it answered 422'],
  ['breaks at forgeries', 'an event signed with another secret: it answered 500 to charge.approved, not 4xx'],
  ['believes every signature', 'an event signed with another secret: it answered 200 to charge.approved, not 4xx'],
  ['has no clock', 'an event that is ten minutes old: it answered 200 to charge.approved, not 4xx'],
] as const)('a system that %s fails exactly that', async (flaw, complaint) => {
  const { isPassed, failed } = await take(await startShop(flaw))
  expect(failed).toEqual([expect.stringContaining(complaint)])
  expect(isPassed).toBe(false)
})

test.concurrent('without a state address the answers alone are graded, and it says so', async () => {
  const { url } = await startShop('last one wins')
  const { isPassed, lines } = await take({ url })
  expect(isPassed).toBe(true)
  expect(lines.at(-1)).toContain('only answers were graded')
})

test.concurrent('a system that is not there passes nothing', async () => {
  const { isPassed, failed } = await take({ url: 'http://127.0.0.1:1/hooks' })
  expect(failed).toEqual(Array.from({ length: 7 }, () => expect.stringContaining('it gave no answer (')))
  expect(isPassed).toBe(false)
})

test.concurrent.each([
  ['an address elsewhere', { url: 'https://shop.example/hooks' }, SECRET],
  ['an address that only begins like this machine', { url: 'http://localhost.shop.example/' }, SECRET],
  ['a name before another host', { url: 'http://127.0.0.1:80@shop.example/' }, SECRET],
  ['a state address elsewhere', { url: 'http://localhost:1/', stateUrl: 'https://shop.example/{id}' }, SECRET],
  ['a state address without the charge', { url: 'http://localhost:1/', stateUrl: 'http://localhost:1/x' }, SECRET],
  ['no secret', { url: 'http://localhost:1/' }, ''],
  ['a secret of nothing', { url: 'http://localhost:1/' }, 'whsec_'],
  ['a secret that is no Base64', { url: 'http://localhost:1/' }, 'whsec_abcde'],
])('it refuses %s', async (_, addresses, secret) => {
  await expect(take(addresses, secret)).rejects.toThrow(/address of this machine|--secret/)
})

test.concurrent.each([
  ['a good system', undefined, 0, '7 of 7 passed'],
  ['one that believes every signature', 'believes every signature', 1, '6 of 7 passed'],
] as const)('the command line examines %s without an API key', async (_, flaw, exit, says) => {
  const { url, stateUrl } = await startShop(flaw)
  const main = join(ROOT, 'sdk/cli/main.ts')
  const command = runCommand(process.execPath, [main, 'exam', url, '--state-url', stateUrl], {
    TRILHO_WEBHOOK_SECRET: SECRET,
  })
  expect(await command.exit, command.output()).toBe(exit)
  expect(command.output()).toContain(says)
})
