/** A buyer on a phone, on the page of an offer: each way to pay, a declined card first, and what the page weighs. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { make as makeAt } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, press, seriousFindings, type Visit, visit, weighScripts } from './browser.ts'
import { choose, fillBuyer, fillCard } from './buyer.ts'
import { onStage } from './stage.ts'

const NARROW = { ...PHONE, viewport: { width: 360, height: 740 } }
const MOST_SCRIPT = 64_000

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  const { id: productId } = await make('products', { name: 'Curso de fotografia', description: 'Doze aulas em vídeo' })
  await make('offers', {
    productId,
    name: 'Curso completo',
    price: 49_700,
    paymentMethods: ['PIX', 'CREDIT_CARD', 'BILLET'],
    maxInstallments: 6,
    slug: 'curso',
  })
})

const make = <T = { id: string; url: string }>(path: string, body: object) => makeAt<T>(product, `/v1/${path}`, body)

async function open(path: string, options: Parameters<typeof visit>[2] = NARROW): Promise<Visit> {
  const visited = await visit(browser, product.addresses.app, options)
  await visited.page.goto(path)
  return visited
}

const isOnScreen = (box: { y: number; height: number } | null) =>
  box !== null && box.y >= 0 && box.y + box.height <= NARROW.viewport.height

interface Sold {
  id: string
  status: string
  paymentMethod: string
  provider: string
  transactionId: string
  checkoutToken: string
  installments: number
  finalValue: number
}
const sold = async (query = '') => (await product.call<{ data: Sold[] }>('GET', `/v1/charges${query}`)).body.data

test('a declined card says why; another one pays, in installments, and gives a receipt', async () => {
  const { page, complaints } = await open('/buy/curso')
  await page.getByRole('heading', { name: 'Curso completo' }).waitFor()
  await page.getByText('ou em até 6x de R$ 91,08 (uma de R$ 91,10), total R$ 546,50 com juros').waitFor()
  await choose(page, 'Cartão')
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByText('Preencha este campo').first().waitFor()
  const focused = () => page.evaluate<string>('document.activeElement.name')
  await expect.poll(focused).toBe('name')
  await page.keyboard.type('Mariana Duarte')
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await expect.poll(focused).toBe('email')
  await page.keyboard.type('a@b')
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByText('Confira o e-mail: ele é como nome@exemplo.com.br').waitFor()
  await page.getByText('Confira os campos destacados').waitFor()
  await fillBuyer(page)
  await fillCard(page, '4000000000000002')
  await expect.poll(() => page.getByText('Confira os campos destacados').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByLabel('Parcelas').selectOption('3')
  await page.getByRole('button', { name: 'Pagar R$ 526,67 com cartão' }).click()
  const why = page.getByText('O cartão foi recusado')
  await expect.poll(async () => isOnScreen(await why.boundingBox())).toBe(true)
  await page
    .getByText('O banco não autorizou a compra')
    .or(page.getByText('O pagamento não passou com este cartão'))
    .waitFor()
  await page.getByRole('button', { name: 'Pagar com Pix' }).waitFor()
  expect(await page.getByLabel('Parcelas').inputValue()).toBe('3')
  expect(await seriousFindings(page)).toEqual([])
  await page.reload()
  await why.waitFor()
  await choose(page, 'Cartão')
  const typed = {
    'Nome completo': 'Mariana Duarte',
    'E-mail': 'mariana@exemplo.com.br',
    'CPF ou CNPJ': '111.444.777-35',
  }
  for (const [label, text] of Object.entries(typed)) expect(await page.getByLabel(label).inputValue()).toBe(text)
  expect(await page.getByLabel('Número do cartão').inputValue()).toBe('')
  await fillCard(page, '4111111111111111')
  const offered = (await page.getByLabel('Parcelas').getByRole('option').allTextContents()).slice(1)
  expect(offered.map((text) => Number.parseInt(text, 10))).toEqual([2, 3, 4, 5, 6])
  await page.getByLabel('Parcelas').selectOption('3')
  await page.getByText('Uma das parcelas é de R$ 175,57.').waitFor()
  await page.getByRole('button', { name: 'Pagar R$ 526,67 com cartão' }).click()
  await page.getByText('Pagamento confirmado').waitFor()
  await page.getByText('Visa •••• 1111 · 3x de R$ 175,55 (uma de R$ 175,57)').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.content()).not.toContain('4111111111111111')
  await page.reload()
  await page.getByText('Pagamento confirmado').waitFor()
  expect(complaints).toEqual([])
  const charges = await sold()
  expect(charges.map(({ status }) => status)).toEqual(['APPROVED', 'REJECTED'])
  expect(charges[0]).toMatchObject({ installments: 3, finalValue: 52_667 })
  const lasting = await page.context().newPage()
  await lasting.goto(`/pay/${charges[0]?.checkoutToken}`)
  await lasting.getByText('Visa •••• 1111 · 3x de R$ 175,55 (uma de R$ 175,57)').waitFor()
  await lasting.getByRole('button', { name: 'Imprimir ou guardar o recibo' }).waitFor()
  expect(await seriousFindings(lasting)).toEqual([])
  await make(`charges/${charges[0]?.id}/refunds`, {})
  await expect.poll(async () => (await sold())[0]?.status).toBe('REFUNDED')
  await page.reload()
  await page.getByText('Pagamento devolvido').waitFor()
  expect(await page.getByText('Pagamento confirmado').count()).toBe(0)
  await lasting.getByText('O valor aparece em uma das próximas faturas do cartão.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.context().close()
})

test('who has no mail server reads in the mailbox what the buyer was written', async () => {
  const { page, complaints } = await open('/mailbox', { role: 'seller' })
  // The first visit's are not heard.
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.reload()
  await page.getByRole('heading', { name: 'Reembolso do seu pagamento' }).waitFor()
  await page.getByText('Para mariana@exemplo.com.br').waitFor()
  const mail = page.frameLocator('iframe')
  await mail.getByRole('heading', { name: 'Reembolso feito' }).waitFor()
  await page.getByRole('button', { name: /^Recibo do seu pagamento/ }).click()
  await mail.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor()
  await mail.getByText('Cartão de crédito Visa •••• 1111 em 3 parcelas').waitFor()
  await mail.getByText('R$ 526,67').first().waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect([...complaints, ...said]).toEqual([])
  await page.context().close()
  const phone = await open('/mailbox', { role: 'seller', ...NARROW })
  await phone.page.frameLocator('iframe').getByRole('heading').first().waitFor()
  expect(await overflow(phone.page)).toBeLessThanOrEqual(0)
  await phone.page.context().close()
})

test('a Pix is copied before its picture; changing to a boleto ends it, and the boleto is paid', async () => {
  const { page } = await open('/buy/curso')
  await choose(page, 'Pix')
  await fillBuyer(page)
  await page.getByRole('button', { name: 'Mais uma unidade' }).click()
  await page.getByRole('button', { name: 'Pagar R$ 994,00 com Pix' }).click()
  const copy = page.getByRole('button', { name: 'Copiar código Pix' })
  await copy.waitFor()
  const code = page.getByRole('img', { name: 'QR code para pagar com Pix' })
  await code.waitFor()
  const [button, picture] = [await copy.boundingBox(), await code.boundingBox()]
  expect(button?.y).toBeLessThan(picture?.y ?? 0)
  expect(await page.getByText(/^ou em até 6x/).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await copy.dblclick()
  expect(await page.evaluate<string>('getSelection().toString()')).toBe('')
  await page.getByRole('button', { name: 'Pagar de outra forma' }).click()
  await page.getByText('ou em até 6x de R$ 182,16 (uma de R$ 182,20), total R$ 1.093,00 com juros').waitFor()
  await choose(page, 'Boleto')
  await fillBuyer(page)
  await page.getByRole('button', { name: 'Gerar boleto de R$ 994,00' }).click()
  await page.getByRole('button', { name: 'Copiar linha digitável' }).waitFor()
  await page.getByText('O boleto também deve chegar ao seu e-mail. Se não chegar, basta este endereço.').waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page.getByRole('button', { name: 'Guardar o endereço deste boleto' }), page.getByText('Endereço copiado'))
  const later = await page.context().newPage()
  await later.goto(await page.evaluate<string>('navigator.clipboard.readText()'))
  await later.getByRole('button', { name: 'Copiar linha digitável' }).waitFor()
  const [boleto, pix] = await sold()
  expect(pix).toMatchObject({ paymentMethod: 'PIX', status: 'REJECTED', finalValue: 99_400 })
  expect(boleto).toMatchObject({ paymentMethod: 'BILLET', status: 'PENDING', finalValue: 99_400 })
  if (!boleto) throw new Error('No boleto')
  await product.sandbox.act({ provider: boleto.provider, id: boleto.transactionId }, 'pay')
  await page.getByText('Pagamento confirmado').waitFor()
  await page.context().close()
})

test('who asks for another number gets a code of that sum, and the page says so, also when it is loaded again', async () => {
  const { page } = await open('/buy/curso')
  await choose(page, 'Pix')
  await fillBuyer(page)
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
  const copy = page.getByRole('button', { name: 'Copiar código Pix' })
  await copy.waitFor()
  await page.getByRole('button', { name: 'Pagar de outra forma' }).click()
  await page.getByRole('button', { name: 'Mais uma unidade' }).click()
  await choose(page, 'Pix')
  await page.getByRole('button', { name: 'Pagar R$ 994,00 com Pix' }).click()
  await copy.waitFor()
  const total = page.locator('header').getByText('R$ 994,00')
  await total.waitFor()
  await page.reload()
  await copy.waitFor()
  await total.waitFor()
  const [two, one] = await sold()
  expect(two).toMatchObject({ status: 'PENDING', finalValue: 99_400 })
  expect(one).toMatchObject({ status: 'REJECTED', finalValue: 49_700 })
  await page.context().close()
})

test('a page that is loaded again has what was typed, and nothing of a card', async () => {
  const { page } = await open('/buy/curso')
  await choose(page, 'Cartão')
  await fillBuyer(page)
  await fillCard(page, '4111111111111111')
  const name = page.getByLabel('Nome completo')
  await name.fill('4111 1111 1111 1111')
  const kept = () => page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })')
  await expect.poll(kept).toContain('mariana@exemplo.com.br')
  expect(await kept()).not.toMatch(/4111|\b123\b|08\/?39|Mariana Duarte/)
  await name.fill('Mariana Duarte')
  await page.reload()
  await choose(page, 'Cartão')
  expect(await name.inputValue()).toBe('Mariana Duarte')
  expect(await page.getByLabel('E-mail').inputValue()).toBe('mariana@exemplo.com.br')
  expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('111.444.777-35')
  for (const label of ['Número do cartão', 'Validade', 'Código de segurança', 'Nome impresso no cartão']) {
    expect(await page.getByLabel(label).inputValue(), label).toBe('')
  }
  await fillCard(page, '4111111111111111')
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByText('Pagamento confirmado').waitFor()
  await expect.poll(kept).not.toContain('mariana@exemplo.com.br')
  await page.getByRole('button', { name: 'Comprar de novo' }).click()
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).waitFor()
  await page.context().close()
})

test('it weighs little, and asks no other host for anything', async () => {
  const { page } = await open('about:blank')
  const weight = weighScripts(page, async (script) => (await script.sizes()).responseBodySize)
  const hosts = new Set<string>()
  let asked = 0
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url())
    hosts.add(host)
    if (pathname === '/v1/checkout/pages/curso') asked += 1
  })
  await page.goto(`${product.addresses.app}/buy/curso`)
  await page.getByRole('button', { name: /^Pagar/ }).waitFor()
  await expect.poll(weight).toBeGreaterThan(0)
  expect(await weight()).toBeLessThan(MOST_SCRIPT)
  expect([...hosts]).toEqual([new URL(product.addresses.app).host])
  expect(asked).toBe(1)
  await page.context().close()
})

test('before its script is there it shows where things will be, and asks for what it will show', async () => {
  const { page } = await open('about:blank')
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/assets\/buyer-[^/]+\.js$/, async (route) => {
    await late
    await route.continue()
  })
  const asked = page.waitForResponse('**/v1/checkout/pages/curso')
  await page.goto(`${product.addresses.app}/buy/curso`, { waitUntil: 'commit' })
  await asked
  await page.locator('#root svg').waitFor()
  arrive()
  await page.getByRole('button', { name: /^Pagar/ }).waitFor()
  await page.context().close()
})

test('its language is chosen on it, and kept', async () => {
  const { page } = await visit(browser, product.addresses.app, { ...NARROW, colorScheme: 'dark' })
  await page.goto('/buy/curso')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByText('How would you like to pay?').waitFor()
  const language = () => page.evaluate<string>('document.documentElement.lang')
  await expect.poll(language).toBe('en')
  await page.reload()
  await page.getByText('How would you like to pay?').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.goto(`/pay/${(await sold())[0]?.checkoutToken}`)
  await page.getByText('Securely processed payment').waitFor()
  await expect.poll(language).toBe('en')
  expect(await page.context().cookies()).toEqual([])
  await page.context().close()
})
