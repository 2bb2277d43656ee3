/** Filters with a name: a user has them in every browser, and no other user has them. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { hasFocus, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const FILTERS = '/v1/me/saved-filters'
const PENDING = '/charges?provider=ASAAS&status=PENDING'

async function open(
  path: string,
  { role = 'seller', ...sight }: BrowserContextOptions & { role?: 'seller' | 'operator' } = {},
): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, { role, ...sight })
  await page.goto(path)
  return page
}

/** Of the page's own user, as the API has them. */
const kept = async (page: Page): Promise<{ id: string; name: string; search: string }[]> =>
  (await (await page.request.get(FILTERS)).json()).data

async function save(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Salvar filtro' }).click()
  await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('INPUT')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const linkOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Filtros salvos' }).getByRole('link', { name })
const forgetOf = (page: Page, name: string) => page.getByRole('button', { name: `Esquecer o filtro ${name}` })

afterEach(async () => {
  const page = await open('/charges')
  for (const { id } of await kept(page)) {
    await page.request.delete(`${FILTERS}/${id}`, { headers: { origin: product.addresses.app } })
  }
})

test.each([
  ['at a desk', {}],
  ['on a phone', PHONE],
])('is saved under a name, found again, left and forgotten: %s', async (_place, sight) => {
  const page = await open('/charges?status=PENDING&provider=ASAAS', sight)
  await save(page, 'Asaas em aberto')
  await forgetOf(page, 'Asaas em aberto').waitFor()
  await expect.poll(() => kept(page)).toMatchObject([{ name: 'Asaas em aberto' }])

  await page.goto('/charges')
  const saved = linkOf(page, 'Asaas em aberto')
  await saved.click()
  await expect.poll(() => new URL(page.url()).search).toBe('?provider=ASAAS&status=PENDING')
  await expect.poll(() => saved.getAttribute('aria-current')).toBe('true')
  expect(await seriousFindings(page)).toEqual([])
  await saved.click()
  await expect.poll(() => new URL(page.url()).search).toBe('')

  await page.goto('/refunds?state=PENDING')
  await page.getByRole('button', { name: 'Salvar filtro' }).waitFor()
  expect(await saved.count()).toBe(0)
  await page.goto(PENDING)
  const forget = forgetOf(page, 'Asaas em aberto')
  await forget.click()
  await saved.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Salvar filtro')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await saved.waitFor()
  await forget.click()
  await saved.waitFor({ state: 'detached' })
  await expect.poll(() => kept(page)).toEqual([])
})

test.each([
  ['at a desk', {}],
  ['on a phone', PHONE],
])('is renamed, but not to a name that another one has: %s', async (_place, sight) => {
  const page = await open('/charges?status=APPROVED', sight)
  await save(page, 'Pagas')
  await page.goto(PENDING)
  await save(page, 'Asaas em aberto')
  const rename = page.getByRole('button', { name: 'Renomear o filtro Asaas em aberto' })
  await expect.poll(() => kept(page)).toHaveLength(2)
  await rename.click()
  const dialog = page.getByRole('dialog', { name: 'Renomear este filtro' })
  const name = dialog.getByLabel('Nome do filtro')
  await expect.poll(() => name.inputValue()).toBe('Asaas em aberto')
  await name.fill('Pagas')
  await dialog.getByText('Outro filtro desta lista já tem este nome.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Renomear' }).isDisabled()).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  await name.fill('Por receber')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await linkOf(page, 'Por receber').waitFor()
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Renomear o filtro Por receber' }))).toBe(true)
  expect(new URL(page.url()).search).toBe('?provider=ASAAS&status=PENDING')
  await expect.poll(async () => (await kept(page)).map((one) => one.name).sort()).toEqual(['Pagas', 'Por receber'])
})

test('is there in another browser of the same user, and not for another user', async () => {
  const here = await open(PENDING)
  await save(here, 'Asaas em aberto')
  await expect.poll(() => kept(here)).toHaveLength(1)
  const there = await open('/charges')
  await linkOf(there, 'Asaas em aberto').waitFor()
  const other = await open(PENDING, { role: 'operator' })
  await other.getByRole('button', { name: 'Salvar filtro' }).waitFor()
  expect(await linkOf(other, 'Asaas em aberto').count()).toBe(0)
})

describe('a change that the API refuses is taken back, and the page says so', () => {
  const refuse = (page: Page, method: string) =>
    page.route(new RegExp(FILTERS), (route) => (route.request().method() === method ? route.abort() : route.fallback()))

  test('saving', async () => {
    const page = await open(PENDING)
    await page.getByRole('button', { name: 'Salvar filtro' }).waitFor()
    await refuse(page, 'POST')
    await save(page, 'Asaas em aberto')
    await page.getByText('O filtro não foi salvo').waitFor()
    await page.getByRole('button', { name: 'Salvar filtro' }).waitFor()
    expect(await linkOf(page, 'Asaas em aberto').count()).toBe(0)
  })

  test('renaming', async () => {
    const page = await open(PENDING)
    await save(page, 'Asaas em aberto')
    await expect.poll(() => kept(page)).toHaveLength(1)
    await refuse(page, 'PATCH')
    await page.getByRole('button', { name: 'Renomear o filtro Asaas em aberto' }).click()
    await page.getByLabel('Nome do filtro').fill('Outro')
    await page.keyboard.press('Enter')
    await page.getByText('O filtro não foi renomeado').waitFor()
    await linkOf(page, 'Asaas em aberto').waitFor()
  })

  test('forgetting', async () => {
    const page = await open(PENDING)
    await save(page, 'Asaas em aberto')
    await expect.poll(() => kept(page)).toHaveLength(1)
    await refuse(page, 'DELETE')
    await forgetOf(page, 'Asaas em aberto').click()
    await page.getByText('O filtro não foi esquecido').waitFor()
    await forgetOf(page, 'Asaas em aberto').waitFor()
  })
})

test('what a browser kept for its user before is taken over once, and leaves the browser', async () => {
  // Where none of the app's pages is, which would take over what is put there.
  const page = await open('/openapi.json')
  const { id } = await (await page.request.get('/v1/me')).json()
  const before = [
    { name: 'Da semana', search: 'period=week&open=1' },
    { name: 'De antes', search: 'status=PENDING' },
  ]
  await page.request.post(FILTERS, {
    data: { list: 'charges', name: 'De antes', search: 'status=APPROVED' },
    headers: { origin: product.addresses.app },
  })
  const places = { [`trilho.filters.${id}./charges`]: JSON.stringify(before), [`${id}.reconciliation-run`]: '1 2' }
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(places)})`)
  await page.goto('/charges')
  await linkOf(page, 'Da semana').waitFor()
  await linkOf(page, 'De antes').waitFor()
  await expect.poll(() => page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('${id}'))`)).toEqual([])
  expect(await kept(page)).toMatchObject([
    { name: 'Da semana', search: 'period=week' },
    { name: 'De antes', search: 'status=APPROVED' },
  ])
})
