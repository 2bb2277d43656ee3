/** The audit log's page: who did what, narrowed down, looked at, and taken away. */
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { exported } from './exported.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser

onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  for (const name of ['Loja', 'Estoque']) await product.call('POST', '/v1/api-keys', { name, role: 'seller' })
})

test('an administrator finds who did what, follows it, and takes it away', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Auditoria' }).click()
  const rows = page.getByRole('table').getByRole('row')
  await rows.filter({ hasText: 'Entrou' }).first().waitFor()

  await page.goto('/audit-log?action=apiKey.create')
  await expect.poll(() => rows.filter({ hasText: 'Chave de API criada' }).count()).toBe(2)
  await rows
    .getByText(/^Chave \w{8}…\w{6}$/)
    .first()
    .waitFor()
  await page
    .getByRole('button', { name: /^Abrir: Chave de API criada/ })
    .first()
    .click()
  const detail = page.getByRole('dialog')
  await detail.getByText('"Estoque"').waitFor()
  await detail
    .getByRole('definition')
    .filter({ hasText: /^Chave\s*api-key\/[0-9a-f-]{36}$/ })
    .waitFor()
  await detail.getByRole('link', { name: 'Tudo sobre isto' }).click()
  await expect.poll(() => rows.filter({ hasText: 'Chave de API criada' }).count()).toBe(1)
  await page.getByRole('button', { name: /^Deixar de filtrar por api-key\// }).click()
  await rows.filter({ hasText: 'Entrou' }).first().waitFor()

  await page.goto('/audit-log?action=apiKey.create')
  await expect.poll(() => rows.filter({ hasText: 'Chave de API criada' }).count()).toBe(2)
  const { data } = (
    await product.call<{ data: { target: string }[] }>('GET', '/v1/audit-log?action=apiKey.create&limit=1')
  ).body
  const search = page.getByRole('searchbox', { name: 'Alvo' })
  expect(await search.getAttribute('placeholder')).toBe('Ex.: charge/0198…')
  await search.fill(data[0]?.target ?? '')
  await expect.poll(() => rows.filter({ hasText: 'Chave de API criada' }).count()).toBe(1)
  await page.getByRole('combobox', { name: 'Autor' }).click()
  await page.getByRole('option', { name: 'seller@trilho.local' }).first().click()
  await page.getByText('Nada com estes filtros').waitFor()

  await page.goto('/audit-log')
  await rows.filter({ hasText: 'Entrou' }).first().waitFor()
  // An address that a colleague sends opens what the list does not show.
  await rows.filter({ hasText: 'Chave de API criada' }).first().getByRole('button').click()
  await page.waitForURL((url) => url.searchParams.has('open'))
  const open = new URL(page.url()).searchParams.get('open') ?? ''
  await page.goto(`/audit-log?action=sign-in&${new URLSearchParams({ open })}`)
  await detail.getByRole('heading', { name: 'Chave de API criada' }).waitFor()
  await page.goto('/audit-log')

  const lines = (await exported(page)).split('\r\n')
  expect(lines[0]).toBe('\uFEFFQuando;Autor;Ação;Alvo;Origem;Detalhe')
  expect(lines.filter((line) => line.includes(';Chave de API criada;api-key/'))).toHaveLength(2)
})

test('an entry leads to what it is about', async () => {
  const endpoint = await product.call<{ id: string }>('POST', '/v1/webhook-endpoints', {
    url: 'http://127.0.0.1:9/audited',
    events: ['*'],
  })
  const email = 'vera@loja.example'
  const user = { name: 'Vera', email, password: 'a password to begin with', role: 'seller' }
  const { id: userId } = (await product.call<{ id: string }>('POST', '/v1/users', user)).body
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  for (const [target, shown] of [
    [`webhook-endpoint/${endpoint.body.id}`, 'http://127.0.0.1:9/audited'],
    [`user/${userId}`, email],
  ] as const) {
    await page.goto(`/audit-log?${new URLSearchParams({ target })}`)
    await page
      .getByRole('button', { name: /^Abrir: / })
      .first()
      .click()
    await page.getByRole('link', { name: 'Abrir a página' }).click()
    await page.waitForURL((url) => url.pathname !== '/audit-log')
    await page.getByRole('dialog').getByText(shown).first().waitFor()
  }
  await page.context().close()
})

test('an entry leads to nothing that is gone, or is of another platform', async () => {
  const accounts = [{ providerAccountId: await product.accountAt('ASAAS'), weight: 1 }]
  const rule = { name: 'De passagem', strategy: 'split', when: { paymentMethods: ['PIX'] }, accounts }
  const made = await product.call<{ id: string }>('POST', '/v1/routing-rules', rule)
  expect((await product.call('DELETE', `/v1/routing-rules/${made.body.id}`)).status).toBe(204)
  const leaving = { name: 'Lia', email: 'lia@loja.example', password: 'a password to begin with', role: 'seller' }
  const { id: userId } = (await product.call<{ id: string }>('POST', '/v1/users', leaving)).body
  expect((await product.call('DELETE', `/v1/users/${userId}`)).status).toBe(204)
  const sql = postgres(product.addresses.database, { max: 1 })
  await sql`INSERT INTO audit_log (id, platform_id, at, actor, action, target)
    SELECT gen_random_uuid(), platform_id, now(), actor, 'membership.change', ${`user/${randomUUID()}`}
    FROM audit_log WHERE action = 'routingRule.delete' LIMIT 1`
  await sql.end()

  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  for (const action of ['routingRule.delete', 'user.remove', 'membership.change']) {
    await page.goto(`/audit-log?action=${action}`)
    await page.getByRole('button', { name: /^Abrir: / }).click()
    const detail = page.getByRole('dialog')
    await detail.getByRole('link', { name: 'Tudo sobre isto' }).waitFor()
    expect(await detail.getByRole('link', { name: 'Abrir a página' }).count()).toBe(0)
  }
  await page.context().close()
})

test('only an administrator is shown the way to it', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Precisam de atenção' }).waitFor()
  expect(await page.getByRole('link', { name: 'Auditoria' }).count()).toBe(0)
})

test.each(['/audit-log', '/webhook-events', '/webhook-deliveries'])(
  'on a phone the filters of %s fold',
  async (path) => {
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
    await page.goto(path)
    const fold = page.getByRole('button', { name: 'Filtros', exact: true })
    await fold.waitFor()
    expect(await page.getByRole('combobox', { name: 'Período' }).count()).toBe(0)
    await fold.click()
    await page.getByRole('combobox', { name: 'Período' }).click()
    await page.getByRole('option', { name: 'Hoje' }).first().click()
    await page.getByRole('button', { name: 'Filtros (1)' }).waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  },
)
