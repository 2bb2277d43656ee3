/** An engineer of a seller has an endpoint examined, reads what to mend, mends it, and passes. */
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EXAM_QUESTION_NAMES } from '../../domain/exam.ts'
import { type Flaw, startExaminedShop } from '../support/examined-shop.ts'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

type Shop = Awaited<ReturnType<typeof startExaminedShop>>

let product: TestProduct
let browser: Browser
let testKey: string
const shops: Shop[] = []
onStage(
  (stage) => {
    ;({ product, browser } = stage)
  },
  {},
  // As in the product: an exam's slow provider takes longer than that, and still answers in the time that a provider has.
  { creationWaitMs: 10_000 },
)
beforeAll(async () => {
  const body = { name: 'exames', role: 'admin', mode: 'test' }
  testKey = (await product.call<{ key: string }>('POST', '/v1/api-keys', body)).body.key
})
afterEach(() => {
  for (const shop of shops.splice(0)) shop.close()
})

const CHARGE = {
  paymentMethod: 'PIX',
  customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
}
const ALL = EXAM_QUESTION_NAMES.length
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

/** A seller's system behind a test endpoint whose secret it knows. */
async function startShop(flaw?: Flaw): Promise<Shop> {
  const byKey = { authorization: `Bearer ${testKey}` }
  const asked = { url: 'http://127.0.0.1:9/', events: ['*'] }
  const { body } = await product.call<{ id: string; secret: string }>('POST', '/v1/webhook-endpoints', asked, byKey)
  const shop = await startExaminedShop(body.secret, flaw)
  shops.push(shop)
  await product.call('PATCH', `/v1/webhook-endpoints/${body.id}`, { url: shop.url }, byKey)
  return shop
}

async function begin(page: Page, shop: Shop, stateUrl?: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Endpoint' }).click()
  await page.getByRole('option', { name: shop.url }).click()
  if (stateUrl) await page.getByLabel('Onde o seu sistema conta o que guardou').fill(stateUrl)
  await page.getByRole('button', { name: 'Começar exame' }).click()
}

const questionOf = (page: Page, title: string) => page.getByRole('group').filter({ hasText: title })

describe.each([
  ['a desk', {}],
  ['a phone', PHONE],
])('on %s', (where, screen) => {
  test('an exam is begun, says of each question what was sent, answered and right, and how to mend what was not', async () => {
    const shop = await startShop('counts repeats')
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...screen })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/exams')
    await page.getByText('O exame é feito no modo teste').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.locator('main').getByRole('link', { name: 'Ver dados de teste' }).click()
    await page.getByRole('button', { name: 'Novo exame' }).click()
    await page.getByLabel('Onde o seu sistema conta o que guardou').fill('http://127.0.0.1:1/charges/charge-id')
    await page.getByRole('button', { name: 'Começar exame' }).click()
    await page.getByText(/^Precisa começar com http/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await shot(page, `begin-${where}`)
    expect(shop.arrived).toEqual([])
    await begin(page, shop, shop.stateUrl.replace('{id}', 'charge-id'))

    await page.getByText('Uma pergunta não foi respondida como deveria.').waitFor()
    await page.getByText(`${ALL - 1} de ${ALL} certas`).waitFor()
    const failed = questionOf(page, 'O mesmo evento duas vezes')
    await failed.getByText('O seu sistema contou a mesma cobrança como paga mais de uma vez.').waitFor()
    await failed.getByText('Guarde o id de cada evento que tratou.').waitFor()
    expect(await failed.getByText('respondeu 200').count()).toBe(3)
    await failed.getByText('repetida', { exact: true }).waitFor()
    const passed = questionOf(page, 'Um evento falsificado')
    expect(await passed.getByText('assinatura falsa').isVisible()).toBe(false)
    await passed.getByText('Um evento falsificado').click()
    await passed.getByText('assinatura falsa').waitFor()
    await passed.getByText('respondeu 401').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await shot(page, `detail-${where}`)

    await page.getByRole('button', { name: 'Copiar resumo' }).click()
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    await expect.poll(copied).toContain(`${ALL - 1} de ${ALL} perguntas certas\n${shop.url}`)
    const summary = await copied()
    expect(summary).toMatch(/✗ O mesmo evento duas vezes\n.+mais de uma vez\.\n.+Guarde o id/)
    expect(summary.match(/^✓/gm)).toHaveLength(ALL - 1)
    await page.getByRole('link', { name: 'Exames de integração' }).click()
    await page.getByRole('link', { name: `Abrir o exame de ${shop.url}` }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await shot(page, `list-${where}`)
    expect(complaints).toEqual([])
  })
})

test('a good system passes, in English and in the dark, also from its endpoint', async () => {
  const shop = await startShop()
  const { page } = await visit(browser, product.addresses.app, { role: 'admin', colorScheme: 'dark' })
  await page.addInitScript("localStorage.setItem('trilho.language', 'en')")
  await page.goto('/test/webhook-endpoints')
  await page.getByRole('button', { name: `Open the endpoint ${shop.url}` }).click()
  await page.getByRole('link', { name: 'Examine this endpoint' }).click()
  await page.getByRole('button', { name: 'Begin exam' }).click()
  await page.getByText(`Your system passed all ${ALL} questions.`).waitFor()
  await page.getByText('Only the answers were checked').waitFor()
  expect(shop.arrived.length).toBeGreaterThan(10)
  expect(await seriousFindings(page)).toEqual([])
  await shot(page, 'detail-dark')
})

test('an exam of requests says what was played, what was asked and what became of it', async () => {
  const shop = await startShop()
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
  await page.goto('/test/exams?examine=new')
  await page.getByRole('radio', { name: /O que ele faz quando os pedidos dão errado/ }).check()
  expect(await seriousFindings(page)).toEqual([])
  await begin(page, shop)
  await page.getByText('Faça agora três cobranças no seu sistema de testes').waitFor()
  const charge = (amount: number, key: string) =>
    product.call<{ id: string }>(
      'POST',
      '/v1/charges',
      { ...CHARGE, amount },
      { authorization: `Bearer ${testKey}`, 'idempotency-key': key },
    )
  // It forgets its key, and charges for the order again.
  expect((await charge(1_000, 'first')).status).toBe(503)
  expect([201, 202]).toContain((await charge(1_000, 'first-again')).status)
  for (const [amount, key] of [
    [2_000, 'second'],
    [3_000, 'third'],
  ] as const) {
    const { status, body } = await charge(amount, key)
    expect(status).toBe(202)
    await product.call('GET', `/v1/charges/${body.id}`, undefined, { authorization: `Bearer ${testKey}` })
  }
  await page.getByText('2 de 3 certas').waitFor()
  const failed = questionOf(page, 'A resposta que se perdeu')
  await failed.getByText('O mesmo pedido foi cobrado de novo com outra Idempotency-Key').waitFor()
  await failed.getByText('respondemos 503').waitFor()
  await failed.getByText('Guarde a Idempotency-Key com o pedido antes de enviar').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('Ctrl-K leads there; who is no administrator reads exams and begins none', async () => {
  const admin = await visit(browser, product.addresses.app, { role: 'admin' })
  await admin.page.goto('/test/charges')
  await admin.page.getByRole('heading', { level: 1 }).waitFor()
  await admin.page.keyboard.press('Control+K')
  await admin.page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('examinar')
  await admin.page.getByRole('option', { name: 'Examinar uma integração' }).click()
  await admin.page.getByRole('dialog', { name: 'Examinar uma integração' }).waitFor()

  const seller = await visit(browser, product.addresses.app, { role: 'seller' })
  await seller.page.goto('/test/exams?examine=new')
  await seller.page.getByText('O exame conta ao seu sistema').waitFor()
  expect(await seller.page.getByRole('button', { name: 'Novo exame' }).count()).toBe(0)
  expect(await seller.page.getByRole('dialog').count()).toBe(0)
})
