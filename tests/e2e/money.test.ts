/** Money as it is typed, sent and shown. */
import type { Browser, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { OUR_MESSAGES } from '../../domain/our-messages.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { signOutElsewhere } from './signing-in.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

async function open(address: string, options: object = {}): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...options })
  await page.goto(address)
  return page
}

/** With a session of its own, which can be ended. */
async function signInTo(address: string): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app)
  await page.goto(`/sign-in?next=${address}`)
  await page.getByRole('button', { name: /^Vendedor/ }).click()
  return page
}

/** A form of money, filled in up to its last button. */
interface Form {
  list: string
  /** Of the link to it in the list. */
  link: string
  path: string
  fill: (page: Page) => Promise<void>
  submit: string
  made: string
  refused: string
  /** What leads to it from there. */
  open: string
}

const WITHDRAWAL: Form = {
  list: '/withdrawals',
  link: 'Novo saque',
  path: '**/v1/withdrawals',
  async fill(page) {
    await page.getByLabel('Valor do saque').fill('4321')
    await page.getByLabel('Chave Pix').fill('11144477735')
    await page.getByRole('button', { name: 'Sacar R$ 43,21' }).click()
    await page.getByRole('dialog', { name: 'Enviar este saque?' }).waitFor()
  },
  submit: '[role=dialog] [data-body] button:last-child',
  made: 'Saque de R$ 43,21 pedido',
  refused: 'Saque de R$ 43,21 recusado',
  open: 'Abrir saque',
}

const CHARGE: Form = {
  list: '/charges',
  link: 'Nova cobrança',
  path: '**/v1/charges',
  async fill(page) {
    await page.getByLabel('Descrição do item').fill('Curso de fotografia')
    await page.getByLabel('Valor unitário').fill('4321')
    await page.getByLabel('Nome completo').fill('Mariana Duarte')
    await page.getByLabel('E-mail').fill('mariana@exemplo.com.br')
    await page.getByLabel('CPF ou CNPJ').fill('11144477735')
    await page.getByLabel('Telefone').fill('11912345678')
    await page.getByRole('button', { name: 'Cobrar R$ 43,21' }).waitFor()
  },
  submit: 'form button[type=submit]',
  made: 'Cobrança de R$ 43,21 criada',
  refused: 'Cobrança de R$ 43,21 recusada',
  open: 'Abrir cobrança',
}

/** What is sent waits, and ends so once it is let go. */
async function hold(page: Page, path: string, end: (route: Route) => Promise<void>) {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  let sent = 0
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent += 1
    await isLetGo
    return end(route)
  })
  return { letGo, sent: () => sent }
}

describe.each([
  ['a withdrawal', WITHDRAWAL],
  ['a charge', CHARGE],
])('%s', (_, form) => {
  test('is sent once by two clicks at once', async () => {
    const page = await open(`${form.list}/new`)
    await form.fill(page)
    const held = await hold(page, form.path, (route) => route.fallback())
    await page.evaluate(`(() => {
      const button = document.querySelector('${form.submit}')
      button.click()
      button.click()
    })()`)
    held.letGo()
    await page.getByRole('heading', { name: 'R$ 43,21' }).waitFor()
    expect(held.sent()).toBe(1)
    await page.context().close()
  })

  async function leftWhileSending(end: (route: Route) => Promise<void>, enter = open) {
    const page = await enter(form.list)
    await page.getByRole('link', { name: form.link }).first().click()
    await form.fill(page)
    const held = await hold(page, form.path, end)
    await page.locator(form.submit).last().click()
    await expect.poll(held.sent).toBe(1)
    await page.goBack()
    await page.getByRole('link', { name: form.link }).first().waitFor()
    return { page, letGo: held.letGo }
  }
  test('whose page was left is told of once it is made, and can be opened', async () => {
    const { page, letGo } = await leftWhileSending((route) => route.fallback())
    letGo()
    await page.getByText(form.made).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: form.open }).click()
    await page.getByRole('heading', { name: 'R$ 43,21' }).waitFor()
    await page.context().close()
  })

  test.each([
    ['its provider', 'Sem saldo', 'Sem saldo'],
    ['this service', OUR_MESSAGES.noPixCode, 'A resposta não tem código Pix'],
  ])('whose page was left is told of as refused, in the words of %s', async (_who, failureMessage, said) => {
    const { page, letGo } = await leftWhileSending(async (route) => {
      const response = await route.fetch()
      const refused = { ...(await response.json()), status: 'REJECTED', failureMessage }
      await route.fulfill({ response, json: refused })
    })
    letGo()
    await page.locator('[data-toast=error]', { hasText: form.refused }).filter({ hasText: said }).waitFor()
    await page.context().close()
  })

  test('whose session has ended, as in another tab, is told of no more', async () => {
    const json = { id: crypto.randomUUID(), status: 'PENDING', amount: 4321, finalValue: 4321, currency: 'BRL' }
    const { page, letGo } = await leftWhileSending((route) => route.fulfill({ status: 202, json }), signInTo)
    await signOutElsewhere(page)
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    const answered = page.waitForResponse(form.path)
    letGo()
    await (await answered).finished()
    // What the answer leads to is shown before that of a later request is here.
    await page.evaluate("fetch('/v1/settings').then(() => new Promise(requestAnimationFrame))")
    expect(await page.locator('[data-toast]').count()).toBe(0)
    await page.context().close()
  })

  test('whose page was left is told of as unknown when its answer is lost, and leads back to what was sent', async () => {
    const { page, letGo } = await leftWhileSending((route) => route.abort())
    letGo()
    await page.getByText('Sem resposta', { exact: true }).waitFor()
    await page.getByText('o mesmo envio nunca').waitFor()
    await page.getByRole('button', { name: 'Abrir formulário' }).click()
    await expect.poll(() => page.getByText('43,21').count()).toBeGreaterThan(0)
    await page.context().close()
  })
})

test.each([
  ['1e9', 'R$ 0,00', 'Só números'],
  ['1.234,56', 'R$ 1.234,56'],
  ['R$ 1.234,56', 'R$ 1.234,56'],
  ['1234.5', 'R$ 1.234,50'],
  ['-5', 'R$ 0,00', 'Só números'],
  ['1.000.000.000,00', 'R$ 0,00', 'No máximo R$\u00a0999.999.999,99'],
])('pasted %j is the amount that it reads as, or is refused in words', async (text, shown, refused?: string) => {
  const page = await open('/withdrawals/new')
  const field = page.getByLabel('Valor do saque')
  await field.focus()
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    if (document.activeElement.dispatchEvent(paste)) document.execCommand('insertText', false, ${JSON.stringify(text)})
  })()`)
  await expect.poll(async () => (await field.inputValue()).replaceAll('\u00a0', ' ')).toBe(shown)
  for (const words of ['Só números', 'No máximo R$\u00a0999.999.999,99']) {
    expect(await page.getByText(words).count(), words).toBe(words === refused ? 1 : 0)
  }
  await page.context().close()
})

test('a typed character that is part of no amount is refused in words that stay while the rest is typed', async () => {
  const page = await open('/withdrawals/new')
  const field = page.getByLabel('Valor do saque')
  await field.pressSequentially('1e9')
  await page.getByText('Só números').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await seriousFindings(page)).toEqual([])
  await field.fill('12,50')
  expect((await field.inputValue()).replaceAll('\u00a0', ' ')).toBe('R$ 12,50')
  expect(await page.getByText('Só números').count()).toBe(0)
  await page.context().close()
})

test.each([360, 390, 1024, 1280])(
  'at %i px no figure of the overview is cut, however much money it is',
  async (width) => {
    const page = await open('/', { ...PHONE, viewport: { width, height: 800 } })
    await page.route('**/v1/analytics?*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const [approvedAmount, pendingAmount, refundedAmount] = [1_234_567_890, -1_234_567_890_123, 1_234_567_890]
      return route.fulfill({
        response,
        json: { ...body, total: { ...body.total, approvedAmount, pendingAmount, refundedAmount } },
      })
    })
    await page.reload()
    await page.getByText('12.345.678.901,23').waitFor()
    // The pages' own font comes after the first drawing, and words are of another width in it.
    await page.evaluate('document.fonts.ready')
    const cut = await page.evaluate(`[...document.querySelectorAll('main li > p.figures:first-of-type')]
    .filter((figure) => {
      const frame = figure.closest('ul').getBoundingClientRect()
      const words = document.createRange()
      words.selectNodeContents(figure)
      const { left, right } = words.getBoundingClientRect()
      return figure.scrollWidth > figure.clientWidth || left < frame.left || right > frame.right
    })
    .map(({ textContent }) => textContent)`)
    expect(cut).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    // The page reads the figures again and again: an answer that is being changed is not cut off.
    await page.unrouteAll({ behavior: 'wait' })
    await page.context().close()
  },
)
