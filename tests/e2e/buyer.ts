/** What a buyer does on a page that sells. */
import type { Page, Route } from 'playwright-core'
import type { TestProduct } from '../support/product.ts'

const ANSWERS = {
  'Nome completo': 'Mariana Duarte',
  'E-mail': 'mariana@exemplo.com.br',
  'CPF ou CNPJ': '11144477735',
  Telefone: '11912345678',
  CEP: '01310100',
  Rua: 'Avenida Paulista',
  'Número e complemento': '1000, ap. 12',
  Bairro: 'Bela Vista',
  Cidade: 'São Paulo',
  Estado: 'SP',
}

/** Whatever of these the page asks for. */
export async function fillBuyer(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(ANSWERS)) {
    const field = page.getByLabel(new RegExp(`^${label}\\s*\\*?$`))
    if ((await field.count()) > 0) await field.fill(text)
  }
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Número do cartão').fill(number)
  await page.getByLabel('Validade').fill('0839')
  await page.getByLabel('Código de segurança').fill('123')
  // Pasted, with a space without width and the end of an embedding, which are not seen.
  await page.getByLabel('Nome impresso no cartão').fill('Mariana\u200b Duarte\u202c')
}

const SUBMITS = { Pix: /^Pagar .* com Pix$/, Cartão: /^Pagar .* com cartão$/, Boleto: /^Gerar boleto/ } as const

/** The radio is checked before the page asks for what that way needs; its button says that it does. */
export async function choose(page: Page, method: keyof typeof SUBMITS): Promise<void> {
  await page.locator('label', { hasText: method }).first().click()
  await page.getByRole('button', { name: SUBMITS[method] }).waitFor()
}

/** All that a buyer by card types; the card is one that is approved. */
export async function fillByCard(page: Page, email: string): Promise<void> {
  await choose(page, 'Cartão')
  await fillBuyer(page)
  await page.getByLabel('E-mail').fill(email)
  await fillCard(page, '4111111111111111')
}

/** A course is for sale, by Pix and card. @returns its offer's id. */
export async function sellCourse(product: TestProduct, slug = 'curso'): Promise<string> {
  const make = async (path: string, body: object) => (await product.call<{ id: string }>('POST', path, body)).body.id
  const productId = await make('/v1/products', { name: 'Curso de fotografia' })
  const offer = { productId, name: 'Curso completo', price: 49_700, paymentMethods: ['PIX', 'CREDIT_CARD'] }
  return make('/v1/offers', { ...offer, slug })
}

/** How the charges of a buyer stand. */
export async function statusesOf(product: TestProduct, email: string): Promise<string[]> {
  const path = '/v1/charges?limit=100'
  const { body } = await product.call<{ data: { status: string; customer: { email: string } }[] }>('GET', path)
  return body.data.filter(({ customer }) => customer.email === email).map(({ status }) => status)
}

/** As if the payment were another one. `now` is by the API's clock. */
export async function reading(
  page: Page,
  changed: (checkout: { expiresAt: string }, now: number) => object,
): Promise<void> {
  await page.route(/\/v1\/checkout\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const checkout = await response.json()
    const now = Date.parse(response.headers().date ?? '')
    await route.fulfill({ response, json: { ...checkout, ...changed(checkout, now) } })
  })
  await page.route(/\/stream$/, (route) => route.abort())
}

export const PAYING = /\/v1\/checkout\/pages\/[^/]+\/charges(\?|$)/

export type Ending = (route: Route) => Promise<void> | undefined
export const never: Ending = () => undefined
export const cut: Ending = (route) => route.abort()
/** What a proxy says where the API gives it no answer. */
export const proxysPage =
  (status: number): Ending =>
  (route) =>
    route.fulfill({ status, contentType: 'text/html', body: `<h1>${status}</h1>` })

/**
 * The server hears what is sent to pay, and the page hears something else than its answer; `heard` resolves once there is one. A page that
 * asks after it, which it does by itself within seconds, hears nothing as long as this stands.
 */
export async function loseAnswer(page: Page, ending: Ending): Promise<{ heard: Promise<void> }> {
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  await page.route(PAYING, async (route) => {
    if (route.request().method() !== 'POST') return route.abort()
    await route.fetch()
    resolve()
    await ending(route)
  })
  return { heard }
}

/** Of a try whose answer was lost the page hears nothing, however often it asks, until `answer` is called. */
export async function holdOutcome(page: Page): Promise<{ answer: () => void }> {
  const { promise: isLetGo, resolve: answer } = Promise.withResolvers<void>()
  await page.route(PAYING, async (route) => {
    if (route.request().method() === 'GET') await isLetGo
    await route.fallback()
  })
  return { answer }
}

/** What is sent to pay arrives nowhere. A page that asks after it hears nothing until `answer` is called. */
export async function loseTry(page: Page): Promise<{ answer: () => void }> {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route(PAYING, async (route) => {
    if (route.request().method() === 'POST') return route.abort()
    await asked
    await route.fallback()
  })
  return { answer }
}
