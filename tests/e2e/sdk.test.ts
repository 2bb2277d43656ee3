/** The programs in the SDK's README, as they are printed, with the packed SDK against the running product. */
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, isListening } from '../../scripts/support/ports.ts'
import { ROOT } from '../../scripts/support/root.ts'
import { waitFor } from '../../scripts/support/wait.ts'
import { Trilho } from '../../sdk/index.ts'
import { complaintsAbout, installSdk, programIn } from '../sdk/packed.ts'
import { runCommand } from '../support/command.ts'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { startProductHere } from '../support/product-here.ts'

let product: TestProduct
let directory: string
let program: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trilho-sdk-'))
  program = await installSdk(directory)
  product = await startProductHere()
})
afterAll(async () => {
  await product?.close()
  rmSync(directory, { recursive: true, force: true })
})

const settings = () => ({ TRILHO_API_KEY: product.adminApiKey, TRILHO_URL: product.addresses.app })
const CUSTOMER = { name: 'Bia Compradora', email: 'bia@example.com', document: '52998224725', phone: '11987654321' }

interface Charge {
  id: string
  provider: string
  transactionId: string
  pixCode: string
}

test('the quickstart charges, lists and is refused; the receiver hears of the payment', async () => {
  const readme = await readFile(join(ROOT, 'sdk/README.md'), 'utf8')
  const names = ['quickstart.ts', 'webhooks.ts', 'month.ts'] as const
  for (const name of names) await writeFile(join(program, name), programIn(readme, name))
  expect(await complaintsAbout(program, names)).toBe('')

  const port = await freePort()
  const endpoint = { url: `http://127.0.0.1:${port}/`, events: ['*'] }
  const made = await product.call<{ secret: string }>('POST', '/v1/webhook-endpoints', endpoint)
  const receiver = runCommand(process.execPath, [join(program, 'webhooks.ts')], {
    PORT: String(port),
    TRILHO_WEBHOOK_SECRET: made.body.secret,
  })
  await waitFor(() => isListening(port), { what: 'The receiver listening', timeoutMs: 120_000 })
  // Twice, as after a crash: the key in the program makes it one charge.
  for (const _ of ['first', 'again']) {
    const quickstart = runCommand(process.execPath, [join(program, 'quickstart.ts')], settings())
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

test('the list of the month is written beside the program, whole', async () => {
  const charge = { amount: 2990, paymentMethod: 'PIX', orderId: '3001', customer: CUSTOMER }
  await charged(product, charge)
  const month = runCommand(process.execPath, [join(program, 'month.ts')], settings())
  expect(await month.exit, month.output()).toBe(0)
  const [, name = '', size, rows] =
    /^(trilho-charges-\S+\.csv) text\/csv; charset=utf-8 (\d+) (\d+)\n$/.exec(month.output()) ?? []
  const written = await readFile(join(program, name))
  expect(written.byteLength).toBe(Number(size))
  const lines = written.toString().trim().split('\n')
  expect(lines).toHaveLength(Number(rows) + 1)
  expect(lines.filter((line) => line.includes('3001'))).toHaveLength(1)
})

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 'x')])

test('a paper is sent and fetched again, and a statement imported', async () => {
  const trilho = new Trilho({ apiKey: product.adminApiKey, baseUrl: product.addresses.app })
  const { data: people } = await trilho.users.list()
  const { id } = people.find(({ role }) => role === 'seller') as { id: string }
  const { publicUrl } = await trilho.uploads.send({
    file: new Blob([new Uint8Array(PNG)]).stream(),
    fileName: 'RG da Bia.png',
    contentType: 'image/png',
    purpose: 'personPaper',
  })
  await trilho.users.replaceDocument(id, 'photoDocument', { url: publicUrl })
  const paper = await trilho.users.downloadDocument(id, 'photoDocument')
  expect(paper).toMatchObject({ fileName: 'rg-da-bia.png', contentType: 'image/png', size: PNG.length })
  const bytes = (await (await paper?.blob())?.arrayBuffer()) ?? new ArrayBuffer(0)
  expect(Buffer.from(bytes).equals(PNG)).toBe(true)
  expect(await trilho.users.downloadDocument(id, 'addressProof')).toBeUndefined()

  const importing = {
    providerAccountId: await product.accountAt('ASAAS'),
    columns: { transactionId: 'ID', amount: 'Valor' },
  }
  const file = 'ID;Valor\npay_unknown;19,90\n'
  const imported = await trilho.reconciliation.importStatement({ ...importing, file, fileName: 'março.csv' })
  expect(imported).toMatchObject({ rows: 1, matched: 0, items: 1 })
  expect((await trilho.reconciliation.listStatements()).data).toMatchObject([{ id: imported.id, name: 'março.csv' }])
  const broken = trilho.reconciliation.importStatement({ ...importing, file: 'ID;Valor\npay_1;much\n' })
  await expect(broken).rejects.toMatchObject({
    status: 422,
    code: 'rule_broken',
    problem: { errors: [{ path: '/file/2/amount' }] },
  })
})
