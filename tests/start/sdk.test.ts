/** The programs in the SDK's README, as they are printed, with the packed SDK against the running product. */
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/support/ports.ts'
import { ROOT } from '../../scripts/support/root.ts'
import { complaintsAbout, installSdk, programIn } from '../sdk/packed.ts'
import { runCommand } from '../support/command.ts'
import { startProduct, type TestProduct } from '../support/product.ts'

let product: TestProduct
let directory: string
let program: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trilho-sdk-'))
  program = await installSdk(directory)
  product = await startProduct()
})
afterAll(async () => {
  await product?.close()
  rmSync(directory, { recursive: true, force: true })
})

interface Charge {
  id: string
  provider: string
  transactionId: string
  pixCode: string
}

test('the quickstart charges, lists and is refused; the receiver hears of the payment', async () => {
  const readme = await readFile(join(ROOT, 'sdk/README.md'), 'utf8')
  const names = ['quickstart.ts', 'webhooks.ts'] as const
  for (const name of names) await writeFile(join(program, name), programIn(readme, name))
  expect(await complaintsAbout(program, names)).toBe('')

  const port = await freePort()
  const endpoint = { url: `http://127.0.0.1:${port}/`, events: ['*'] }
  const made = await product.call<{ secret: string }>('POST', '/v1/webhook-endpoints', endpoint)
  const receiver = runCommand(process.execPath, [join(program, 'webhooks.ts')], {
    PORT: String(port),
    TRILHO_WEBHOOK_SECRET: made.body.secret,
  })
  const settings = { TRILHO_API_KEY: product.adminApiKey, TRILHO_URL: product.addresses.app }
  // Twice, as after a crash: the key in the program makes it one charge.
  for (const _ of ['first', 'again']) {
    const quickstart = runCommand(process.execPath, [join(program, 'quickstart.ts')], settings)
    expect(await quickstart.exit, quickstart.output()).toBe(0)
    const { data } = (await product.call<{ data: Charge[] }>('GET', '/v1/charges?orderId=2001')).body
    expect(data).toHaveLength(1)
    const [charge] = data as [Charge]
    expect(quickstart.output()).toContain(`${charge.id} PENDING ${charge.pixCode}\n`)
    expect(quickstart.output()).toContain(`waits ${charge.id} 1990\n`)
    expect(quickstart.output()).toMatch(/^409 conflict .+$/m)
    expect(quickstart.output()).not.toContain(product.adminApiKey)
  }

  const [charge] = (await product.call<{ data: Charge[] }>('GET', '/v1/charges?orderId=2001')).body.data as [Charge]
  await product.sandbox.act({ provider: charge.provider, id: charge.transactionId }, 'pay')
  await receiver.says(`paid ${charge.id} 1990\n`)
})
