/** The commands of docs/webhooks.md, pasted into a shell one after the other, as its reader does. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/support/root.ts'
import { runCommand } from '../support/command.ts'
import type { TestProduct } from '../support/product.ts'
import { startProductHere } from '../support/product-here.ts'

/** Those of the SDK are run by command-line.test.ts. */
const isOfTheSdk = (block: string) => block.includes('npx trilho')
const LONG_MS = 120_000

let product: TestProduct
let folder: string
beforeAll(async () => {
  product = await startProductHere()
  folder = mkdtempSync(join(tmpdir(), 'trilho-pasted-'))
  mkdirSync(join(folder, '.trilho'))
  writeFileSync(join(folder, '.trilho/admin.key'), product.adminApiKey)
  // A refusal ends the shell, and is printed.
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body\nsilent\n')
})
afterAll(async () => {
  await product?.close()
  rmSync(folder, { recursive: true, force: true })
})

test(
  'each works as it stands: none names a variable that no earlier one sets, and none is refused',
  async () => {
    const page = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8')
    const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
    const ours = blocks.filter((block) => !isOfTheSdk(block))
    expect(ours).toHaveLength(3)
    const script = ['set -euo pipefail', `cd '${folder}'`, ...ours].join('\n')
    const shell = runCommand('bash', ['-c', script], { TRILHO_URL: product.addresses.app, CURL_HOME: folder })
    expect(await shell.exit, `${shell.output()}\n${product.output()}`).toBe(0)
    const read = <T>(path: string) => product.call<{ data: T[] }>('GET', path).then(({ body }) => body.data)
    expect((await read<{ name: string }>('/v1/api-keys')).map(({ name }) => name)).toContain('Our tests')
    expect((await read<{ url: string }>('/v1/webhook-endpoints')).map(({ url }) => url)).toContain(
      'https://shop.example/trilho',
    )
  },
  LONG_MS,
)
