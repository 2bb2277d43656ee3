/** Endpoints, as an administrator sets them up and as everybody else sees them. */
import type { Browser, Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { REFUSES, type SellerSystem, startSellerSystem } from '../support/seller-system.ts'
import { overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
let system: SellerSystem
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeEach(async () => {
  system = await startSellerSystem()
})
afterEach(() => system.close())

const open = async (options: Parameters<typeof visit>[2] = { role: 'admin' }) => {
  const visited = await visit(browser, product.addresses.app, options)
  await visited.page.goto('/webhook-endpoints')
  return visited
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** @returns its secret, as the page shows it once. */
async function add(page: Page, url: string, events: readonly string[] = []): Promise<string> {
  await button(page, 'Novo endpoint').click()
  await page.getByLabel('Endereço').fill(url)
  if (events.length > 0) await page.getByLabel('Todos os eventos').uncheck()
  for (const event of events) await page.getByLabel(event, { exact: true }).check()
  await button(page, 'Adicionar endpoint').click()
  const secret = await page.getByText(/^whsec_/).textContent()
  await button(page, 'Já guardei').click()
  // What had opened the first of the two dialogs went with it.
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content')
  return secret ?? ''
}

/**
 * What can be pressed in the page's header or in the sheet, and lies below the message as long as it is there. The page looks at each of
 * its frames: a message is soon gone.
 */
const coveredActions = (page: Page, text: string) =>
  page.evaluate<string[]>(`new Promise((resolve) => {
    let covered
    const look = () => {
      // Until it is mounted it is above the page.
      const messages = [...document.querySelectorAll('[data-toast]')]
      const message = messages.find(({ innerText }) => innerText.includes('${text}'))?.getBoundingClientRect()
      if (message) covered = actionsBelow(message)
      if (covered && (covered.length === 0 || !message)) resolve(covered)
      else requestAnimationFrame(look)
    }
    const actionsBelow = (message) =>
      [...document.querySelectorAll('header button, [role=dialog] :is(button, a)')]
        .filter((action) => {
          const { top, bottom, height } = action.getBoundingClientRect()
          return height > 0 && top < message.bottom && bottom > message.top
        })
        .map((action) => action.getAttribute('aria-label') ?? action.textContent)
    look()
  })`)

const openEndpoint = (page: Page, url: string) => page.getByRole('button', { name: `Abrir o endpoint ${url}` }).click()

describe.each([
  ['a desk', {}],
  ['a phone', PHONE],
])('on %s', (_, screen) => {
  test('is added with chosen events, shows its secret once, is tested, and hears of a charge', async () => {
    const { page, complaints } = await open({ role: 'admin', ...screen })
    await page
      .getByText('Nenhum endpoint ainda')
      .or(page.getByRole('button', { name: /^Abrir o endpoint/ }).first())
      .first()
      .waitFor()
    await button(page, 'Novo endpoint').click()
    await page.getByLabel('Todos os eventos').uncheck()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descartar' }).click()
    const secret = await add(page, system.url, ['charge.created', 'charge.approved'])
    await expect.poll(() => page.getByText(secret).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)

    await openEndpoint(page, system.url)
    await page.getByText('charge.created, charge.approved').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const received = 'O endpoint recebeu: resposta 204'
    const press = async () => {
      await button(page, 'Enviar teste').click()
      await page.getByText(received).waitFor()
    }
    const [covered] = await Promise.all(['isMobile' in screen ? coveredActions(page, received) : [], press()])
    expect(covered).toEqual([])
    expect(system.arrived.map(({ body }) => body.type)).toEqual(['endpoint.test'])
    const latest = page.getByRole('region', { name: 'Últimos envios' })
    await latest.getByRole('listitem').filter({ hasText: 'endpoint.test' }).getByText('204').waitFor()
    expect(await seriousFindings(page)).toEqual([])

    const providerAccountId = await product.accountAt('ASAAS')
    const customer = { name: 'Bia', email: 'bia@exemplo.com.br', document: '11144477735', phone: '11912345678' }
    const charge = { amount: 990, paymentMethod: 'PIX', customer, providerAccountId }
    await make(product, '/v1/charges', charge)
    await expect.poll(() => system.arrived.map(({ body }) => body.type)).toContain('charge.created')
    for (const { raw, headers } of system.arrived) new Webhook(secret).verify(raw, headers as Record<string, string>)
    await latest.getByRole('link', { name: 'charge.created' }).click()
    const attempts = page.getByRole('region', { name: 'Tentativas, uma a uma' })
    await attempts.getByRole('listitem').getByText('204').waitFor()
    await attempts.getByText(/^\d+(,\d+)? s$/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

test('an endpoint without an address can be tried out', async () => {
  const { page, complaints } = await open()
  await add(page, 'trilho:kept')
  await openEndpoint(page, 'trilho:kept')
  await button(page, 'Enviar teste').click()
  await page.getByText('Guardado, e enviado a ninguém').waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a new secret whose answer was lost is asked for again, not made again: what the seller checks with signs on', async () => {
  const { page } = await open()
  await add(page, system.url)
  await openEndpoint(page, system.url)
  const keys: (string | undefined)[] = []
  await page.route('**/rotate-secret', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Trocar segredo').click()
  const question = page.getByRole('dialog', { name: 'Trocar o segredo?' })
  await question.getByRole('button', { name: 'Trocar segredo' }).click()
  await expect.poll(() => keys.length).toBe(1)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await button(page, 'Trocar segredo').click()
  await question.getByRole('button', { name: 'Trocar segredo' }).click()
  await page.getByText(/^whsec_/).waitFor()
  expect(keys).toEqual([expect.any(String), keys[0]])
  await page.context().close()
})

test('an endpoint is changed, gets a new secret, is switched off and on, and removed after a question', async () => {
  const { page, complaints } = await open()
  const secret = await add(page, system.url)
  await openEndpoint(page, system.url)
  await button(page, 'Trocar segredo').click()
  const question = page.getByRole('dialog', { name: 'Trocar o segredo?' })
  await question.getByRole('button', { name: 'Trocar segredo' }).click()
  const rotated = await page.getByText(/^whsec_/).textContent()
  expect(rotated).not.toBe(secret)
  await button(page, 'Já guardei').click()
  await page.getByText('Segredo anterior vale até').waitFor()

  await button(page, 'Editar').click()
  await page.getByLabel('Todos os eventos').uncheck()
  await button(page, 'Salvar').click()
  await page.getByText('Escolha ao menos um evento.').waitFor()
  await page.getByLabel('refund.approved', { exact: true }).check()
  await button(page, 'Salvar').click()
  await button(page, 'Salvar').waitFor({ state: 'detached' })
  await page.getByText('refund.approved').waitFor()

  await button(page, 'Desligar').click()
  await page.getByRole('dialog', { name: 'Desligar este endpoint?' }).getByRole('button', { name: 'Desligar' }).click()
  await button(page, 'Ligar').click()
  await button(page, 'Desligar').waitFor()

  system.answerWith(REFUSES)
  await button(page, 'Enviar teste').click()
  await page.getByText('O endpoint recusou: resposta 500').waitFor()

  await button(page, 'Remover').click()
  await button(page, 'Remover endpoint').click()
  await page.getByText('Endpoint removido').waitFor()
  await expect.poll(() => page.getByText(system.url).count()).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('one whose answer was lost, and that was removed, is added anew: the secret that is shown signs', async () => {
  const { page } = await open()
  const { url } = system
  let lost = ''
  await page.route('**/v1/webhook-endpoints', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    lost = (await (await route.fetch()).json()).secret
    await route.abort()
  })
  await button(page, 'Novo endpoint').click()
  await page.getByLabel('Endereço').fill(url)
  await button(page, 'Adicionar endpoint').click()
  await page.getByText('O endpoint não foi salvo').waitFor()
  await page.unroute('**/v1/webhook-endpoints')
  await button(page, 'Cancelar').click()
  await page.reload()
  await openEndpoint(page, url)
  await button(page, 'Remover').click()
  await button(page, 'Remover endpoint').click()
  await page.getByText('Endpoint removido').waitFor()
  const secret = await add(page, url)
  expect(secret).not.toBe(lost)
  await openEndpoint(page, url)
  await button(page, 'Enviar teste').click()
  await expect.poll(() => system.arrived.length).toBe(1)
  const [{ raw, headers } = { raw: '', headers: {} }] = system.arrived
  expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toMatchObject({ type: 'endpoint.test' })
  await page.context().close()
})

test('an address that cannot be called is refused under its field', async () => {
  const { page } = await open()
  await button(page, 'Novo endpoint').click()
  for (const url of ['nada', 'ftp://x', 'https://loja.exemplo.com.br', 'mailto:ana@exemplo.com.br']) {
    await page.getByLabel('Endereço').fill(url)
    if (url.startsWith('https')) await page.getByText('Informe um endereço completo').waitFor({ state: 'detached' })
    else {
      await button(page, 'Adicionar endpoint').click()
      await page.getByText('Informe um endereço completo, começando com https://').waitFor()
    }
  }
  await page.context().close()
})

test('an operator sees endpoints and changes none', async () => {
  const admin = await open()
  await add(admin.page, system.url)
  await admin.page.context().close()
  const { page } = await open({ role: 'operator' })
  await openEndpoint(page, system.url)
  await page.getByText('Ver todos os envios').click()
  const chip = page.getByRole('button', { name: `Deixar de filtrar por ${system.url}` })
  await chip.click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.goBack()
  await chip.waitFor()
  await page.goBack()
  for (const name of ['Novo endpoint', 'Enviar teste', 'Trocar segredo', 'Remover']) {
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  }
  await page.context().close()
})

test('a seller is told that what was sent to endpoints is not for them, before it is asked for', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/webhook-deliveries')
  await page.getByRole('heading', { name: 'Você não tem acesso a isto', level: 1 }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})
