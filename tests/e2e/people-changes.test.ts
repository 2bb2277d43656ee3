/** What users and administrators change later: names, the role of members of other platforms, and what they had asked of others. */
import type { Browser, Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, PHONE, visit } from './browser.ts'
import { enter, expectFine, PASSWORD, setUpFactor } from './signing-in.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const isSerious = (complaint: string) => !/status of 401/.test(complaint)

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('a name is changed on one’s own profile and by an administrator, on a %s', async (screen, size) => {
  const chosen = `Nádia de ${screen}`
  const email = `nadia-${screen}@loja.example`
  const user = { name: 'Nadia', email, password: PASSWORD, role: 'seller' }
  const { body } = await product.call<{ id: string }>('POST', '/v1/users', user)
  const nameNow = async () => (await product.call<{ name: string }>('GET', `/v1/users/${body.id}`)).body.name
  const own = await visit(browser, product.addresses.app, size)
  await own.page.goto('/sign-in?next=/profile')
  await enter(own.page, email)
  const field = own.page.getByRole('textbox', { name: 'Nome', exact: true })
  const save = own.page.getByRole('button', { name: 'Salvar nome' })
  await field.waitFor()
  expect([await field.inputValue(), await save.isDisabled()]).toEqual(['Nadia', true])
  await own.page.getByText(`Na auditoria aparece o e-mail ${email}`).waitFor()
  await field.fill('   ')
  await save.click()
  await own.page.getByText('Preencha este campo').waitFor()
  expect(await nameNow()).toBe('Nadia')
  await field.fill(` ${chosen} `)
  await save.click()
  await own.page.getByText('Nome salvo').waitFor()
  expect(await nameNow()).toBe(chosen)
  await expect.poll(() => field.inputValue()).toBe(chosen)
  await expectFine(own.page)

  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...size })
  await page.goto('/people')
  await page.getByRole('button', { name: `Abrir: ${chosen}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill(`${chosen} Lima`)
  await expectFine(page)
  await dialog.getByRole('button', { name: 'Salvar nome' }).click()
  await page.getByRole('button', { name: `Abrir: ${chosen} Lima` }).waitFor()
  expect(await nameNow()).toBe(`${chosen} Lima`)
  await own.page.reload()
  await expect.poll(() => field.inputValue()).toBe(`${chosen} Lima`)
  expect([...complaints, ...own.complaints.filter(isSerious)]).toEqual([])
  await Promise.all([own.page.context().close(), page.context().close()])
})

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])(
  'the role of a member of another platform is changed, and their second factor seen, on a %s',
  async (screen, size) => {
    const email = `olga-${screen}@outra.example`
    const admin = { name: `Olga ${screen}`, email, password: PASSWORD }
    await product.call('POST', '/v1/platforms', { name: `Loja da Olga ${screen}`, admin })
    await product.call('POST', '/v1/invitations', { email, role: 'seller' })
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...size })
    await page.goto('/mailbox')
    await page.getByRole('heading', { name: 'Convite para o painel de' }).waitFor()
    const href = await page.frameLocator('iframe').getByRole('link', { name: 'Aceitar o convite' }).getAttribute('href')
    const member = await visit(browser, product.addresses.app, size)
    await member.page.goto(new URL(href ?? '').pathname + new URL(href ?? '').hash)
    await member.page.getByRole('button', { name: 'Já entro no Trilho com este e-mail' }).click()
    await member.page.getByLabel('Senha').fill(PASSWORD)
    await member.page.getByRole('button', { name: 'Entrar e aceitar o convite' }).click()
    await member.page.getByLabel('Nova senha').fill('a password of my own')
    await member.page.getByRole('button', { name: 'Aceitar o convite' }).click()
    await member.page.waitForURL((url) => url.pathname.startsWith('/p/'))

    await page.goto('/people')
    const line = page.getByRole('listitem').filter({ hasText: email })
    await line.getByText('Vendedor').waitFor()
    await line.getByText('Desativado').waitFor()
    await expectFine(page)
    await line.getByRole('button', { name: `Mudar o papel de Olga ${screen}` }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Mudar o papel' }).isDisabled()).toBe(true)
    await dialog.getByRole('combobox', { name: 'Papel' }).click()
    await page.getByRole('option', { name: 'Operador' }).click()
    await expectFine(page)
    await dialog.getByRole('button', { name: 'Mudar o papel' }).click()
    await page.getByText(`O papel de Olga ${screen} mudou.`).waitFor()
    await line.getByText('Operador').waitFor()
    const { body } = await product.call<{ data: { email: string; role: string }[] }>('GET', '/v1/members')
    expect(body.data.find((each) => each.email === email)).toMatchObject({ role: 'operator', secondFactor: 'off' })
    await line.getByRole('button', { name: `Remover Olga ${screen}` }).click()
    await dialog.getByRole('button', { name: 'Remover', exact: true }).click()
    await page.getByText(`Olga ${screen} não tem mais acesso a esta plataforma.`).waitFor()
    await line.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await Promise.all([member.page.context().close(), page.context().close()])
  },
)

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])(
  'an invitation is withdrawn, and a second factor is no longer asked for, after a question alone, on a %s',
  async (screen, size) => {
    const email = `iris-${screen}@pergunta.example`
    const admin = { name: 'Íris', email, password: PASSWORD }
    expect((await product.call('POST', '/v1/platforms', { name: 'Loja que pergunta', admin })).status).toBe(201)
    const { page } = await visit(browser, product.addresses.app, size)
    const dialog = page.getByRole('dialog')
    /** Not at the first press: the question is put aside, and asked again. */
    const afterQuestion = async (pressed: Locator, said: string, deed: string) => {
      await pressed.click()
      await dialog.getByText(said).waitFor()
      await expectFine(page)
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await dialog.waitFor({ state: 'detached' })
      await pressed.click()
      await dialog.getByRole('button', { name: deed }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.goto('/sign-in?next=/people?new=1')
    await enter(page, email)
    await dialog.getByLabel('E-mails').fill(`engano-${screen}@pergunta.example`)
    await dialog.getByRole('button', { name: 'Enviar convite' }).click()
    const withdraw = page.getByRole('button', { name: `Retirar o convite de engano-${screen}@pergunta.example` })
    await afterQuestion(withdraw, 'deixa de abrir', 'Retirar convite')
    await withdraw.waitFor({ state: 'detached' })

    await page.goto('/settings')
    const isAsked = page.getByRole('checkbox', { name: /^Exigir segundo fator/ })
    await isAsked.click()
    await dialog.getByRole('button', { name: 'Exigir de todas' }).click()
    await setUpFactor(page, PASSWORD)
    await page.goto('/settings')
    await expect.poll(() => isAsked.isChecked()).toBe(true)
    await afterQuestion(isAsked, 'passa a entrar só com a senha', 'Deixar de exigir')
    await expect.poll(() => isAsked.isChecked()).toBe(false)
    await page.context().close()
  },
)
