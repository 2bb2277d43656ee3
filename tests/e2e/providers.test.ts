/** The pages of providers: connecting an account, and what becomes of the accounts. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { atRest, hasFocus, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test.each([
  ['seller', 'PAGUESAFE', 'Só administradores conectam contas.', 'Ver provedores', '/providers'],
  ['admin', 'NENHUM', 'Nenhum provedor com este nome', 'Ver o catálogo', '/providers?view=catalog'],
] as const)('the form of an account leads on where a %s cannot fill it for %s', async (role, code, said, on, to) => {
  const { page } = await visit(browser, product.addresses.app, { role })
  await page.goto(`/providers/${code}/connect`)
  await page.getByText(said).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: on }).click()
  await expect.poll(() => page.url().replace(product.addresses.app, '')).toBe(to)
})

test('an account is called connected once its provider has taken the keys, and takes nothing before', async () => {
  interface Account {
    name: string
    provider: string
    baseUrl: string
    enabled: boolean
  }
  const accounts = async () =>
    (await product.call<{ data: Account[] }>('GET', '/v1/provider-accounts?limit=100')).body.data
  const fake = (await accounts()).find(({ provider }) => provider === 'PAGUESAFE')
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/providers/PAGUESAFE/connect')
  await page.getByLabel('Nome da conta').fill('Loja nova')
  await page.getByLabel('Endereço da API').fill(fake?.baseUrl ?? '')
  for (const field of await page.locator('input[name^="parts."]').all()) await field.fill('bogus-key')
  await page.getByRole('link', { name: 'Clientes', exact: true }).click()
  const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await leaving.waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await leaving.getByRole('button', { name: 'Continuar aqui' }).click()
  await page.getByRole('button', { name: 'Conectar conta' }).click()
  await page.getByText('O provedor recusou as chaves').waitFor()
  expect(await page.getByText('Conta conectada').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Ativar mesmo assim' }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  const made = async () => (await accounts()).find(({ name }) => name === 'Loja nova')
  expect(await made()).toMatchObject({ enabled: false })
  await page.getByRole('button', { name: 'Copiar endereço de webhook' }).waitFor()
  await page.getByRole('button', { name: 'Corrigir chaves' }).click()
  const key = page.getByRole('dialog').locator('input[autocomplete="new-password"]').first()
  await expect.poll(() => hasFocus(key)).toBe(true)
  const correct = async (keys: string) => {
    const form = page.getByRole('dialog')
    for (const field of await form.locator('input[autocomplete="new-password"]').all()) await field.fill(keys)
    await form.getByRole('button', { name: 'Salvar' }).click()
    await form.waitFor({ state: 'detached' })
  }
  await correct('sk_test_trilho-demo-paguesafe')
  await page.getByRole('heading', { name: 'Conta conectada' }).waitFor()
  expect(await made()).toMatchObject({ enabled: true, lastTest: { outcome: 'accepted' } })

  await page.getByRole('link', { name: 'Concluir' }).click()
  await page.getByRole('button', { name: /Mostrar todas/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'Loja nova' })
  await row.getByText('Aceitas').waitFor()
  await row.getByRole('button', { name: 'Ações: Loja nova' }).click()
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  await correct('bogus-key')
  await page.locator('[data-toast]').filter({ hasText: 'O provedor recusou as chaves' }).waitFor()
  await row.getByText('Recusadas').waitFor()
  expect(await seriousFindings(page)).toEqual([])

  const demo = page.getByRole('row').filter({ hasText: 'PagueSafe (demo)' })
  await demo.getByText('Não testadas').waitFor()
  await demo.getByRole('button', { name: 'Ações: PagueSafe (demo)' }).click()
  await page.getByRole('menuitem', { name: 'Testar as chaves' }).click()
  await page.locator('[data-toast]').filter({ hasText: 'O provedor reconheceu as chaves' }).waitFor()
  await demo.getByText('Aceitas').waitFor()
  await page.context().close()
})

test('what the API does not take of another address stands beside its field, and nothing is saved until it is right', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Provedores', exact: true }).click()
  await page.getByRole('button', { name: 'Ações: Zendry (demo)' }).click()
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  const form = page.getByRole('dialog', { name: 'Editar Zendry (demo)' })
  const save = form.getByRole('button', { name: 'Salvar' })
  const address = form.getByLabel('Endereço da API')
  await address.waitFor()
  expect(await form.getByText('o que ficou sem resposta').count()).toBe(0)
  await address.fill('zendry')
  await save.click()
  await form.getByText('Informe um endereço completo, começando com https://').waitFor()
  await expect.poll(() => hasFocus(address)).toBe(true)
  expect(await form.getByRole('alert').filter({ hasText: 'Seus dados estão a salvo' }).count()).toBe(0)

  await address.fill('https://zendry.example.com')
  await save.click()
  const asked = form.getByText('Outro endereço pede as chaves de novo')
  await asked.first().waitFor()
  await form.getByText('o que ficou sem resposta aqui ainda é procurado lá, mas não é enviado de novo').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  for (const key of await form.locator('input[autocomplete="new-password"]').all()) await key.fill('another-key')
  await expect.poll(() => asked.count()).toBe(0)
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await leaving.getByRole('button', { name: 'Continuar aqui' }).click()
  await leaving.waitFor({ state: 'detached' })
  let saves = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/provider-accounts/*', async (route) => {
    saves += 1
    await released
    await route.continue()
  })
  await save.click()
  await expect.poll(() => saves).toBe(1)
  await address.pressSequentially('/v2')
  await address.press('Enter')
  release()
  await form.waitFor({ state: 'detached' })
  expect(saves).toBe(1)
  await page.context().close()
})

test.each([
  [1, 0, 'Poucas cobranças', 0],
  [19, 0.5, 'Poucas cobranças', 0],
  [20, 0.5, 'Muitas recusas', 1],
  [20, 0.95, 'Funcionando', 1],
])('an account of whose %i charges %f were accepted is called so: %s', async (rated, successRate, words, rates) => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  const pace = { requestsPerSecond: 20, concurrency: 8, following: 0, waiting: 0, since: null }
  await page.route('**/v1/provider-accounts/*/health', (route) =>
    route.fulfill({ json: { breaker: 'closed', successRate, rated, ...pace } }),
  )
  await page.goto('/providers')
  const account = page.getByRole('row').nth(1)
  await account.getByText(words, { exact: true }).waitFor()
  expect(await account.getByText('aceitas no último dia').count()).toBe(rates)
  await page.context().close()
})

test('accounts are put in their order, and pausing or removing one says what stops', async () => {
  interface Account {
    id: string
    name: string
    priority: number
    enabled: boolean
  }
  const accounts = async () =>
    (await product.call<{ data: Account[] }>('GET', '/v1/provider-accounts?limit=100')).body.data.toSorted(
      (one, other) => one.priority - other.priority,
    )
  const [first, second] = await accounts()
  if (!first || !second) throw new Error('Too few accounts')
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/providers')
  const row = page.getByRole('row').filter({ hasText: first.name })
  await row.getByText('1º').waitFor()
  const down = page.getByRole('button', { name: `Tentar ${first.name} depois` })
  expect(await page.getByRole('button', { name: `Tentar ${first.name} antes` }).isDisabled()).toBe(true)
  await down.focus()
  await page.keyboard.press('Enter')
  await row.getByText('2º').waitFor()
  await expect.poll(async () => (await accounts()).slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])

  await page.route('**/v1/provider-accounts/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  const before = await accounts()
  const reread = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/provider-accounts')
  await page.getByRole('button', { name: `Tentar ${first.name} antes` }).click()
  await page.getByText('A conta não foi alterada').waitFor()
  await reread
  expect(await accounts()).toEqual(before)
  await page.unroute('**/v1/provider-accounts/*')
  complaints.splice(0)

  await page.getByRole('switch', { name: `Pausar ${first.name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/em aberto nela/).waitFor()
  await dialog.getByText(`Pix: passa para ${second.name}.`).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: `Ações: ${first.name}` }).click()
  await page.getByRole('menuitem', { name: 'Trocar endereço de webhook' }).click()
  await dialog.getByText('deixa de responder na hora').waitFor()
  await dialog.getByRole('button', { name: 'Trocar endereço' }).click()
  await dialog.getByText(/\/webhooks\/\w+\/[\w-]{43}$/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: `Ações: ${first.name}` }).click()
  await page.getByRole('menuitem', { name: 'Remover' }).click()
  await dialog.getByText('Não pode ser desfeito').waitFor()
  await dialog.getByText(/em aberto nela/).waitFor()
  await dialog.getByRole('button', { name: 'Remover conta' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  expect((await accounts()).map(({ id }) => id)).not.toContain(first.id)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('the tabs have no scrollbar beside them', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/providers')
  await page.locator('main nav a[aria-current=page]').waitFor()
  expect(await page.locator('main nav').evaluate((row) => row.scrollHeight - row.clientHeight)).toBe(0)
  await page.context().close()
})

test.each([
  ['/payment-links', /^Novo link$/, undefined],
  ['/providers', /^Ações: /, 'Editar'],
])(
  'a dialog of %s uses the height of the window, and keeps its round corners where it scrolls',
  async (path, opener, item) => {
    const { page } = await visit(browser, product.addresses.app, {
      role: 'admin',
      viewport: { width: 1366, height: 900 },
    })
    await page.goto(path)
    await page.getByRole('button', { name: opener }).first().click()
    if (item) await page.getByRole('menuitem', { name: item }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().waitFor()
    await atRest(page)
    const cornersOfWhatScrolls = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('[role=dialog], [role=dialog] *')]
      .filter((part) => part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY))
      .map((part) => getComputedStyle(part).borderRadius)`)
    const scrolls = (await cornersOfWhatScrolls()).length > 0
    if (scrolls) expect((await dialog.boundingBox())?.height).toBeGreaterThan(750)
    await page.setViewportSize({ width: 1366, height: 300 })
    await expect.poll(cornersOfWhatScrolls).toEqual(['0px'])
    expect(await seriousFindings(page)).toEqual([])
    await page.context().close()
  },
)

test('a real account says its place and is made the first, is always listed, and what its webhooks lack is said', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/providers/ASAAS/connect')
  await page.getByLabel('Nome da conta').fill('Loja real')
  await page.getByLabel('Endereço da API').fill('https://localhost:9')
  for (const field of await page.locator('input[name^="parts."]').all()) await field.fill('bogus-key')
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.getByRole('button', { name: 'Conectar conta' }).click()
  await page.getByRole('alert').filter({ hasText: 'Defina PUBLIC_URL' }).waitFor()
  // The form's button is far down, and what has become of the form begins at the top.
  expect(await page.evaluate('[window.scrollY, document.activeElement.tagName]')).toEqual([0, 'H1'])
  expect(await page.getByRole('link', { name: 'Ver a conta' }).getAttribute('href')).toContain('/providers?account=')
  await page.getByText(/^É a conta \d+ de \d+ na ordem/).waitFor()
  const { page: list } = await visit(browser, product.addresses.app, { role: 'seller' })
  await list.goto('/providers')
  await list.getByRole('row').filter({ hasText: 'Loja real' }).waitFor()
  await list.getByRole('button', { name: /Mostrar todas/ }).waitFor()
  await page.getByRole('button', { name: 'Tentar esta conta primeiro' }).click()
  await page.getByText('É a primeira na ordem').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await list.reload()
  await list.getByRole('row').nth(1).getByText('Loja real').waitFor()
  await page.context().close()
  await list.context().close()
})
