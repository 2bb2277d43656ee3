/** An administrator asks for a second factor, invites a person, and looks after who works there; a password is forgotten. */
import type { Browser, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, PHONE, visit } from './browser.ts'
import { enter, expectFine, PASSWORD, setUpFactor } from './signing-in.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const CHOSEN = 'a password of my own'

/** The sign-in page asks who is signed in, and is refused; what is asked for while the factor becomes needed is refused. */
const isSerious = (complaint: string) => !/status of 40[13]/.test(complaint)

/** Where the newest mail's one link leads, read as a developer does who runs it locally. */
async function linkIn(page: Page, subject: string, name: string): Promise<string> {
  await page.goto('/mailbox')
  await page.getByRole('heading', { name: subject }).waitFor()
  const href = await page.frameLocator('iframe').getByRole('link', { name }).getAttribute('href')
  const { pathname, hash } = new URL(href ?? '')
  return pathname + hash
}

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('on a %s', (name, size) => {
  const rui = `rui-${name}@nova.example`
  const bia = `bia-${name}@nova.example`

  test('an invited person chooses a password, sets up the second factor, and is changed, disabled and let in again', async () => {
    const admin = { name: 'Rui', email: rui, password: PASSWORD }
    expect((await product.call('POST', '/v1/platforms', { name: 'Loja nova', admin })).status).toBe(201)
    const { page, complaints } = await visit(browser, product.addresses.app, size)
    await page.goto('/sign-in?next=/settings')
    await enter(page, rui)
    const isAsked = page.getByRole('checkbox', { name: /^Exigir segundo fator/ })
    await isAsked.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Uma pessoa não tem segundo fator').waitFor()
    await dialog.getByText(rui).waitFor()
    await expectFine(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    expect(await isAsked.isChecked()).toBe(false)
    await isAsked.click()
    await dialog.getByRole('button', { name: 'Exigir de todas' }).click()
    await setUpFactor(page, PASSWORD)

    await page.goto('/people')
    await page.getByText(rui).waitFor()
    await expectFine(page)
    await page.getByRole('button', { name: 'Convidar' }).click()
    await dialog.getByLabel('E-mails').fill(`${bia}, no-address`)
    await dialog.getByRole('button', { name: 'Enviar convite' }).click()
    await dialog.getByText('“no-address” não é um e-mail.').waitFor()
    await expectFine(page)
    await dialog.getByLabel('E-mails').fill(bia)
    await dialog.getByRole('button', { name: 'Enviar convite' }).click()
    await page.getByText('Convite enviado', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Enviar de novo para ${bia}` }).click()
    await page.getByText('Convite enviado de novo.').waitFor()
    await expectFine(page)
    const link = await linkIn(page, 'Convite para o painel de Loja nova', 'Aceitar o convite')

    const invited = await visit(browser, product.addresses.app, size)
    await invited.page.goto(link)
    await invited.page.getByRole('heading', { name: 'Você foi convidado' }).waitFor()
    await invited.page.getByText(bia).waitFor()
    await expectFine(invited.page)
    await invited.page.getByRole('button', { name: 'Aceitar o convite' }).click()
    await invited.page.getByText('Preencha este campo').first().waitFor()
    await invited.page.getByLabel('Seu nome').fill('Bia')
    await invited.page.getByLabel('Senha').fill(CHOSEN)
    // Strangers have made a sign-in for her e-mail meanwhile.
    const stranger = { name: 'Ana', email: bia, password: PASSWORD, role: 'seller' }
    expect((await product.call('POST', '/v1/users', stranger)).status).toBe(201)
    await invited.page.getByRole('button', { name: 'Aceitar o convite' }).click()
    await invited.page.getByText('Outra plataforma criou um acesso com este e-mail').waitFor()
    await expectFine(invited.page)
    await invited.page.getByRole('button', { name: 'Encerrar o outro acesso e aceitar o convite' }).click()
    await setUpFactor(invited.page, CHOSEN)
    await invited.page.goto('/charges')
    await invited.page.getByRole('heading', { name: 'Cobranças' }).waitFor()
    // The one about the stranger's sign-in.
    expect(invited.complaints.filter(isSerious)).toEqual([expect.stringContaining('status of 409')])

    await page.goto('/people')
    await page.getByRole('button', { name: 'Abrir: Bia' }).click()
    await dialog.getByRole('button', { name: 'Desativar' }).click()
    await dialog.getByText('Bia sai na hora').waitFor()
    await expectFine(page)
    await dialog.getByRole('button', { name: 'Desativar' }).click()
    await page.getByText('Bia foi desativada').waitFor()
    await invited.page.goto('/charges')
    await invited.page.getByRole('heading', { name: 'Entrar' }).waitFor()
    await page.getByRole('button', { name: 'Abrir: Bia' }).click()
    await dialog.getByRole('button', { name: 'Reativar' }).click()
    await dialog.getByRole('button', { name: 'Reativar' }).click()
    await page.getByText('Bia foi reativada').waitFor()
    await page.getByRole('button', { name: 'Abrir: Bia' }).click()
    await dialog.getByRole('combobox', { name: 'Papel' }).click()
    await page.getByRole('option', { name: 'Operador' }).click()
    await dialog.getByRole('button', { name: 'Mudar o papel' }).click()
    await dialog.getByText('Bia passa a ter o papel Operador.').waitFor()
    await expectFine(page)
    await dialog.getByRole('button', { name: 'Mudar o papel' }).click()
    await page.getByText('O papel de Bia mudou.').waitFor()
    await page.getByRole('button', { name: 'Abrir: Bia' }).click()
    await dialog.getByRole('button', { name: 'Redefinir segundo fator' }).click()
    await dialog.getByRole('button', { name: 'Redefinir segundo fator' }).click()
    await page.getByText('O segundo fator de Bia foi redefinido').waitFor()
    await page.getByText('Falta ativar', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Abrir: Rui' }).click()
    await dialog.getByRole('link', { name: 'Ir para o seu acesso' }).waitFor()
    expect(complaints.filter(isSerious)).toEqual([])
    await invited.page.context().close()
    await page.context().close()
  })

  test('a forgotten password is chosen anew, once', async () => {
    const email = `carla-${name}@loja.example`
    await product.call('POST', '/v1/users', { name: 'Carla', email, password: PASSWORD, role: 'seller' })
    const { page, complaints } = await visit(browser, product.addresses.app, size)
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Esqueci a senha' }).click()
    await page.getByRole('heading', { name: 'Esqueceu a senha?' }).waitFor()
    await expectFine(page)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Enviar o link' }).click()
    await page.getByRole('heading', { name: 'Veja o seu e-mail' }).waitFor()
    await expectFine(page)

    const admin = await visit(browser, product.addresses.app, { role: 'admin' })
    const link = await linkIn(admin.page, 'Nova senha para o painel de', 'Escolher a senha')
    await admin.page.context().close()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Escolha uma nova senha' }).waitFor()
    await expectFine(page)
    await page.getByLabel('Senha').fill('short')
    await page.getByRole('button', { name: 'Trocar a senha e entrar' }).click()
    await page.getByLabel('Senha').and(page.locator('[aria-invalid=true]')).waitFor()
    await page.getByText('Pelo menos 10 caracteres.').waitFor()
    await page.getByLabel('Senha').fill(CHOSEN)
    await page.getByRole('button', { name: 'Trocar a senha e entrar' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(complaints.filter(isSerious)).toEqual([])

    const again = await visit(browser, product.addresses.app, size)
    await again.page.goto(link)
    await again.page.getByRole('heading', { name: 'Este link não vale mais' }).waitFor()
    await expectFine(again.page)
    await again.page.goto('/sign-in')
    await enter(again.page, email)
    await again.page.getByText('E-mail ou senha não conferem.').waitFor()
    await again.page.context().close()
    await page.context().close()
  })
})

test('a person gives a paper, an administrator sees it and replaces it, and it is deleted for good', async () => {
  const email = 'papers@nova.example'
  const made = await product.call('POST', '/v1/users', { name: 'Dina', email, password: PASSWORD, role: 'seller' })
  expect(made.status).toBe(201)
  const photo = { name: 'rg.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }
  const liar = { ...photo, buffer: Buffer.from('<html>') }
  const own = await visit(browser, product.addresses.app, PHONE)
  await own.page.goto('/sign-in?next=/profile')
  await enter(own.page, email)
  // Its grey shape has the same field before what is kept is known, and a file given to that one goes nowhere.
  const field = own.page.getByLabel('Foto do documento', { exact: true }).and(own.page.locator(':enabled'))
  await field.setInputFiles(liar)
  await own.page.getByText('O conteúdo do arquivo não é do tipo que o nome dele diz.').waitFor()
  expect(await own.page.getByRole('button', { name: 'Ver: Foto do documento' }).count()).toBe(0)
  await field.setInputFiles(photo)
  await own.page.getByRole('button', { name: 'Ver: Foto do documento' }).waitFor()
  await expectFine(own.page)

  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...DESKTOP })
  await page.goto('/people')
  await page.getByRole('button', { name: 'Abrir: Dina' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Documentos' }).click()
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: 'Ver: Foto do documento' }).click()
  const tab = await opened
  await tab.waitForURL(/\/files\/papers\//)
  await tab.close()
  await dialog.getByLabel('Comprovante de endereço', { exact: true }).setInputFiles(photo)
  await dialog.getByRole('button', { name: 'Excluir: Comprovante de endereço' }).waitFor()
  await expectFine(page)
  expect(complaints).toEqual([])

  await own.page.reload()
  await own.page.getByRole('button', { name: 'Excluir: Comprovante de endereço' }).waitFor()
  await own.page.getByRole('button', { name: 'Excluir: Foto do documento' }).click()
  await own.page.getByText('Excluir Foto do documento de vez?').waitFor()
  await expectFine(own.page)
  await own.page.getByRole('button', { name: 'Excluir', exact: true }).click()
  await own.page.getByText('Documento excluído').waitFor()
  await expect.poll(() => own.page.getByRole('button', { name: 'Ver: Foto do documento' }).count()).toBe(0)
})

test('the way back from an invitation leaves nothing of it for the next', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/people')
  const dialog = page.getByRole('dialog', { name: 'Convidar pessoas' })
  const emails = dialog.getByLabel('E-mails')
  await page.getByRole('button', { name: 'Convidar' }).click()
  await emails.fill('no-address')
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Convidar' }).click()
  await emails.waitFor()
  expect(await emails.inputValue()).toBe('')
  expect(complaints).toEqual([])
})

test('a person whose password an administrator chose has one of their own before they join', async () => {
  const email = 'elisa@outra.example'
  const founder = { name: 'Elisa', email, password: PASSWORD }
  await product.call('POST', '/v1/platforms', { name: 'Outra loja', admin: founder })
  await product.call('POST', '/v1/invitations', { email, role: 'seller' })
  const admin = await visit(browser, product.addresses.app, { role: 'admin' })
  const link = await linkIn(admin.page, 'Convite para o painel de', 'Aceitar o convite')
  await admin.page.context().close()
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.goto(link)
  await page.getByRole('button', { name: 'Já entro no Trilho com este e-mail' }).click()
  await page.getByLabel('Senha').fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar e aceitar o convite' }).click()
  await page.getByText('Um administrador escolheu a senha').waitFor()
  await expectFine(page)
  await page.getByLabel('Nova senha').fill(CHOSEN)
  await page.getByRole('button', { name: 'Aceitar o convite' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/p/'))
  await page.context().close()
})

test('a person with a second factor whose joining failed is asked for the code again', async () => {
  const email = 'iris@outra.example'
  await product.call('POST', '/v1/platforms', {
    name: 'Loja da Iris',
    admin: { name: 'Iris', email, password: PASSWORD },
  })
  await product.call('POST', '/v1/invitations', { email, role: 'seller' })
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  const link = await linkIn(page, 'Convite para o painel de', 'Aceitar o convite')
  await page.context().clearCookies()
  await page.goto('/sign-in?next=/profile')
  await enter(page, email)
  const code = await setUpFactor(page, PASSWORD)
  await page.context().clearCookies()
  await page.goto(link)
  await page.getByRole('button', { name: 'Já entro no Trilho com este e-mail' }).click()
  const join = page.getByRole('button', { name: 'Entrar e aceitar o convite' })
  const recover = page.getByRole('button', { name: 'Usar código de recuperação' })
  await page.getByLabel('Senha').fill(PASSWORD)
  await join.click()
  await recover.click()
  await page.route('**/v1/me/platforms', (route) => route.abort())
  await page.getByLabel('Código de recuperação').fill(code)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Senha').fill(PASSWORD)
  await join.click()
  await recover.waitFor()
  await page.context().close()
})

test('a person who leaves is removed: they are out at once, and the list forgets them', async () => {
  const email = 'saida@loja.example'
  await product.call('POST', '/v1/users', { name: 'Nina', email, password: PASSWORD, role: 'seller' })
  const own = await visit(browser, product.addresses.app, PHONE)
  await own.page.goto('/sign-in?next=/charges')
  await enter(own.page, email)
  await own.page.getByRole('heading', { name: 'Cobranças' }).waitFor()

  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/people')
  await page.getByRole('button', { name: 'Abrir: Nina' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nina' })
  await dialog.getByRole('button', { name: 'Remover' }).click()
  await dialog.getByText('as chaves de API que criou são revogadas').waitFor()
  await expectFine(page)
  await dialog.getByRole('button', { name: 'Remover' }).click()
  await page.getByText('Nina foi removida').waitFor()
  await page.getByRole('button', { name: 'Abrir: Nina' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])

  await own.page.goto('/charges')
  await own.page.waitForURL((url) => url.pathname === '/sign-in')
  await enter(own.page, email)
  await own.page.getByText('E-mail ou senha não conferem.').waitFor()
  await Promise.all([own.page.context().close(), page.context().close()])
})
