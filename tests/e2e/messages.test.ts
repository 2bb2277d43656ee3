/** Where the console's messages stand, how long they do, and how they are reached. */
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { atRest, hasFocus, PHONE, seriousFindings, visit } from './browser.ts'
import { signOut, signOutElsewhere } from './signing-in.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const EMAIL = 'convidada@loja.example'
beforeAll(() => product.call('POST', '/v1/invitations', { email: EMAIL, role: 'seller' }))

const DESK = { viewport: { width: 1440, height: 900 } }
const messages = (page: Page) => page.locator('[data-toast]')
const dismiss = (message: Locator) => message.getByRole('button', { name: 'Dispensar a mensagem' })
const resend = (page: Page) => page.getByRole('button', { name: `Enviar de novo para ${EMAIL}` }).click()

/** On a page where a button tells how it went. */
async function come(options: object): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin', ...options })
  await page.clock.install()
  await page.goto('/people')
  await page.getByText(EMAIL).waitFor()
  return page
}

const fail = (page: Page) => page.route('**/resend', (route) => route.abort())

/** What of the page, from its top, a message lies on. */
const covered = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    scrollTo(0, 0)
    const messages = [...document.querySelectorAll('[data-toast]')].map((message) => message.getBoundingClientRect())
    const parts = document.querySelectorAll('main > *, header, aside > *, [role=dialog], [role=menu]')
    return [...parts].filter((part) => {
      const { top, bottom, left, right, width, height } = part.getBoundingClientRect()
      return width * height > 0 && messages.some((message) =>
        top < message.bottom && bottom > message.top && left < message.right && right > message.left)
    }).map((part) => part.outerHTML.slice(0, 100))
  })()`)

async function expectUncovered(page: Page): Promise<void> {
  await atRest(page)
  await expect.poll(() => covered(page)).toEqual([])
}

describe.each([
  ['a wide desk', DESK],
  ['a narrow desk', { viewport: { width: 1024, height: 768 } }],
  ['a phone', PHONE],
])('at %s', (_, size) => {
  test('messages cover nothing: neither the page, nor the menu of the user, nor a dialog', async () => {
    const page = await come(size)
    await fail(page)
    await resend(page)
    await messages(page).waitFor()
    await page.route('**/resend', (route) => route.fulfill({ status: 429 }))
    await resend(page)
    await expect.poll(() => messages(page).count()).toBe(2)
    await expectUncovered(page)
    expect(await seriousFindings(page)).toEqual([])

    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Convidar' }).click()
    await dialog.waitFor()
    await expectUncovered(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await dialog.waitFor({ state: 'detached' })

    if (size === PHONE) await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('button', { name: /^Sua conta/ }).click()
    await page.getByRole('menu').waitFor()
    await expectUncovered(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Conciliação' }).click()
    await page.getByRole('button', { name: 'Importar extrato' }).first().click()
    await dialog.waitFor()
    await expectUncovered(page)
  })
})

test('a success goes by itself, an error stays, is said once however often, and can be dismissed', async () => {
  const page = await come(DESK)
  await resend(page)
  await messages(page).filter({ hasText: 'Convite enviado de novo.' }).waitFor()
  await fail(page)
  const error = messages(page).filter({ hasText: 'Não deu certo' })
  for (const _ of [1, 2]) {
    const failed = page.waitForEvent('requestfailed')
    await resend(page)
    await failed
    await error.waitFor()
  }
  await page.mouse.move(700, 10)
  await page.clock.runFor(60_000)
  await expect.poll(() => messages(page).count()).toBe(1)
  expect(await page.locator('[aria-live=assertive]', { has: error }).count()).toBe(1)
  await dismiss(error).click()
  await error.waitFor({ state: 'detached' })
})

test('a message is reached by the keyboard, also past a dialog, and gives the focus back', async () => {
  const page = await come(DESK)
  await fail(page)
  await resend(page)
  await messages(page).waitFor()
  await page.getByRole('button', { name: 'Convidar' }).click()
  const field = page.getByRole('dialog').getByLabel('E-mails')
  await expect.poll(() => hasFocus(field)).toBe(true)
  await page.keyboard.press('F8')
  expect(await hasFocus(dismiss(messages(page)))).toBe(true)
  await page.keyboard.press('Enter')
  await messages(page).waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(field)).toBe(true)
})

test('the dismissing is named in English, too', async () => {
  const page = await come(DESK)
  await page.evaluate("localStorage.setItem('trilho.language', 'en')")
  await page.reload()
  await fail(page)
  await page.getByRole('button', { name: `Send again to ${EMAIL}` }).click()
  await messages(page).getByRole('button', { name: 'Dismiss the message' }).waitFor()
})

const ENDS: Record<string, (page: Page) => Promise<unknown>> = {
  'signing out': signOut,
  'signing out in another tab': signOutElsewhere,
  'a session that ends elsewhere': async (page) => {
    await page.request.post('/v1/auth/sign-out', { headers: { origin: product.addresses.app } })
    await page.getByRole('link', { name: 'Cobranças' }).click()
  },
}
test.each(Object.entries(ENDS))('%s clears them', async (_, end) => {
  const { page } = await visit(browser, product.addresses.app, DESK)
  await page.goto('/sign-in?next=/people')
  await page.getByRole('button', { name: /^Administrador/ }).click()
  await fail(page)
  await resend(page)
  await messages(page).waitFor()
  await end(page)
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  expect(await messages(page).count()).toBe(0)
})
