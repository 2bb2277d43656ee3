/** Charging by card and by boleto, as a seller does it, paying the boleto, as a buyer does, and what forms keep. */
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { charged, make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { hasFocus, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

async function fillSale(page: Page, method: string, account = 'PagueSafe (demo)'): Promise<void> {
  await page.goto('/charges/new')
  await page.getByLabel('Descrição do item').fill('Curso de fotografia')
  await page.getByLabel('Valor unitário').fill('49700')
  await page.getByLabel('Nome completo').fill('Mariana Duarte')
  await page.getByLabel('E-mail').fill('mariana@exemplo.com.br')
  await page.getByRole('textbox', { name: 'CPF ou CNPJ' }).first().fill('11144477735')
  await choose(page, 'Forma de pagamento', method)
  await choose(page, 'Conta no provedor', account)
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Número do cartão').fill(number)
  await page.getByLabel('Validade').fill('0831')
  await page.getByLabel('Código de segurança').fill('123')
  await page.getByLabel('Nome impresso no cartão').fill('Mariana Duarte')
  await page.getByLabel('CPF ou CNPJ do titular').fill('11144477735')
}

/** As a boleto's line is printed: three groups of a field in two halves, its digit, and the rest. */
const groups = (line: string) =>
  line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')

test('a card is charged in installments, and nothing of it stays in the page or at the API', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await fillSale(page, 'Cartão')
  await fillCard(page, '4111111111111112')
  await page.getByRole('button', { name: /^Cobrar/ }).click()
  await page.getByText('Confira o número do cartão').waitFor()
  await fillCard(page, '4111111111111111')
  await page.getByRole('button', { name: 'Cobrar R$ 497,00', exact: true }).waitFor()
  await choose(page, 'Parcelas', '3x de R$ 175,55 (uma de R$ 175,57)')
  // 5.97 % on top of R$ 497.00, as the demo platform's table says of three.
  await page.getByText('R$ 497,00 e R$ 29,67 de juros do parcelamento').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Cobrar R$ 526,67', exact: true }).click()
  await page.getByText('Pagamento confirmado').waitFor()
  await page.getByRole('heading', { name: 'R$ 526,67' }).waitFor()
  expect(await product.sandbox.transactions({ provider: 'PAGUESAFE' })).toMatchObject([{ amount: 52_667 }])
  await page
    .getByText(/visa •••• 1111 · 3x de R\$\s175,55 \(uma de R\$\s175,57\)/i)
    .first()
    .waitFor()
  await page.getByText(/^PagueSafe respondeu/).waitFor()
  expect(await page.getByText('aguardando pagamento').count()).toBe(0)
  expect(await page.content()).not.toContain('4111111111111111')
  const [charge] = (
    await product.call<{ data: { installments: number; paymentMethod: string; status: string }[] }>(
      'GET',
      '/v1/charges',
    )
  ).body.data
  expect(charge).toMatchObject({ installments: 3, paymentMethod: 'CREDIT_CARD', status: 'APPROVED' })
  await page.context().close()
})

test('what the chosen provider requires of a card charge is asked before anything is sent', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await fillSale(page, 'Cartão', 'Asaas (demo)')
  await fillCard(page, '4111111111111111')
  await page.getByRole('button', { name: /^Cobrar/ }).click()
  await page.getByText('Confira 7 campos destacados.').waitFor()
  await expect.poll(() => page.getByText('Preencha este campo').count()).toBe(7)
  const required = {
    Telefone: '11912345678',
    CEP: '01310100',
    Rua: 'Avenida Paulista',
    'Número e complemento': '1000, ap. 12',
  }
  const address = { ...required, Bairro: 'Bela Vista', Cidade: 'São Paulo', Estado: 'SP' }
  for (const [label, text] of Object.entries(address)) {
    await page.getByLabel(new RegExp(`^${label}\\s*\\*?$`)).fill(text)
  }
  await page.getByRole('button', { name: /^Cobrar/ }).click()
  await page.getByText('Pagamento confirmado').waitFor()
  await page.context().close()
})

test('an address that hears of one charge is asked of those who operate, folded until it is wrong', async () => {
  const { page: seller } = await visit(browser, product.addresses.app, { role: 'seller' })
  await seller.goto('/charges/new')
  await seller.getByText('Mais opções').click()
  await seller.getByLabel('Rua').waitFor()
  expect(await seller.getByText('Avisar um sistema desta cobrança').count()).toBe(0)
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await fillSale(page, 'Pix')
  await page.getByText('Mais opções').click()
  const address = page.getByLabel('Avisar este endereço')
  await page.getByText('Avisar um sistema desta cobrança').click()
  await address.fill('exemplo')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByText('Avisar um sistema desta cobrança').click()
  await address.waitFor({ state: 'hidden' })
  await page.getByText('Mais opções').click()
  await page.getByRole('button', { name: /^Cobrar/ }).click()
  await address.waitFor()
  expect(await hasFocus(address)).toBe(true)
})

test('a card that is declined says so, and why', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await fillSale(page, 'Cartão')
  await fillCard(page, '4000000000000002')
  await page.getByRole('button', { name: /^Cobrar/ }).click()
  await page.getByText('Recusada').first().waitFor()
  const [charge] = (await product.call<{ data: { checkoutToken: string }[] }>('GET', '/v1/charges')).body.data
  await page.goto(`/pay/${charge?.checkoutToken}`)
  await page.getByText('O cartão foi recusado').waitFor()
  await page.context().close()
})

test('a boleto is copied, opened and paid by the buyer, and the seller sees it', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await fillSale(page, 'Boleto')
  await page.getByRole('button', { name: /^Cobrar/ }).click()
  await page.getByText('Linha digitável').first().waitFor()
  await page.getByText(/^Vence em \d\d\/\d\d\/\d{4}$/).waitFor()
  expect(await page.getByRole('timer').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  const [charge] = (
    await product.call<{ data: { checkoutToken: string; transactionId: string; billetCode: string }[] }>(
      'GET',
      '/v1/charges?paymentMethod=BILLET',
    )
  ).body.data
  if (!charge) throw new Error('No boleto')

  const { page: buyers } = await visit(browser, product.addresses.app, PHONE)
  const buyersPage = await page.getByRole('link', { name: 'Abrir página do cliente' }).getAttribute('href')
  expect(new URL(buyersPage ?? '').pathname).toBe(`/pay/${charge.checkoutToken}`)
  await buyers.goto(`/pay/${charge.checkoutToken}`)
  await buyers.getByText(groups(charge.billetCode)).waitFor()
  const pdf = await buyers.getByRole('link', { name: 'Ver boleto em PDF' }).getAttribute('href')
  const opened = await fetch(pdf ?? '')
  expect(opened.headers.get('content-type')).toBe('application/pdf')
  expect(await opened.text()).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/)
  expect(await seriousFindings(buyers)).toEqual([])
  await product.sandbox.act({ provider: 'PAGUESAFE', id: charge.transactionId }, 'pay')
  await buyers.getByText('Pagamento confirmado').waitFor()
  await page.getByText('Pagamento confirmado').waitFor()
  await Promise.all([page.context().close(), buyers.context().close()])
})

test('a paid boleto that its provider cannot refund says so, and what to do', async () => {
  const provider = 'ASAAS'
  const charge = await charged<{ id: string; provider: string; transactionId: string }>(product, {
    amount: 21_900,
    paymentMethod: 'BILLET',
    providerAccountId: await product.accountAt(provider),
    customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
  })
  await product.sandbox.act({ provider, id: charge.transactionId }, 'pay')
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto(`/charges/${charge.id}`)
  await page.getByText('Asaas não devolve um boleto por aqui.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.getByRole('button', { name: 'Reembolsar' }).count()).toBe(0)
  await page.context().close()
})

test('a session that ends, and a wrong click, cost nothing that was typed; a card is never kept', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/charges/new')
  await page.getByLabel('Descrição do item').fill('Curso de fotografia')
  await page.getByLabel('Valor unitário').pressSequentially('49700')
  await page.getByLabel('Nome completo').fill('Mariana Duarte')
  await page.getByRole('combobox', { name: 'Forma de pagamento' }).click()
  await page.getByRole('option', { name: 'Cartão' }).click()
  await page.getByLabel('Número do cartão').pressSequentially('4111111111111111')
  await page.getByLabel('Código de segurança').fill('987')
  const storage = () => page.evaluate<string>('JSON.stringify(sessionStorage)')
  // The card is typed after all else.
  await expect.poll(storage).toContain('CREDIT_CARD')
  const kept = await storage()
  expect(kept).toContain('Curso de fotografia')
  for (const secret of ['4111', '987']) expect(kept).not.toContain(secret)

  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Saques' }).click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /Vendedor/ })
    .click()
  await page.waitForURL('**/withdrawals')
  await page.getByRole('heading', { name: 'Saques' }).waitFor()
  await page.goto('/charges/new')
  await expect.poll(() => page.getByLabel('Descrição do item').inputValue()).toBe('Curso de fotografia')
  expect(await page.getByLabel('Valor unitário').inputValue()).toContain('497,00')
  expect(await page.getByLabel('Nome completo').inputValue()).toBe('Mariana Duarte')
  expect(await page.getByLabel('Número do cartão').inputValue()).toBe('')
})

test('a key is shown once, and a revoked one says so', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/api-keys')
  await page.getByRole('button', { name: 'Nova chave' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Loja virtual')
  await page.getByRole('button', { name: 'Criar chave' }).click()
  await page.getByText('Copie a chave agora').waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Nova chave' }).click()
  await page.getByRole('dialog', { name: 'Nova chave de API' }).getByLabel('Nome').fill('Outra loja')
  await page.getByRole('button', { name: 'Criar chave' }).click()
  await page.getByText('Copie a chave agora').waitFor()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByRole('button', { name: 'Revogar Loja virtual' }).click()
  await page.getByRole('button', { name: 'Revogar chave' }).click()
  await page.getByText('Revogada', { exact: true }).waitFor()
})

test('a charge is split, carries facts and is made once more for a customer who bought before', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await make(product, '/v1/charges', {
    amount: 14_990,
    paymentMethod: 'PIX',
    customer: { name: 'Beatriz Sampaio', email: 'beatriz@exemplo.com.br', document: '39053344705' },
    splits: [{ recipientId: 're_sem_nome', type: 'PERCENTAGE', amount: 30, liable: true }],
    providerAccountId: await product.accountAt('PAGARME'),
    metadata: { loja: 'centro' },
  })
  await page.goto('/charges')
  await page.getByRole('link', { name: /Beatriz Sampaio/ }).click()
  await page.getByRole('heading', { name: 'Divisão do valor' }).waitFor()
  await page.getByText('30%').waitFor()
  await page.getByText(/^cerca de R\$\s44,97$/).waitFor()
  await page.getByText('Responde por contestações').waitFor()
  await page.getByRole('link', { name: 'Duplicar' }).click()
  await page.getByText('nada foi cobrado ainda').waitFor()
  await expect.poll(() => page.getByLabel('CPF ou CNPJ').inputValue()).toBe('390.533.447-05')
  expect(await page.getByRole('textbox', { name: 'Por cento' }).or(page.getByLabel('Por cento')).inputValue()).toBe(
    '30',
  )
  await page.getByLabel('CEP').pressSequentially('80010000')
  await expect.poll(() => page.getByLabel('Estado').inputValue()).toBe('PR')
  await page.getByLabel('CEP').fill('')
  await page.getByLabel('Estado').fill('')
  await page.getByRole('button', { name: 'Adicionar dado' }).click()
  await page.getByLabel('Nome', { exact: false }).last().fill('mês')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: /^Cobrar/ }).click()
  await page.getByText('Letras sem acento').waitFor()
  await page.getByLabel('Nome', { exact: false }).last().fill('mes')

  await page.goto('/charges/new')
  await page.getByRole('combobox', { name: 'Cliente que já comprou' }).click()
  await page.getByRole('option', { name: /Beatriz Sampaio/ }).click()
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('beatriz@exemplo.com.br')
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a card whose answer was lost is not charged a second time by a page that is loaded again', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  const charged = async () => (await product.sandbox.transactions({ provider: 'PAGUESAFE' })).length
  const before = await charged()
  const pay = async () => {
    await fillCard(page, '4111111111111111')
    await page.getByRole('button', { name: 'Cobrar R$ 497,00', exact: true }).click()
  }
  await fillSale(page, 'Cartão')
  await page.route('**/v1/charges', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await pay()
  await page.getByRole('alert').getByText('o mesmo envio nunca cobra duas vezes').waitFor()
  expect(await charged()).toBe(before + 1)
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('411111')
  await page.unroute('**/v1/charges')
  await page.reload()
  await pay()
  await page.getByText('Este pedido já tinha sido feito').waitFor()
  await page.getByText('Pagamento confirmado').waitFor()
  expect(await charged()).toBe(before + 1)
  await page.context().close()
})
