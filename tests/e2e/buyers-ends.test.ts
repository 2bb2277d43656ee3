/** Where a buyer's page ends: how the seller is reached, another order, and what there is to do where there is nothing to pay by. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { twMerge } from 'tailwind-merge'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS } from '../support/address.ts'
import { charged, make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, keepSaid, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { choose, fillBuyer, fillByCard, fillCard, reading, sellCourse, statusesOf } from './buyer.ts'
import { onStage } from './stage.ts'

const SUPPORT = { supportEmail: 'ajuda@atelie.example', supportPhone: '(11) 91234-5678' }
const A_WEEK_MS = 7 * 86_400_000

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(() => sellCourse(product))

async function change(settings: object): Promise<void> {
  const { body } = await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')
  const { status } = await product.call('PATCH', `/v1/platforms/${body.data[0]?.id}`, settings)
  expect(status).toBe(200)
}

async function open(path: string, options: BrowserContextOptions = PHONE): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, options)
  await page.goto(path)
  return page
}

interface Made {
  id: string
  provider: string
  transactionId: string
  checkoutToken: string
}
const customer = { name: 'Mariana Duarte', email: 'fim@exemplo.com.br', document: '11144477735', phone: '11912345678' }
const charge = (paymentMethod: string) =>
  charged<Made>(product, { amount: 49_700, paymentMethod, customer, address: ADDRESS, description: 'Curso completo' })

/** Classes that others of the same element overrule: their build has nothing that decides between them (web/src/ui/no-merge.ts). */
async function overruled(page: Page): Promise<string[]> {
  const all = await page.evaluate<string[]>(
    '[...document.querySelectorAll("[class]")].map((e) => e.getAttribute("class"))',
  )
  return all.map((classes) => classes.trim().replace(/\s+/g, ' ')).filter((classes) => twMerge(classes) !== classes)
}

const VIEWS = [
  { name: 'phone', ...PHONE },
  { name: 'phone, dark', ...PHONE, colorScheme: 'dark' },
  { name: 'desk', ...DESKTOP },
] as const

describe('how the seller is reached', () => {
  const contact = (page: Page) => page.getByRole('region', { name: 'Atendimento' })

  async function seesContact(page: Page): Promise<void> {
    const email = contact(page).getByRole('link', { name: SUPPORT.supportEmail })
    await email.waitFor()
    expect(await email.getAttribute('href')).toBe('mailto:ajuda@atelie.example')
    const phone = contact(page).getByRole('link', { name: SUPPORT.supportPhone })
    expect(await phone.getAttribute('href')).toBe('tel:+5511912345678')
    expect((await phone.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await overruled(page)).toEqual([])
    expect(await seriousFindings(page)).toEqual([])
  }

  test('nothing is shown of a seller who has said neither', async () => {
    await change({ supportEmail: null, supportPhone: null })
    const page = await open('/buy/curso')
    await page.getByRole('button', { name: /^Pagar R/ }).waitFor()
    expect(await contact(page).count()).toBe(0)
    await change({ supportPhone: SUPPORT.supportPhone })
    await page.reload()
    await contact(page).getByRole('link').waitFor()
    expect(await contact(page).getByRole('link').count()).toBe(1)
  })

  test.each(VIEWS)(
    'it stands on the offer, at a declined card, on the receipt and its own address ($name)',
    async (view) => {
      await change(SUPPORT)
      const page = await open('/buy/curso', view)
      await seesContact(page)
      await fillByCard(page, 'fim@exemplo.com.br')
      await fillCard(page, '4000000000000002')
      await page.getByRole('button', { name: /^Pagar R/ }).click()
      await page.getByText('O cartão foi recusado').waitFor()
      await seesContact(page)
      await fillCard(page, '4111111111111111')
      await page.getByRole('button', { name: /^Pagar R/ }).click()
      await page.getByText('Pagamento confirmado').waitFor()
      await seesContact(page)
      const { body } = await product.call<{ data: Made[] }>('GET', '/v1/charges?limit=1')
      await page.goto(`/pay/${body.data[0]?.checkoutToken}`)
      await page.getByText('Pagamento confirmado').waitFor()
      await seesContact(page)
    },
  )

  test.each(VIEWS)('and on a link that is over ($name)', async (view) => {
    await change(SUPPORT)
    const over = { amount: 100, expiresAt: '2020-01-01T00:00:00.000Z' }
    const { body } = await product.call<{ url: string }>('POST', '/v1/payment-links', over)
    const page = await open(new URL(body.url).pathname, view)
    await page.getByText('Este link expirou').waitFor()
    await seesContact(page)
  })
})

describe('another order in the same tab', () => {
  test('a finished one is a receipt, however often it is loaded, and offers another, which is paid for itself', async () => {
    const email = 'denovo@exemplo.com.br'
    const page = await open('/buy/curso')
    const buyByPix = async () => {
      await choose(page, 'Pix')
      await fillBuyer(page)
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
      await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor()
      const { body } = await product.call<{ data: Made[] }>('GET', '/v1/charges?limit=1')
      return body.data[0] as Made
    }
    const first = await buyByPix()
    await product.sandbox.act({ provider: first.provider, id: first.transactionId }, 'pay')
    const again = page.getByRole('button', { name: 'Comprar de novo' })
    for (const load of [() => page.reload(), () => page.goto('/buy/curso'), () => page.reload()]) {
      await page.getByText('Pagamento confirmado').waitFor()
      await again.waitFor()
      expect(await page.getByRole('button', { name: /^Pagar R/ }).count()).toBe(0)
      await load()
    }
    expect(await statusesOf(product, email)).toEqual(['APPROVED'])
    await again.click()
    const second = await buyByPix()
    expect(second.id).not.toBe(first.id)
    expect(await statusesOf(product, email)).toEqual(['PENDING', 'APPROVED'])
    await page.reload()
    await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor()
    await product.sandbox.act({ provider: second.provider, id: second.transactionId }, 'pay')
    await page.getByText('Pagamento confirmado').waitFor()
    expect(await statusesOf(product, email)).toEqual(['APPROVED', 'APPROVED'])
  })

  test.each([
    ['refund', 'REFUNDED'],
    ['chargeback', 'CHARGEBACK'],
  ] as const)('one whose money went back (%s) offers another, too', async (deed, status) => {
    const email = `${deed}@exemplo.com.br`
    const page = await open('/buy/curso')
    await fillByCard(page, email)
    await page.getByRole('button', { name: /^Pagar R/ }).click()
    await page.getByText('Pagamento confirmado').waitFor()
    const { body } = await product.call<{ data: Made[] }>('GET', '/v1/charges?limit=1')
    const { provider, transactionId: id } = body.data[0] as Made
    await product.sandbox.act({ provider, id }, deed)
    await expect.poll(() => statusesOf(product, email)).toEqual([status])
    await page.getByText('Pagamento devolvido').waitFor()
    await page.reload()
    await page.getByText('Pagamento devolvido').waitFor()
    await page.getByRole('button', { name: 'Comprar de novo' }).click()
    await fillByCard(page, email)
    await page.getByRole('button', { name: /^Pagar R/ }).click()
    await page.getByText('Pagamento confirmado').waitFor()
    expect(await statusesOf(product, email)).toEqual(['APPROVED', status])
  })
})

describe('nothing to pay by', () => {
  const CODES = { PIX: 'Copiar código Pix', BILLET: 'Copiar linha digitável' } as const
  const WORDS = { PIX: 'código Pix', BILLET: 'boleto' } as const
  const NO_CODE = { pixCode: null, pixQrCode: null, billetCode: null, billetUrl: null }

  test.each([
    ['PIX', PHONE],
    ['BILLET', { ...PHONE, colorScheme: 'dark' }],
    ['PIX', DESKTOP],
  ] as const)('%s: a code that is not there yet is waited for, in words that become true', async (method, view) => {
    const { checkoutToken } = await charge(method)
    const { page } = await visit(browser, product.addresses.app, view)
    // A telephone's clock is ahead, and the page counts from when it is drawn, however long it took to come.
    await page.clock.install({ time: Date.now() + 120_000 })
    let age = -60_000
    await reading(page, (_, now) => ({ ...NO_CODE, createdAt: new Date(now - age).toISOString() }))
    const said = await keepSaid(page)
    await page.goto(`/pay/${checkoutToken}`)
    for (const words of [`Preparando o seu ${WORDS[method]}…`, 'Leva só um instante'])
      await expect.poll(said).toContain(words)
    await page.clock.fastForward(5_000)
    await page.getByText('Está demorando mais que o normal').waitFor()
    await page.clock.fastForward(60_000)
    expect(await overruled(page)).toEqual([])
    const late = page.getByText(/^O (código|boleto) ainda não ficou pronto$/)
    await late.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    age = 60_000
    await page.reload()
    await late.waitFor()
    await page.unrouteAll()
    await page.clock.fastForward(3_000)
    await page.getByRole('button', { name: CODES[method] }).waitFor()
    expect(await late.count()).toBe(0)
  })

  test.each([true, false])('BILLET: its own address says that it is mailed where it is (%s)', async (mailed) => {
    const { checkoutToken } = await charge('BILLET')
    const { page } = await visit(browser, product.addresses.app, PHONE)
    await reading(page, () => ({ mailed }))
    await page.goto(`/pay/${checkoutToken}`)
    await page.getByRole('button', { name: CODES.BILLET }).waitFor()
    expect(await page.getByText('O boleto também deve chegar ao seu e-mail.').count()).toBe(mailed ? 1 : 0)
    expect(await seriousFindings(page)).toEqual([])
  })

  /** A week after it was made: by the API's clock, as a device's own says nothing. */
  async function openLater(token: string, view: BrowserContextOptions): Promise<Page> {
    const { page } = await visit(browser, product.addresses.app, view)
    await reading(page, (made) => ({ expiresAt: new Date(Date.parse(made.expiresAt) - A_WEEK_MS).toISOString() }))
    await page.goto(`/pay/${token}`)
    return page
  }

  test.each([
    ['PIX', 'O código expirou', 'peça um novo código a Loja Demo', PHONE],
    ['BILLET', 'O boleto venceu', 'peça um novo boleto a Loja Demo', { ...PHONE, colorScheme: 'dark' }],
    ['BILLET', 'O boleto venceu', 'peça um novo boleto a Loja Demo', DESKTOP],
  ] as const)('%s: one of a seller that is past its time sends to the seller', async (method, title, ask, view) => {
    const { checkoutToken } = await charge(method)
    const page = await openLater(checkoutToken, view)
    await page.getByText(title).waitFor()
    await page.getByText(ask).waitFor()
    expect(await page.getByRole('button', { name: CODES[method] }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Fazer um novo pedido' }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('one that was bought on a page leads back to it', async () => {
    const page = await open('/buy/curso')
    await choose(page, 'Pix')
    await fillBuyer(page)
    await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
    await page.getByRole('button', { name: CODES.PIX }).waitFor()
    const { body } = await product.call<{ data: Made[] }>('GET', '/v1/charges?limit=1')
    const later = await openLater(body.data[0]?.checkoutToken ?? '', PHONE)
    await later.getByText('O código expirou').waitFor()
    expect(await seriousFindings(later)).toEqual([])
    await later.getByRole('link', { name: 'Fazer um novo pedido' }).click()
    await later.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).waitFor()
  })

  test('one that was cancelled, or that its provider gave up, says which, and whom to ask', async () => {
    const canceled = await charge('PIX')
    const page = await open(`/pay/${canceled.checkoutToken}`)
    await page.getByRole('button', { name: CODES.PIX }).waitFor()
    await make(product, `/v1/operations/charge%2F${canceled.id}/cancel`, {})
    await page.getByText('Esta cobrança foi cancelada').waitFor()
    await page.getByText('peça um novo código a Loja Demo').waitFor()
    const refused = await charge('BILLET')
    await page.goto(`/pay/${refused.checkoutToken}`)
    await page.getByRole('button', { name: CODES.BILLET }).waitFor()
    await product.sandbox.act({ provider: refused.provider, id: refused.transactionId }, 'refuse')
    await page.getByText('O pagamento não foi concluído').waitFor()
    await page.getByText('peça um novo boleto a Loja Demo').waitFor()
  })
})

test('what the installments come to stands below the price, of each number of units, and says what costs interest', async () => {
  await change({ maxInstallmentsWithoutInterest: 3 })
  for (const view of VIEWS) {
    const page = await open('/buy/curso', view)
    await page.getByText('ou em até 3x de R$ 165,66 (uma de R$ 165,68) sem juros').waitFor()
    await page.getByText('ou em até 12x de R$ 48,57 (uma de R$ 48,61), total R$ 582,88 com juros').waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Mais uma unidade' }).click()
    await page.getByText('ou em até 3x de R$ 331,33 (uma de R$ 331,34) sem juros').waitFor()
    await page.context().close()
  }
  await change({ maxInstallmentsWithoutInterest: 12 })
  const page = await open('/buy/curso')
  await page.getByText('ou em até 12x de R$ 41,41 (uma de R$ 41,49) sem juros').waitFor()
  expect(await page.getByText('com juros').count()).toBe(0)
  await change({ maxInstallmentsWithoutInterest: 1 })
})
