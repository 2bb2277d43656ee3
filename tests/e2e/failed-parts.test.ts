/** Pages, and parts of them, whose first reading fails say so where they stand, and are read again when asked. */
import type { Browser, Locator, Page, Response } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { hasFocus, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

let charge: { id: string }
beforeAll(async () => {
  charge = await charged(product, {
    amount: 14_990,
    paymentMethod: 'PIX',
    customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
  })
})

/** @param isPart whether an address is the part's. @returns lets it be answered from now on. */
async function failing(page: Page, isPart: (url: URL) => boolean): Promise<() => void> {
  let isFailing = true
  await page.route(isPart, (route) => (isFailing ? route.fulfill({ status: 500, json: {} }) : route.fallback()))
  return () => {
    isFailing = false
  }
}

const analytics = (by: string) => (url: URL) => url.pathname === '/v1/analytics' && url.searchParams.get('by') === by
const ofCharge = (part: string) => (url: URL) => url.pathname === `/v1/charges/${charge.id}/${part}`
const at = (path: string) => (url: URL) => url.pathname === path

/** What failed is tried again in vain, and then not in vain; the focus stays on the button meanwhile. */
async function readAgain(page: Page, part: Locator, isPart: (url: URL) => boolean, answer: () => void): Promise<void> {
  await part.getByRole('alert').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  const retry = part.getByRole('button', { name: 'Tentar de novo' })
  const ofPart = (response: Response) => isPart(new URL(response.url()))
  // What is read out is what stands there: drawn anew, it would be read again.
  const said = await part.getByRole('alert').elementHandle()
  await Promise.all([page.waitForResponse(ofPart), retry.click()])
  await part.locator('button:not([aria-busy])', { hasText: 'Tentar de novo' }).waitFor()
  expect(await said?.evaluate((alert) => alert.isConnected)).toBe(true)
  expect(await hasFocus(retry)).toBe(true)
  const answered = page.waitForResponse((response) => ofPart(response) && response.ok())
  await retry.click()
  answer()
  await answered
  await part.getByRole('alert').waitFor({ state: 'detached' })
}

test.each([
  ['a charge', 'Reembolsos', () => `/charges/${charge.id}`, ofCharge('refunds'), false],
  ['a charge', 'Contestações', () => `/charges/${charge.id}`, at('/v1/disputes'), false],
  ['a charge', 'Transações', () => `/charges/${charge.id}`, ofCharge('payments'), false],
  ['a charge', 'Por que este provedor', () => `/charges/${charge.id}`, ofCharge('routing'), true],
  ['the overview', 'Por forma de pagamento', () => '/', analytics('method'), true],
  ['the overview', 'Por provedor', () => '/', analytics('provider'), true],
  ['the overview', 'Por que não foram pagas', () => '/', analytics('reason'), false],
  ['the overview', 'O que precisa de você primeiro', () => '/', at('/v1/attention'), false],
  ['the people', 'Convites', () => '/people', at('/v1/invitations'), false],
  ['the people', 'De outras plataformas', () => '/people', at('/v1/members'), false],
])('of %s, "%s" says that it could not be read, and is read again', async (_, name, address, isPart, isThere) => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
  const answer = await failing(page, isPart)
  await page.goto(address())
  const part = page.getByRole('region', { name, exact: true })
  await readAgain(page, part, isPart, answer)
  // What has nothing to show is not shown once that is known.
  await expect.poll(() => part.count()).toBe(isThere ? 1 : 0)
  await page.context().close()
})

test.each([
  ['the charges', () => '/charges', at('/v1/charges')],
  ['a charge', () => `/charges/${charge.id}`, (url: URL) => url.pathname === `/v1/charges/${charge.id}`],
  ['the people', () => '/people', at('/v1/users')],
  ['the settings', () => '/settings', at('/v1/platforms')],
  ['the attention', () => '/attention', at('/v1/attention')],
])('the page of %s says that it could not be read, and is read again', async (_, address, isPart) => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
  const answer = await failing(page, isPart)
  await page.goto(address())
  await readAgain(page, page.getByRole('main'), isPart, answer)
  await page.context().close()
})
