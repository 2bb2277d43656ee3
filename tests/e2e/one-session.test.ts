/** A double click on whatever signs a user in, and a press while the next page is loading, make one session. */
import type { Browser, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { visit } from './browser.ts'
import { enter, PASSWORD, setUpFactor } from './signing-in.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const CHOSEN = 'a password of my own'
const SIGN_IN = '/v1/auth/sign-in'
const USE_LINK = '/v1/auth/links/use'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const post = (page: Page, path: string, data?: unknown) =>
  page.request.post(path, { data, headers: { origin: product.addresses.app } })

async function haveUser(email: string): Promise<void> {
  await product.call('POST', '/v1/users', { name: 'Ana', email, password: PASSWORD, role: 'seller' })
}

/** Follows the link of the mail that the address was sent. */
async function follow(page: Page, email: string, subject: string): Promise<void> {
  const { page: mailbox } = await visit(browser, product.addresses.app, { role: 'admin' })
  await mailbox.goto('/mailbox')
  await mailbox.getByRole('button').filter({ hasText: email }).filter({ hasText: subject }).click()
  const link = mailbox.frameLocator('iframe').getByRole('link')
  const { pathname, hash } = new URL((await link.first().getAttribute('href')) ?? '')
  await page.goto(pathname + hash)
  await mailbox.context().close()
}

async function invite(page: Page, email: string): Promise<void> {
  await product.call('POST', '/v1/invitations', { email, role: 'seller' })
  await follow(page, email, 'Convite para o painel de')
}

interface Way {
  /** Comes to the button that signs in. */
  come: (page: Page, email: string) => Promise<Locator>
  /** What pressing it sends. */
  sent: string[]
}

const WAYS: Record<string, Way> = {
  'a demo account': {
    come: async (page) => {
      await page.goto('/sign-in')
      return page.getByRole('button', { name: /^Vendedor/ })
    },
    sent: [SIGN_IN],
  },
  'a password': {
    come: async (page, email) => {
      await haveUser(email)
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Senha').fill(PASSWORD)
      return button(page, 'Entrar')
    },
    sent: [SIGN_IN],
  },
  'the code of a second factor': {
    come: async (page, email) => {
      await haveUser(email)
      await page.goto('/sign-in?next=/profile')
      await enter(page, email)
      const code = await setUpFactor(page, PASSWORD)
      await post(page, '/v1/auth/sign-out')
      await page.goto('/sign-in')
      await enter(page, email)
      await button(page, 'Usar código de recuperação').click()
      await page.getByLabel('Código de recuperação').fill(code)
      return button(page, 'Entrar')
    },
    sent: ['/v1/auth/second-factor'],
  },
  'the invitation of a new user': {
    come: async (page, email) => {
      await invite(page, email)
      await page.getByLabel('Seu nome').fill('Bia')
      await page.getByLabel('Senha').fill(CHOSEN)
      return button(page, 'Aceitar o convite')
    },
    sent: [USE_LINK, SIGN_IN],
  },
  'the invitation of a user of another platform': {
    come: async (page, email) => {
      await product.call('POST', '/v1/platforms', { name: 'Outra', admin: { name: 'Rui', email, password: PASSWORD } })
      await post(page, SIGN_IN, { email, password: PASSWORD })
      await post(page, '/v1/me/password', { password: PASSWORD, newPassword: CHOSEN })
      await post(page, '/v1/auth/sign-out')
      await invite(page, email)
      await button(page, 'Já entro no Trilho com este e-mail').click()
      await page.getByLabel('Senha').fill(CHOSEN)
      return button(page, 'Entrar e aceitar o convite')
    },
    sent: [SIGN_IN, '/v1/me/platforms'],
  },
  'a new password': {
    come: async (page, email) => {
      await haveUser(email)
      await post(page, '/v1/auth/password-reset', { email })
      await follow(page, email, 'Nova senha para o painel de')
      await page.getByLabel('Senha').fill(CHOSEN)
      return button(page, 'Trocar a senha e entrar')
    },
    sent: [USE_LINK, SIGN_IN],
  },
}

/** A double click, and a press in each frame until the next page has replaced the button. */
const pressOnAndOn = (enters: Locator) =>
  enters.evaluate((shown) => {
    const press = () => {
      shown.click()
      if (shown.isConnected) shown.ownerDocument.defaultView.requestAnimationFrame(press)
    }
    shown.click()
    press()
  })

test.each(Object.entries(WAYS))('%s', async (name, { come, sent }) => {
  const { page } = await visit(browser, product.addresses.app)
  const enters = await come(page, `${name.replaceAll(' ', '-')}@loja.example`)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  await pressOnAndOn(enters)
  await page.getByRole('link', { name: 'Cobranças' }).waitFor()
  expect((await (await page.request.get('/v1/me/sessions')).json()).data).toHaveLength(1)
  expect(posts).toEqual(sent)
})
