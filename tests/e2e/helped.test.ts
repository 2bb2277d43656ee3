/** An operator who has lost the second factor, and an administrator who is refused something. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { PHONE, visit } from './browser.ts'
import { enter, expectFine, PASSWORD, setUpFactor } from './signing-in.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test('an operator who has lost the phone and the codes gets in with the help of an administrator, and sets it up anew', async () => {
  const email = 'otto@loja.example'
  await product.call('POST', '/v1/users', { name: 'Otto', email, password: PASSWORD, role: 'operator' })
  const { page, complaints } = await visit(browser, product.addresses.app, PHONE)
  await page.goto('/sign-in?next=/profile')
  await enter(page, email)
  const lost = await setUpFactor(page, PASSWORD)
  const elsewhere = await visit(browser, product.addresses.app)
  await elsewhere.page.goto('/sign-in')
  await enter(elsewhere.page, email)
  await elsewhere.page.getByRole('heading', { name: 'Digite o código' }).waitFor()
  await elsewhere.page.getByRole('button', { name: 'Usar código de recuperação' }).click()
  await elsewhere.page.getByText('Perdeu todos? Um administrador da sua plataforma').waitFor()
  await expectFine(elsewhere.page)

  const admin = await visit(browser, product.addresses.app, { role: 'admin' })
  await admin.page.goto('/people')
  await admin.page.getByRole('button', { name: 'Abrir: Otto' }).click()
  const dialog = admin.page.getByRole('dialog', { name: 'Otto' })
  await dialog.getByRole('button', { name: 'Redefinir segundo fator' }).click()
  await dialog.getByText('Otto volta a entrar só com a senha').waitFor()
  await expectFine(admin.page)
  await dialog.getByRole('button', { name: 'Redefinir segundo fator' }).click()
  await admin.page.getByText('O segundo fator de Otto foi redefinido').waitFor()
  expect(admin.complaints).toEqual([])

  // The session that the lost phone may hold has ended, and the lost codes are worth nothing.
  await page.goto('/attention')
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await elsewhere.page.getByLabel('Código de recuperação').fill(lost)
  await elsewhere.page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await elsewhere.page.getByRole('alert').getByText('Entre com a senha de novo.').waitFor()
  await enter(elsewhere.page, email)
  await elsewhere.page.waitForURL((url) => url.pathname === '/')
  await elsewhere.page.goto('/profile')
  await elsewhere.page.getByText('Desativado', { exact: true }).waitFor()
  const found = await setUpFactor(elsewhere.page, PASSWORD)
  await elsewhere.page.getByText('Ativado', { exact: true }).waitFor()

  await enter(page, email)
  await page.getByRole('button', { name: 'Usar código de recuperação' }).click()
  await page.getByLabel('Código de recuperação').fill(lost)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('alert').getByText('Esse código não vale agora.').waitFor()
  await page.getByLabel('Código de recuperação').fill(found)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('heading', { name: 'Atenção' }).waitFor()
  expect(complaints.filter((complaint) => !/status of 40[13]/.test(complaint))).toEqual([])
})

test('what the API refuses is said in the language of who reads it', async () => {
  const email = 'vai@nova.example'
  const { page } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
  await page.route('**/v1/invitations/*', async (route) => {
    await product.call('DELETE', new URL(route.request().url()).pathname)
    await route.continue()
  })
  const withdraw = async (name: string, deed: string, said: RegExp) => {
    await product.call('POST', '/v1/invitations', { email, role: 'seller' })
    await page.goto('/people')
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name: deed }).click()
    await page.locator('[data-toast]').filter({ hasText: said }).waitFor()
  }
  await withdraw(
    `Retirar o convite de ${email}`,
    'Retirar convite',
    /No estado atual isto não é possível\. Veja.* repetir\.It was accepted or withdrawn$/,
  )
  await expectFine(page)
  await page.evaluate("localStorage.setItem('trilho.language', 'en')")
  await withdraw(
    `Withdraw the invitation of ${email}`,
    'Withdraw invitation',
    /did not work.*It was accepted or withdrawn$/,
  )
  await page.context().close()
})
