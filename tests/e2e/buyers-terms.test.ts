/** What a buyer is told of what is to be paid: until when, how, and in which parts. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ADDRESS } from '../support/address.ts'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { choose, fillBuyer, reading, sellCourse } from './buyer.ts'
import { onStage } from './stage.ts'

const COPY_LINE = 'Copiar linha digitável'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
let url: string
beforeAll(async () => {
  await sellCourse(product)
  const paymentMethods = ['BILLET', 'PIX']
  const { body } = await product.call<{ url: string }>('POST', '/v1/payment-links', { amount: 4_700, paymentMethods })
  url = new URL(body.url).pathname
})

interface Made {
  id: string
  provider: string
  transactionId: string
  checkoutToken: string
}
const customer = { name: 'Mariana Duarte', email: 'dia@exemplo.com.br', document: '11144477735', phone: '11912345678' }
const boleto = { amount: 49_700, paymentMethod: 'BILLET', customer, address: ADDRESS, description: 'Curso' }

/** The first moment of a day in São Paulo, which has kept one clock the whole year since 2019. */
const startOf = (now: number) =>
  Date.parse(`${new Date(now - 3 * 3_600_000).toISOString().slice(0, 10)}T00:00:00-03:00`)

test('a boleto can be paid on the whole of its last day, and is past due on the next', async () => {
  const { checkoutToken } = await charged<Made>(product, boleto)
  const { page } = await visit(browser, product.addresses.app, PHONE)
  let before = 0
  await reading(page, (_, now) => ({ expiresAt: new Date(startOf(now) - before).toISOString() }))
  await page.goto(`/pay/${checkoutToken}`)
  await page.getByRole('button', { name: COPY_LINE }).waitFor()
  expect(await page.getByText('O boleto venceu').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  before = 1
  await page.reload()
  await page.getByText('O boleto venceu').waitFor()
  expect(await page.getByRole('button', { name: COPY_LINE }).count()).toBe(0)
})

test('on its last day the page that sold it shows it, here and in another tab, and offers no other code', async () => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await reading(page, (_, now) => ({ expiresAt: new Date(startOf(now)).toISOString() }))
  await page.goto(url)
  await choose(page, 'Boleto')
  await fillBuyer(page)
  await page.getByRole('button', { name: 'Gerar boleto de R$ 47,00' }).click()
  await page.getByRole('button', { name: COPY_LINE }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: COPY_LINE }).waitFor()
  expect(await page.getByRole('button', { name: 'Gerar outro' }).count()).toBe(0)
  const tab = await page.context().newPage()
  await reading(tab, (_, now) => ({ expiresAt: new Date(startOf(now)).toISOString() }))
  await tab.goto(url)
  await tab.getByText('Você tem um boleto em aberto aqui').waitFor()
})

test('the time for a Pix does not read as a time of the day', async () => {
  const { checkoutToken } = await charged<Made>(product, { ...boleto, paymentMethod: 'PIX' })
  const { page } = await visit(browser, product.addresses.app, PHONE)
  let left = 23.5 * 3_600_000
  await reading(page, (_, now) => ({ expiresAt: new Date(now + left).toISOString() }))
  await page.goto(`/pay/${checkoutToken}`)
  await page.getByText(/^Tempo para pagar: 23 h (30|29) min$/).waitFor()
  const steps = page.getByRole('list').filter({ hasText: 'Copie o código' }).getByRole('listitem')
  expect(await steps.allInnerTexts()).toEqual([
    expect.stringContaining('Copie o código'),
    expect.stringContaining('No aplicativo do banco, escolha Pix Copia e Cola e cole, ou leia o QR code'),
    expect.stringContaining('Confirme: esta página avisa quando o pagamento chegar'),
  ])
  left = 1_800_000
  await page.reload()
  await page.getByText(/^Tempo para pagar: (30:00|29:\d\d)$/).waitFor()
})

const inCents = (reais = '') => Number(reais.replace(/\D/g, ''))

/** What is chosen, as a buyer with a pencil would do it: "3x de R$ 1,01 · total R$ 3,04" and, below, "Uma das parcelas é de R$ 1,02." */
function sumOf(chosen: string, note: string): { sum: number; total: number } {
  const [, number, each, total] = /^(\d+)x de R\$\s([\d.,]+) · total R\$\s([\d.,]+)$/.exec(chosen) ?? []
  const [, odd = each] = /Uma das parcelas é de R\$\s([\d.,]+\d)/.exec(note) ?? []
  return { sum: (Number(number) - 1) * inCents(each) + inCents(odd), total: inCents(total) }
}

/** Of a choice, beside whose arrow a character and a half has no room. */
async function roomFor(page: Page, text: string): Promise<{ room: number; needed: number }> {
  const id = await page.getByLabel('Parcelas').getAttribute('id')
  return page.evaluate(`(() => {
    const select = document.getElementById(${JSON.stringify(id)})
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    const pen = new OffscreenCanvas(1, 1).getContext('2d')
    pen.font = font
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - 24
    return { room, needed: pen.measureText(${JSON.stringify(text)}).width }
  })()`)
}

test('a choice of installments is shown whole on a phone, and adds up to its total with what stands below it', async () => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.goto('/buy/curso')
  await choose(page, 'Cartão')
  const field = page.getByLabel('Parcelas')
  const texts = await field.getByRole('option').allTextContents()
  expect(texts.map((text) => Number.parseInt(text, 10)).slice(1)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  for (const [index, text] of texts.entries()) {
    const { room, needed } = await roomFor(page, text)
    expect(needed, text).toBeLessThanOrEqual(room)
    if (index === 0) continue
    await field.selectOption(String(index + 1))
    const note = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`)
    const { sum, total } = sumOf(text, await note.innerText())
    expect(sum, text).toBe(total)
    expect(inCents(/Total de R\$\s([\d.,]+),/.exec(await note.innerText())?.[1])).toBe(total)
  }
  expect(await seriousFindings(page)).toEqual([])
})
