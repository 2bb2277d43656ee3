/** The page /docs, to a stranger: its programs run as they stand there, and everything is found by typing. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Trilho } from '../../sdk/index.ts'
import { complaintsAbout, installSdk } from '../sdk/packed.ts'
import { withoutOurSettings } from '../support/environment.ts'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, press, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

const run = promisify(execFile)

let product: TestProduct
let browser: Browser
let directory: string
let key: string
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trilho-docs-'))
  const made = { name: 'docs', role: 'admin', mode: 'test' }
  key = (await product.call<{ key: string }>('POST', '/v1/api-keys', made)).body.key
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function openDocs(options: Parameters<typeof visit>[2] = {}): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, options)
  await page.goto('/docs')
  await page.getByRole('heading', { name: 'Comece aqui' }).waitFor()
  return page
}

/** A step's program, as its copy button gives it. */
async function copied(page: Page, step: string): Promise<string> {
  const button = (says: string) => page.getByRole('button', { name: `${says}: ${step}`, exact: true })
  await press(button('Copiar'), button('Copiado'))
  return page.evaluate<string>('navigator.clipboard.readText()')
}

/** What differs from case to case is cut out of an answer, with dots. */
function cut(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}

const STEPS = ['Uma cobrança de R$ 19,90', 'Seja o comprador', 'Seja avisado'] as const
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }
const bash = (script: string, cwd: string) =>
  run('bash', ['-e', '-c', script], { cwd, env: withoutOurSettings(process.env), timeout: 120_000 })

/** The settings of the page, with a key in the place of the dots. */
async function settingsOf(page: Page): Promise<string> {
  const text = await copied(page, 'Uma chave de teste')
  expect(text).toContain(`export TRILHO_URL=${product.addresses.app}\n`)
  return text.replace('trk_test_...', key)
}

test('the curl commands charge, pay and add an endpoint, and answer as the page says', async () => {
  const page = await openDocs(CLIPBOARD)
  const settings = await settingsOf(page)
  const answers = await page.locator('figure pre').allTextContents()
  const commands: string[] = []
  for (const step of STEPS) commands.push(await copied(page, step))
  // The key in it makes a second run the same charge.
  for (const _ of ['first', 'again']) {
    const outputs: string[] = []
    for (const command of commands) outputs.push((await bash(`${settings}\n${command}`, directory)).stdout)
    const [charge = '', paid = '', told = ''] = outputs
    const [chargeSaid = '', paidSaid = '', toldSaid = ''] = answers
    expect(paid.trim()).toBe(paidSaid)
    for (const [said, got] of [
      [chargeSaid, charge],
      [toldSaid, told],
    ] as const) {
      const shown = JSON.parse(said) as Record<string, unknown>
      const real = JSON.parse(got) as Record<string, unknown>
      for (const [name, value] of Object.entries(shown)) {
        if (typeof value === 'string') expect(real[name], name).toMatch(cut(value))
        else expect(real[name], name).toEqual(value)
      }
    }
  }
  const trilho = new Trilho({ apiKey: key, baseUrl: product.addresses.app })
  expect((await trilho.charges.list({ orderId: '1001' })).data).toHaveLength(1)
})

test('the TypeScript program charges, pays and is told, and its types are right', async () => {
  const page = await openDocs(CLIPBOARD)
  await page.getByRole('button', { name: 'TypeScript' }).click()
  const settings = await copied(page, 'Uma chave de teste')
  expect(settings).toContain('npm install ./trilho-sdk-0.1.0.tgz')
  const parts: string[] = []
  for (const step of STEPS) parts.push(await copied(page, step))
  const program = await installSdk(directory)
  await writeFile(join(program, 'quickstart.ts'), parts.join('\n\n'))
  await writeFile(join(program, 'webhooks.ts'), await copied(page, 'A seguir: confira a assinatura'))
  expect(await complaintsAbout(program, ['quickstart.ts', 'webhooks.ts'])).toBe('')
  const { stdout } = await run(process.execPath, ['quickstart.ts'], {
    cwd: program,
    env: { ...withoutOurSettings(process.env), TRILHO_URL: product.addresses.app, TRILHO_API_KEY: key },
  })
  const printed = stdout.trimEnd().split('\n')
  const answers = await page.locator('figure pre').allTextContents()
  expect(printed).toHaveLength(answers.length)
  for (const [index, answer] of answers.entries()) expect(printed[index]).toMatch(cut(answer))
})

test.each([
  ['cobranca paga reembolsada', '/v1/charges/{id}/simulate'],
  ['CONTESTAÇÕES listar', '/v1/disputes'],
  ['contestacao', '/v1/disputes/totals'],
  ['endpoint segredo', '/v1/webhook-endpoints/{id}/rotate-secret'],
  ['refund a charge', '/v1/charges/{id}/refunds'],
  ['chargeback', 'charge.chargeback'],
  ['idempotency', 'idempotency_key_reused'],
  ['502', 'provider_refused'],
])('"%s" finds %s', async (words, name) => {
  const page = await openDocs()
  await page.getByRole('searchbox').fill(words)
  await page.getByText(name, { exact: true }).first().waitFor()
  expect(await page.getByRole('heading', { name: 'Comece aqui' }).count()).toBe(0)
  await page.close()
})

test('by keyboard alone, from the search into the full reference', async () => {
  const page = await openDocs()
  await page.keyboard.press('/')
  await page.keyboard.type('cobrar comprador')
  await page
    .getByRole('status')
    .getByText(/resultado/)
    .waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(
    '/docs/reference#tag/charges/POST/v1/charges',
  )
  await page.keyboard.press('ArrowUp')
  expect(await page.evaluate('document.activeElement.type')).toBe('search')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/reference/)
  await page.getByRole('heading', { name: 'Charge a buyer' }).first().waitFor()
})

test('what is found stands in the full reference under the same address', async () => {
  const page = await openDocs()
  const inPage = `[...document.querySelectorAll('a[data-result]')].map((link) => link.hash)`
  const found = await page.evaluate<string[]>(inPage)
  expect(found.length).toBeGreaterThan(100)
  await page.goto('/docs/reference')
  // Its menu opens one group at a time, the first one by itself.
  const menu = `[...document.querySelectorAll('a[href*="#tag/"]')].map((link) => link.getAttribute('href'))`
  for (const [group, kind] of [
    ['charges', '#tag/charges/'],
    ['webhooks', '#tag/webhooks/webhook/'],
  ] as const) {
    await page.goto(`/docs/reference#tag/${group}`)
    await page.reload()
    const own = found.filter((hash) => decodeURI(hash).startsWith(kind)).map((hash) => decodeURI(hash))
    expect(own.length).toBeGreaterThan(5)
    await expect.poll(() => page.evaluate<string[]>(menu)).toEqual(expect.arrayContaining(own))
  }
})

test('words that nothing has are answered, and emptied by Escape', async () => {
  const page = await openDocs()
  await page.getByRole('searchbox').fill('zebra')
  await page.getByText('Nada com essas palavras').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Comece aqui' }).waitFor()
})

test('in English, on a phone, with what was found: it fits, and keeps no reader out', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, PHONE)
  await page.goto('/docs')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Start here' }).waitFor()
  await page.getByRole('button', { name: 'TypeScript' }).click()
  await page.getByText("import { Trilho } from '@trilho/sdk'").waitFor()
  const fits = async () => {
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await seriousFindings(page)).toEqual([])
  }
  await fits()
  await page.getByRole('searchbox').fill('webhook')
  await page.getByText('Add an endpoint', { exact: true }).waitFor()
  await fits()
  expect(complaints).toEqual([])
})
