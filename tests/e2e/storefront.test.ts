/** What a buyer sees of a page that sells before anything is typed, and of its pictures; what is left to cite after it was paid. */
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { grainyPicture } from '../../scripts/support/picture.ts'
import { make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { choose, fillBuyer, fillCard } from './buyer.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Upload {
  method: string
  uploadUrl: string
  headers: Record<string, string>
  publicUrl: string
}

/** @returns where buyers' pages have it from. */
async function send(purpose: 'picture' | 'logo'): Promise<string> {
  const file = { fileName: 'caneca.png', contentType: 'image/png', purpose }
  const { method, uploadUrl, headers, publicUrl } = await make<Upload>(product, '/v1/uploads', file)
  expect((await fetch(uploadUrl, { method, headers, body: PNG })).status).toBe(200)
  return publicUrl
}

/** A product with a picture, whose offer was stored with the card first. */
beforeAll(async () => {
  const imageUrl = await send('picture')
  const { id: productId } = await make<{ id: string }>(product, '/v1/products', { name: 'Caneca', imageUrl })
  const offer = { name: 'Caneca azul', price: 10_000, paymentMethods: ['CREDIT_CARD', 'PIX'], slug: 'caneca' }
  await make(product, '/v1/offers', { productId, ...offer })
})

test('Pix is chosen for the buyer, and in what the seller sees of the page', async () => {
  const buyer = await visit(browser, product.addresses.app, PHONE)
  await buyer.page.goto('/buy/caneca')
  await buyer.page.getByRole('button', { name: 'Pagar R$ 100,00 com Pix' }).waitFor()
  expect(await buyer.page.getByRole('radio').first().isChecked()).toBe(true)
  const seller = await visit(browser, product.addresses.app, { role: 'seller' })
  await seller.page.goto('/offers')
  await seller.page.getByRole('button', { name: 'Ações: Caneca azul', exact: true }).click()
  await seller.page.getByRole('menuitem', { name: 'Editar', exact: true }).click()
  const preview = seller.page.getByRole('region', { name: 'Como o comprador vê' })
  await preview.getByText('Pagar R$ 100,00 com Pix').waitFor()
})

/** Pictures arrive when they are let go. */
async function withhold(page: Page): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\.png/, async (route) => {
    await isLetGo
    await route.fulfill({ contentType: 'image/png', body: PNG })
  })
  return letGo
}

test('the form stays where it is when the picture arrives', async () => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  const letGo = await withhold(page)
  await page.goto('/buy/caneca', { waitUntil: 'domcontentloaded' })
  const name = page.getByLabel('Nome completo')
  await name.waitFor()
  const before = await name.boundingBox()
  letGo()
  const arrived = () => page.evaluate<boolean>("document.querySelector('header img').naturalWidth > 0")
  await expect.poll(arrived).toBe(true)
  expect(await name.boundingBox()).toEqual(before)
})

test('a logo of any shape stands above the middle of the name, also as its seller chooses it, and nothing moves as it arrives', async () => {
  const { body } = await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')
  const dress = (logoUrl: string | null) => product.call('PATCH', `/v1/platforms/${body.data[0]?.id}`, { logoUrl })
  onTestFinished(async () => void (await dress(null)))
  await dress(await send('logo'))
  const middleOf = async (place: Locator) => {
    const box = await place.boundingBox()
    return box && box.x + box.width / 2
  }
  const { page } = await visit(browser, product.addresses.app, PHONE)
  const letGo = await withhold(page)
  await page.goto('/buy/caneca', { waitUntil: 'domcontentloaded' })
  const name = page.getByText('Loja Demo', { exact: true }).first()
  await name.waitFor()
  const before = await name.boundingBox()
  letGo()
  await expect.poll(() => page.evaluate("document.querySelector('header img').naturalWidth > 0")).toBe(true)
  expect(await name.boundingBox()).toEqual(before)
  for (const place of [name, page.locator('header img').first()])
    expect(await middleOf(place)).toBeCloseTo(PHONE.viewport.width / 2, 0)
  const seller = await visit(browser, product.addresses.app, { role: 'admin' })
  await seller.page.goto('/settings')
  const preview = seller.page.getByRole('region', { name: 'Prévia' })
  await preview.locator('img').waitFor()
  for (const place of [preview.getByText('Loja Demo'), preview.locator('img')])
    expect(await middleOf(place)).toBeCloseTo((await middleOf(preview)) ?? 0, 0)
})

test('beside a picture of another shape the card goes on', async () => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.goto('/buy/caneca')
  await page.getByLabel('Nome completo').waitFor()
  const ground = await page.evaluate(`(() => {
    const transparent = 'rgba(0, 0, 0, 0)'
    const picture = document.querySelector('header img[width="1200"]')
    return [picture, picture.parentElement].map((each) => getComputedStyle(each).backgroundColor === transparent)
  })()`)
  expect(ground).toEqual([true, false])
})

test('the receipt has the number that the seller finds the payment by; printed, it has no buttons', async () => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.goto('/buy/caneca')
  await choose(page, 'Cartão')
  await fillBuyer(page)
  await fillCard(page, '4111111111111111')
  await page.getByRole('button', { name: /^Pagar .* com cartão$/ }).click()
  await page.getByText('Pagamento confirmado').waitFor()
  const shown = page.locator('dt', { hasText: 'Número do pagamento' }).locator('xpath=following-sibling::dd/code')
  const number = await shown.innerText()
  const { body } = await product.call<{ data: { id: string; checkoutToken: string }[] }>(
    'GET',
    `/v1/charges?q=${number}`,
  )
  expect(body.data.map(({ id }) => id)).toEqual([number])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copiar: Número do pagamento' }).click()
  await page.getByText('Copiado').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(number)
  const lineHeight = "parseFloat(getComputedStyle(document.querySelector('dd code')).lineHeight)"
  expect((await shown.boundingBox())?.height).toBe(await page.evaluate(lineHeight))
  expect(await seriousFindings(page)).toEqual([])

  const buttons = page.locator('button, a, [role=button]').filter({ visible: true })
  for (const path of [null, `/pay/${body.data[0]?.checkoutToken}`]) {
    if (path) await page.goto(path)
    await page.getByRole('button', { name: 'Imprimir ou guardar o recibo' }).waitFor()
    expect(await page.getByRole('region', { name: 'Itens' }).count()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    expect(await shown.innerText()).toBe(number)
    expect(await buttons.count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
  }

  const seller = await visit(browser, product.addresses.app, { role: 'seller' })
  await seller.page.goto(`/charges?q=${number}`)
  await seller.page.getByText('Mariana Duarte').first().waitFor()
  await seller.page.keyboard.press('Control+k')
  await seller.page.getByRole('combobox', { name: 'Buscar em tudo' }).fill(number)
  await seller.page.getByRole('option', { name: /^Cobranças: Mariana Duarte/ }).click()
  await expect.poll(() => new URL(seller.page.url()).pathname).toBe(`/charges/${number}`)
})

test('a large picture that a seller chooses is sent no larger than buyers are shown it', async () => {
  const { id } = await make<{ id: string }>(product, '/v1/products', { name: 'Cadeira' })
  await make(product, '/v1/offers', {
    productId: id,
    name: 'Cadeira',
    price: 90_000,
    paymentMethods: ['PIX'],
    slug: 'cadeira',
  })
  const { page: console } = await visit(browser, product.addresses.app, { role: 'seller' })
  await console.goto(`/products/${id}`)
  await console.getByRole('button', { name: 'Editar produto' }).click()
  const buffer = grainyPicture(1_600, 800)
  await console.getByLabel('Imagem').setInputFiles({ name: 'cadeira.png', mimeType: 'image/png', buffer })
  await console.getByRole('button', { name: 'Remover a imagem' }).waitFor()
  await console.getByRole('button', { name: 'Salvar' }).click()
  await console.getByRole('img', { name: 'Imagem' }).waitFor()

  const { page } = await visit(browser, product.addresses.app, PHONE)
  const sent = page.waitForResponse((response) => response.request().resourceType() === 'image')
  await page.goto('/buy/cadeira')
  const picture = await sent
  expect(picture.headers()['content-type']).toBe('image/webp')
  expect((await picture.body()).length).toBeLessThan(buffer.length / 2)
  const size = 'const { naturalWidth, naturalHeight } = document.querySelector("img"); [naturalWidth, naturalHeight]'
  await expect.poll(() => page.evaluate(size)).toEqual([1_000, 500])
  await Promise.all([console.context().close(), page.context().close()])
})
