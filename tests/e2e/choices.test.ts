/** Choosing one of many: what is not on a list's first page is found by typing, and what was chosen long ago keeps its name. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Receiver } from '../../api/schemas/receiver.ts'
import { make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PROVIDER_DATA, RECEIVER } from '../support/receivers.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
/** So that it stands on no first page. */
let oldest: Receiver
/** As old, at a provider that splits charges. */
let partner: Receiver
onStage((stage) => {
  ;({ product, browser } = stage)
})
/** More than the first page of a list holds. */
const OTHERS = Array.from({ length: 26 }, (_, index) => index + 1)

const send = <Made>(path: string, body: object) => make<Made>(product, path, body)

beforeAll(async () => {
  const { id: productId } = await send<{ id: string }>('/v1/products', { name: 'Aulas' })
  const sell = (name: string) =>
    send('/v1/offers', { productId, name, price: 9_900, paymentMethods: ['PIX'], enabled: true })
  await sell('Curso raro')
  for (const number of OTHERS) await sell(`Oferta ${number}`)

  const providerAccountId = await product.accountAt('VILLET')
  const isOpened = ({ receiverId }: Receiver) => Boolean(receiverId)
  const open = (name: string, accountId = providerAccountId) =>
    make<Receiver>(
      product,
      '/v1/receivers',
      { ...RECEIVER, name, providerAccountId: accountId, providerData: PROVIDER_DATA },
      isOpened,
    )
  oldest = await open('Bianca Prado')
  partner = await open('Joana Lima', await product.accountAt('PAGARME'))
  for (const number of OTHERS) await open(`Sócio ${number}`)
})

const box = (page: Page, name: string) => page.getByRole('combobox', { name })

async function pick(page: Page, name: string, option: string): Promise<void> {
  await box(page, name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test.each([
  ['at a desk', {}],
  ['on a phone', PHONE],
])('an offer that is not on the first page is found by typing, without a mouse, %s', async (_, sight) => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...sight })
  await page.goto('/payment-links')
  await page.getByRole('button', { name: 'Novo link', exact: true }).click()
  const field = box(page, 'O que vende')
  await field.click()
  await page.getByRole('option', { name: 'Oferta 26' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Há mais: digite para procurar.' }).waitFor()
  expect(await page.getByRole('option', { name: 'Curso raro' }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])

  await field.fill('nada disso')
  await page.getByText('Nothing found.').waitFor()
  await field.fill('raro')
  await page.getByRole('option', { name: 'Curso raro' }).waitFor()
  expect(await page.getByRole('option').count()).toBe(1)
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Curso raro')
  // It is on no page that the field has loaded by now.
  await page.getByLabel('Nome').fill('Link do curso')
  await expect.poll(() => field.inputValue()).toBe('Curso raro')
  await page.getByRole('button', { name: 'Criar link', exact: true }).click()
  await page.getByText('Link criado').first().waitFor()
  const { body } = await product.call<{ data: { title: string; offerId: string | null }[] }>('GET', '/v1/payment-links')
  const { body: offers } = await product.call<{ data: { id: string }[] }>('GET', '/v1/offers?q=raro')
  expect(body.data[0]).toMatchObject({ title: 'Link do curso', offerId: offers.data[0]?.id })
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a receiver that was chosen long ago keeps its name, and another is found by typing', async () => {
  const { body } = await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')
  const path = `/v1/platforms/${body.data[0]?.id}`
  await product.call('PATCH', path, { defaultReceiverId: oldest.receiverId })
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/settings')
  const field = box(page, 'Recebedor padrão')
  await expect.poll(() => field.inputValue()).toBe('Bianca Prado')
  await page.getByRole('button', { name: 'Limpar Recebedor padrão' }).click()
  await expect.poll(() => field.inputValue()).toBe('')
  await field.fill('bianca')
  await page.getByRole('option', { name: 'Bianca Prado' }).click()
  await expect.poll(() => field.inputValue()).toBe('Bianca Prado')
  await page.context().close()
})

test('a part of a charge goes to a receiver who is found by typing, by our id, and a refusal is told in Portuguese', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/charges/new')
  await page.getByText('Mais opções').click()
  await page.getByRole('button', { name: 'Dividir com um recebedor' }).click()
  const field = box(page, 'Recebedor')
  await field.fill('bianca')
  await page.getByRole('option', { name: 'Bianca Prado' }).click()
  await expect.poll(() => field.inputValue()).toBe('Bianca Prado')
  await page.getByLabel('Por cento').fill('10')
  await page.getByLabel('Descrição do item').fill('Curso')
  await page.getByLabel('Valor unitário').fill('5000')
  await page.getByLabel('Nome completo').fill('Ana Souza')
  await page.getByLabel('E-mail').fill('ana@exemplo.com.br')
  await page.getByLabel('CPF ou CNPJ').fill('11144477735')
  const refused = (path: string, rule: string) => ({ path, rule, message: 'in English' })
  const problem = {
    type: 'about:blank',
    title: 'Rule broken',
    status: 422,
    code: 'rule_broken',
    detail: '/providerAccountId in English; /splits/0/recipientId in English',
    errors: [refused('/providerAccountId', 'receiverSeveral'), refused('/splits/0/recipientId', 'receiverElsewhere')],
  }
  let sent: unknown
  await page.route('**/v1/charges', (route) => {
    sent = route.request().postDataJSON()
    return route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  await page.getByRole('button', { name: 'Cobrar R$ 50,00' }).click()
  await page.getByText('Escolha a conta: mais de uma conhece este recebedor').waitFor()
  await page.getByText('É de outra conta de provedor: tudo fica em uma só').waitFor()
  expect(await page.getByText('in English').count()).toBe(0)
  expect(sent).toMatchObject({ splits: [{ recipientId: oldest.id }] })
  expect(await seriousFindings(page)).toEqual([])
  await page.context().close()
})

test('a part of a charge says about how much it is, and leads to its receiver', async () => {
  const { id } = await make<{ id: string }>(product, '/v1/charges', {
    amount: 14_990,
    paymentMethod: 'PIX',
    customer: { name: 'Ana Souza', email: 'ana@exemplo.com.br', document: '11144477735' },
    splits: [{ recipientId: partner.id, type: 'PERCENTAGE', amount: 15 }],
  })
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto(`/charges/${id}`)
  const part = page.getByRole('list', { name: 'Divisão do valor' }).getByRole('listitem')
  // 22.485, of which half a cent is rounded up.
  await part.getByText(/^cerca de R\$\s22,49$/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await part.getByRole('link', { name: 'Joana Lima' }).click()
  await page.getByRole('heading', { name: 'Joana Lima', level: 1 }).waitFor()
  await page.context().close()
})

test('a withdrawal asks for a bank and a receiver by their names, and writes keys as people do', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto('/withdrawals/new')
  const key = page.getByLabel('Chave Pix')
  await key.pressSequentially('11144477735')
  await expect.poll(() => key.inputValue()).toBe('111.444.777-35')
  await pick(page, 'Tipo da chave', 'E-mail')
  await key.fill('')
  await key.pressSequentially('ana.souza@exemplo.com.br')
  await expect.poll(() => key.inputValue()).toBe('ana.souza@exemplo.com.br')
  await pick(page, 'Tipo da chave', 'Telefone')
  await key.fill('')
  await key.pressSequentially('+5511912345678')
  await expect.poll(() => key.inputValue()).toBe('+5511912345678')
  const document = page.getByLabel('CPF ou CNPJ do titular')
  await document.pressSequentially('52998224725')
  await expect.poll(() => document.inputValue()).toBe('529.982.247-25')

  await pick(page, 'Forma de saque', 'Conta bancária')
  await box(page, 'Banco').fill('itaú')
  await page.getByRole('option', { name: 'Itaú 341' }).click()
  await expect.poll(() => box(page, 'Banco').inputValue()).toBe('Itaú')
  expect(await seriousFindings(page)).toEqual([])

  await pick(page, 'Forma de saque', 'Recebedor')
  await page.getByLabel('Valor do saque').fill('2500')
  await box(page, 'Recebedor').fill('bianca')
  await page.getByRole('option', { name: 'Bianca Prado' }).click()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Sacar R$ 25,00' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Enviar este saque?' })
  await confirmation.getByText('Bianca Prado').waitFor()
  await confirmation.getByRole('button', { name: 'Sacar R$ 25,00' }).click()
  await page.getByRole('heading', { name: 'R$ 25,00' }).waitFor()
  const { body } = await product.call<{ data: object[] }>('GET', '/v1/withdrawals')
  expect(body.data[0]).toMatchObject({ amount: 2_500, destination: { receiverId: oldest.receiverId } })
  await page.context().close()
})

test('what the API says of one field of a withdrawal stands at that field, and that nothing has left', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/withdrawals/new')
  await page.getByLabel('Valor do saque').fill('2500')
  await page.getByLabel('Chave Pix').fill('11144477735')
  const problem = {
    type: 'about:blank',
    title: 'Rule broken',
    status: 422,
    code: 'rule_broken',
    detail: 'A chave está bloqueada',
    errors: [{ path: '/pixKey', message: 'A chave está bloqueada', rule: 'pixKey' }],
  }
  await page.route('**/v1/withdrawals', (route) =>
    route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  await page.getByRole('button', { name: 'Sacar R$ 25,00' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sacar R$ 25,00' }).click()
  await page.getByRole('alert').getByText('O dinheiro não saiu').waitFor()
  expect(await page.getByLabel('Chave Pix').getAttribute('aria-invalid')).toBe('true')
  await page.getByText('A chave está bloqueada').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.context().close()
})

test('no account is missing where there are more than a hundred', async () => {
  const paused = { provider: 'ASAAS', secretKey: 'none', enabled: false }
  for (let number = 1; number <= 101; number += 1)
    await send('/v1/provider-accounts', { ...paused, name: `Parada ${number}` })
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  // The oldest come last in the API's answer.
  await page.goto('/withdrawals/new')
  await box(page, 'Conta no provedor').fill('bravive')
  await page.getByRole('option', { name: 'Bravive (demo)' }).waitFor()
  await page.goto('/providers')
  await page.getByRole('button', { name: /^Mostrar todas as \d{3} contas$/ }).click()
  await page.getByText('Bravive (demo)', { exact: true }).waitFor()
  await page.context().close()
})

test('a withdrawal whose answer was lost is not made a second time by a page that is loaded again', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  const asked = async () => {
    const { body } = await product.call<{ data: { amount: number }[] }>('GET', '/v1/withdrawals')
    return body.data.filter(({ amount }) => amount === 4_321)
  }
  await page.goto('/withdrawals/new')
  await page.getByLabel('Valor do saque').fill('4321')
  await page.getByLabel('Chave Pix').fill('11144477735')
  await page.route('**/v1/withdrawals', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const submit = async () => {
    await page.getByRole('button', { name: 'Sacar R$ 43,21' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sacar R$ 43,21' }).click()
  }
  await submit()
  await page.getByRole('alert').getByText('Não sabemos se o pedido chegou').waitFor()
  expect(await asked()).toHaveLength(1)
  await page.unroute('**/v1/withdrawals')
  await page.reload()
  await submit()
  // It is said for seconds: the withdrawal's page may come after that.
  await page.getByText('Este pedido já tinha sido feito').waitFor()
  await page.getByRole('heading', { name: 'R$ 43,21' }).waitFor()
  expect(await asked()).toHaveLength(1)
  await page.context().close()
})
