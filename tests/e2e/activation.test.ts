/** Switching an account on: what its provider has accepted at once, anything else after a question. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test('only an accepted test is called connected, and the switch asks before keys that were not accepted take charges', async () => {
  interface Account {
    id: string
    baseUrl: string
    enabled: boolean
    lastTest: { outcome: string } | null
  }
  const connected = async (name: string, secretKey: string) => {
    const demo = await product.call<Account>('GET', `/v1/provider-accounts/${await product.accountAt('PAGUESAFE')}`)
    const { baseUrl } = demo.body
    const body = { provider: 'PAGUESAFE', name, baseUrl, secretKey, enabled: false }
    return (await product.call<Account>('POST', '/v1/provider-accounts', body)).body.id
  }
  const stateOf = async (id: string) => (await product.call<Account>('GET', `/v1/provider-accounts/${id}`)).body
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/providers/ASAAS/connect')
  await page.getByLabel('Nome da conta').fill('Loja sem resposta')
  await page.getByLabel('Endereço da API').fill('https://localhost:9')
  for (const field of await page.locator('input[name^="parts."]').all()) await field.fill('bogus-key')
  await page.getByRole('button', { name: 'Conectar conta' }).click()
  await page.getByRole('button', { name: 'Ativar mesmo assim' }).click()
  await page.getByRole('heading', { name: 'Conta ativada sem teste aceito' }).waitFor()
  expect(await page.getByText(/conectada/i).count()).toBe(0)
  await page.getByRole('button', { name: 'Testar de novo' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  const refused = await connected('Loja recusada', 'bogus-key')
  await product.call('POST', `/v1/provider-accounts/${refused}/test`)
  const untested = await connected('Loja sem teste', 'sk_test_trilho-demo-paguesafe')
  const doubtful = await connected('Loja em dúvida', 'sk_test_trilho-demo-paguesafe')
  await page.goto('/providers')
  await page.getByRole('button', { name: /Mostrar todas/ }).click()
  const dialog = page.getByRole('dialog')

  await page.getByRole('switch', { name: 'Ativar Loja recusada' }).click()
  await dialog.getByText('O provedor recusou as chaves no último teste').waitFor()
  await dialog.getByText('Unauthorized').waitFor()
  expect(await dialog.getByRole('button', { name: 'Ativar mesmo assim' }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  const before = (await stateOf(refused)).lastTest
  await dialog.getByRole('button', { name: 'Testar agora' }).click()
  await expect.poll(async () => (await stateOf(refused)).lastTest).not.toEqual(before)
  expect(await stateOf(refused)).toMatchObject({ enabled: false, lastTest: { outcome: 'refused' } })
  await dialog.getByRole('button', { name: 'Corrigir chaves' }).click()
  const keys = dialog.locator('input[autocomplete="new-password"]')
  await keys.first().waitFor()
  for (const field of await keys.all()) await field.fill('sk_test_trilho-demo-paguesafe')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('switch', { name: 'Pausar Loja recusada' }).waitFor()
  expect(await stateOf(refused)).toMatchObject({ enabled: true, lastTest: { outcome: 'accepted' } })

  await page.getByRole('switch', { name: 'Ativar Loja sem teste' }).click()
  await dialog.getByText('As chaves ainda não foram testadas').waitFor()
  expect(await stateOf(untested)).toMatchObject({ enabled: false })
  await dialog.getByRole('button', { name: 'Testar agora' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await stateOf(untested)).toMatchObject({ enabled: true, lastTest: { outcome: 'accepted' } })

  await page.getByRole('switch', { name: 'Ativar Loja em dúvida' }).click()
  await dialog.getByRole('button', { name: 'Ativar mesmo assim' }).click()
  await page.locator('[data-toast]').filter({ hasText: 'Ativada sem teste aceito' }).waitFor()
  expect(await stateOf(doubtful)).toMatchObject({ enabled: true, lastTest: null })
  expect(complaints).toEqual([])
  await page.context().close()
})

test('where the platform lacks the certificate, the page names it, and says nothing against the keys', async () => {
  interface Platform {
    id: string
    certCashInUrl: string
  }
  const { body } = await product.call<{ data: [Platform] }>('GET', '/v1/platforms')
  const [{ id, certCashInUrl }] = body.data
  const change = (settings: object) => product.call('PATCH', `/v1/platforms/${id}`, settings)
  await change({ certCashInUrl: null })
  const demo = await product.call<{ baseUrl: string }>(
    'GET',
    `/v1/provider-accounts/${await product.accountAt('VOLUTI')}`,
  )
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/providers/VOLUTI/connect')
  const required = page.getByRole('region', { name: 'O que pede além do comum' })
  await required.getByRole('listitem').filter({ hasText: 'Certificado para receber' }).getByText('Falta').waitFor()
  await required
    .getByRole('listitem')
    .filter({ hasText: 'Certificado para pagar' })
    .getByText('Tem', { exact: true })
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByLabel('Nome da conta').fill('Loja sem certificado')
  await page.getByLabel('Endereço da API').fill(demo.body.baseUrl)
  for (const field of await page.locator('input[name^="parts."]').all()) await field.fill('any-key')
  await page.getByRole('button', { name: 'Conectar conta' }).click()

  await page.getByText('O provedor não foi consultado').waitFor()
  await page.getByText('“Certificado para receber”').waitFor()
  await page.getByText('A plataforma não tem este certificado').waitFor()
  expect(await page.getByText(/recus|Unauthorized/).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Ativar mesmo assim' }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Concluir' }).click()
  await page.getByRole('button', { name: /Mostrar todas/ }).click()
  await page.getByRole('row').filter({ hasText: 'Loja sem certificado' }).getByText('Configuração a corrigir').waitFor()
  await page.getByRole('switch', { name: 'Ativar Loja sem certificado' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Falta uma configuração da plataforma').waitFor()
  await dialog.getByText('“Certificado para receber”').waitFor()
  expect(await dialog.getByRole('button', { name: /Ativar mesmo assim|Corrigir chaves/ }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Abrir as configurações da plataforma' }).click()
  await page.getByLabel('Certificado para receber').fill('http://127.0.0.1:9/in.pem')
  await page.getByRole('button', { name: 'Salvar certificados' }).click()
  await page.getByText('Configurações salvas').waitFor()

  await page.getByRole('link', { name: 'Provedores', exact: true }).click()
  await page.getByRole('button', { name: /Mostrar todas/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'Loja sem certificado' })
  await row.getByText('Não testadas').waitFor()
  await row.getByRole('button', { name: 'Ações: Loja sem certificado' }).click()
  await page.getByRole('menuitem', { name: 'Testar as chaves' }).click()
  await page.locator('[data-toast]').filter({ hasText: '“Certificado para receber”' }).waitFor()
  await change({ certCashInUrl })
  expect(complaints).toEqual([])
  await page.context().close()
})
