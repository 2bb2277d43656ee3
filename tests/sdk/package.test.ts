/** The SDK's package: what is in it, that plain Node takes it, and what its types allow. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/support/root.ts'
import { complaintsAbout, installSdk, programIn } from './packed.ts'

const run = promisify(execFile)
let directory: string
let program: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trilho-sdk-'))
  program = await installSdk(directory)
}, 300_000)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('it brings nothing with it, and no source', async () => {
  expect((await readdir(join(program, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['@trilho'])
  const sdk = join(program, 'node_modules/@trilho/sdk')
  expect((await readdir(sdk)).sort()).toEqual(['README.md', 'dist', 'package.json'])
  const { dependencies } = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'))
  expect(dependencies).toBeUndefined()
})

test('plain Node imports it', async () => {
  const script = `
    import { SELLER_EVENTS, Trilho, TrilhoError, verifyWebhook } from '@trilho/sdk'
    import { verifyWebhook as alone } from '@trilho/sdk/webhook'
    const trilho = new Trilho({ apiKey: 'k', baseUrl: 'http://127.0.0.1:1', retries: 0 })
    const error = await trilho.charges.get('c1').catch((error) => error)
    console.log(error instanceof TrilhoError, error.reason, SELLER_EVENTS.length > 0, typeof verifyWebhook, typeof alone)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: program })
  expect(stdout).toBe('true network true function function\n')
})

const RIGHT = `
import { type Charge, type SellerEvent, Trilho, TrilhoApiError } from '@trilho/sdk'

const trilho = new Trilho({ apiKey: 'k', baseUrl: 'https://pay.example.com' })
const customer = { name: 'Bia', email: 'bia@example.com', document: '52998224725' }

export async function sell(): Promise<string | null> {
  const charge: Charge = await trilho.charges.create({ amount: 1990, paymentMethod: 'PIX', customer })
  for await (const { refundedAmount } of trilho.charges.list({ status: 'APPROVED' })) console.log(refundedAmount + 1)
  await trilho.charges.refund(charge.id)
  return charge.pixCode
}

export function hear(event: SellerEvent): number | string | null {
  switch (event.type) {
    case 'charge.approved':
      return event.data.finalValue
    case 'refund.approved':
      return event.data.chargeId
    case 'receiver.active':
      return event.data.receiverId
    default:
      return event.sequence
  }
}

export const isRefused = (error: unknown) => error instanceof TrilhoApiError && error.code === 'provider_refused'
`

const WRONG = [
  `trilho.charges.create({ amount: '1990', paymentMethod: 'PIX', customer })`,
  `trilho.charges.create({ amount: 1990, paymentMethod: 'CASH', customer })`,
  `trilho.charges.create({ amount: 1990, paymentMethod: 'PIX' })`,
  `trilho.charges.list({ status: 'PAID' })`,
  `trilho.charges.get()`,
  `trilho.products.create({ name: 'Caneca' }, { idempotencyKey: 'k' })`,
  `trilho.charges.cancel('c1')`,
]

test('its types let through what is right, and nothing that is not', async () => {
  await writeFile(join(program, 'right.ts'), RIGHT)
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  await writeFile(join(program, 'first-charge.ts'), programIn(readme, 'first-charge.ts'))
  expect(await complaintsAbout(program, ['right.ts', 'first-charge.ts'])).toBe('')
  const head = RIGHT.slice(0, RIGHT.indexOf('export'))
  await writeFile(
    join(program, 'wrong.ts'),
    `${head}${WRONG.join('\n')}\nexport type { Charge, SellerEvent, TrilhoApiError }`,
  )
  const first = head.split('\n').length
  const complained = [...(await complaintsAbout(program, ['wrong.ts'])).matchAll(/wrong\.ts\((\d+),/g)]
  expect(complained.map(([, line]) => WRONG[Number(line) - first])).toEqual(WRONG)
})

test('the steps of the README add it to a folder of one’s own, and touch nothing else', async () => {
  const readme = await readFile(join(ROOT, 'sdk/README.md'), 'utf8')
  const [, steps = ''] = /```sh\n([\s\S]*?)```/.exec(readme) ?? []
  expect(steps).toContain('npm install')
  const ours = () =>
    Promise.all([readFile(join(ROOT, 'package.json'), 'utf8'), readdir(ROOT), readdir(join(ROOT, 'sdk'))])
  const before = await ours()
  const beside = mkdtempSync(join(tmpdir(), 'trilho-steps-'))
  try {
    symlinkSync(ROOT, join(beside, 'trilho'))
    await run('sh', ['-e', '-c', steps], { cwd: beside, env: { ...process.env, npm_config_offline: 'true' } })
    const shop = join(beside, 'my-shop')
    const { type, dependencies } = JSON.parse(await readFile(join(shop, 'package.json'), 'utf8'))
    expect({ type, dependencies }).toEqual({
      type: 'module',
      dependencies: { '@trilho/sdk': 'file:trilho-sdk-0.1.0.tgz' },
    })
    expect((await run(join(shop, 'node_modules/.bin/trilho'), ['--help'])).stdout).toContain('trilho listen')
    expect(await ours()).toEqual(before)
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
})
