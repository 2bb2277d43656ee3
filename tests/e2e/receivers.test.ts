/** Opening receivers, as a seller does it: with papers, at a provider that takes its time, and at one that refuses. */
import type { Browser, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { provider as pagarme } from '../../sandbox/providers/pagarme.ts'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const PAPERS = ['Foto do documento', 'Foto da pessoa com o documento', 'Comprovante de endereço', 'Balanço patrimonial']
const PHOTO = {
  name: 'foto.png',
  mimeType: 'image/png',
  buffer: Buffer.from('\x89PNG\r\n\x1a\n and a person', 'latin1'),
}
const DONE = 'Upload realizado com sucesso!'
const FAILED = 'Houve um erro ao tentar realizar o upload, contate o suporte'

async function choose(page: Page, label: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
}

/** By its whole label, whether or not it is marked as required. */
const field = (page: Page | Locator, label: string) => page.getByLabel(new RegExp(`^${label}\\s*\\*?$`))

interface Filled {
  provider: string
  bank: string
  document?: string
}

async function fill(page: Page, { provider, bank, document = '52998224725' }: Filled): Promise<void> {
  await page.goto('/receivers/new')
  await choose(page, 'Conta no provedor', `${provider} (demo)`)
  const holder = page.getByRole('region', { name: 'Quem recebe' })
  await holder.getByLabel('Nome completo').fill('Ana Souza')
  await holder.getByLabel('CPF ou CNPJ').pressSequentially(document)
  await holder.getByLabel('E-mail').fill('ana@exemplo.com.br')
  await page.getByLabel('CEP').pressSequentially('01310100')
  await page.getByLabel('Rua').fill('Avenida Paulista')
  await page.getByLabel('Número e complemento').fill('1000')
  await page.getByLabel('Bairro').fill('Bela Vista')
  await page.getByLabel('Cidade').fill('São Paulo')
  // The CEP says it.
  await expect.poll(() => page.getByLabel('Estado').inputValue()).toBe('SP')
  await choose(page, 'Banco', bank)
  await field(page, 'Agência').fill('1234')
  await field(page, 'Conta').fill('56789')
  await page.getByLabel('Dígito da conta').fill('0')
}

const submit = (page: Page) => page.getByRole('button', { name: 'Abrir recebedor', exact: true }).click()
const send = (page: Page, paper: string) => field(page, paper).setInputFiles(PHOTO)
const kept = (page: Page) => page.getByRole('button', { name: /^Ver: / })

/** They are read when an administrator asks for them, and deleted for good. */
async function seePapers(page: Page): Promise<void> {
  expect(await kept(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Mostrar', exact: true }).click()
  await expect.poll(() => kept(page).count()).toBe(PAPERS.length)
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Ver: Balanço patrimonial' }).click(),
  ])
  await opened.waitForURL(/\/files\//)
  await opened.close()
  await page.getByRole('button', { name: 'Excluir: Balanço patrimonial' }).click()
  await page.getByText('Excluir Balanço patrimonial de vez?').waitFor()
  await page.getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect.poll(() => kept(page).count()).toBe(PAPERS.length - 1)
}

const listed = async () => (await product.call<{ data: object[] }>('GET', '/v1/receivers')).body.data

test('a receiver is opened with its papers, and waits for the provider in sight of everybody', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await fill(page, { provider: 'Iugu', bank: 'Nubank' })
  await submit(page)
  await expect.poll(() => page.getByText('Preencha este campo').count()).toBe(PAPERS.length)
  expect(await listed()).toEqual([])

  for (const paper of PAPERS) {
    await send(page, paper)
    await page.getByText(DONE).first().waitFor()
  }
  await expect.poll(() => page.getByText('Trocar arquivo').count()).toBe(PAPERS.length)
  await page.locator('summary').filter({ hasText: 'Dados seus' }).click()
  await page.getByRole('button', { name: 'Adicionar dado' }).click()
  await field(page, 'Nome').fill('loja')
  await field(page, 'Valor').fill('Centro')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
  await submit(page)

  await page.getByRole('heading', { name: 'Ana Souza' }).waitFor()
  await page.getByText('Em análise').first().waitFor()
  await page.getByText('Iugu abriu a conta').waitFor()
  await page.getByText('Aguardando a aprovação de Iugu').waitFor()
  await page.getByText('Nubank, agência 1234, conta final 89 (Corrente)').waitFor()
  await page.getByText('loja', { exact: true }).waitFor()
  await seePapers(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Recebedores' }).first().click()
  await page.getByRole('link', { name: 'Abrir recebedor Ana Souza' }).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a file that could not be sent says so, and can be chosen again', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/receivers/new')
  await choose(page, 'Conta no provedor', 'Iugu (demo)')
  await page.route('**/files/**', (route) => route.abort())
  await send(page, 'Foto do documento')
  await page.getByText(FAILED).waitFor()
  await page.getByText('O arquivo não foi enviado: escolha-o de novo').waitFor()
  expect(await page.getByText(DONE).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])

  await page.unroute('**/files/**')
  await send(page, 'Foto do documento')
  await page.getByText(DONE).waitFor()
  await page.context().close()
})

test('a file that the form does not take stops it until another is chosen or it is given up', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  const before = (await listed()).length
  await fill(page, { provider: 'Villet', bank: 'Nubank' })
  await page.locator('summary').filter({ hasText: 'Documentos' }).click()
  const paper = field(page, 'Comprovante de endereço')
  await paper.setInputFiles({ name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await page.locator('summary').filter({ hasText: 'Documentos' }).click()
  await submit(page)
  await expect.poll(() => paper.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
  expect(await paper.getAttribute('aria-invalid')).toBe('true')
  expect(await seriousFindings(page)).toEqual([])
  expect((await listed()).length).toBe(before)
  await page.getByRole('button', { name: 'Limpar Comprovante de endereço' }).click()
  expect(await paper.getAttribute('aria-invalid')).toBeNull()
  await submit(page)
  await page.getByRole('heading', { name: 'Ana Souza' }).waitFor()
  await page.context().close()
})

test('of several wrong fields the first on the page gets the focus', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await fill(page, { provider: 'Villet', bank: 'Nubank' })
  await page.getByLabel('CPF ou CNPJ').fill('11111111111')
  await page.getByLabel('E-mail').fill('ana')
  await submit(page)
  const document = page.getByLabel('CPF ou CNPJ')
  await expect.poll(() => document.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
  await page.context().close()
})

test('a field that the focus goes to is not behind the actions that the form keeps in sight', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/receivers/new')
  for (const name of ['district', 'city', 'state']) {
    const field = page.locator(`[name="address.${name}"]`)
    await field.focus()
    const isInSight = () =>
      field.evaluate((shown) => {
        const { x, y, width, height } = shown.getBoundingClientRect()
        return shown.ownerDocument.elementFromPoint(x + width / 2, y + height / 2) === shown
      })
    await expect.poll(isInSight).toBe(true)
  }
})

test('a provider that refuses is quoted, and one that wants an income is told it', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await fill(page, { provider: 'Abmex Split', bank: 'Will Bank' })
  await submit(page)
  await page.getByText('Este provedor só abre contas de empresas: informe um CNPJ').waitFor()
  await page.getByLabel('CPF ou CNPJ').fill('11222333000181')
  await submit(page)
  await page.getByText('Banco não suportado, tente outro.').waitFor()
  expect(await page.getByLabel('Renda mensal').count()).toBe(0)

  await choose(page, 'Conta no provedor', 'Asaas (demo)')
  await submit(page)
  await page.getByText('Informe um valor maior que zero').waitFor()
  await page.getByLabel('Renda mensal').fill('500000')
  await submit(page)
  await page.getByText('Asaas abriu a conta').waitFor()
  await page.getByText('Ativo').first().waitFor()
  await page.context().close()
})

/** Of an individual, or of a company's partner. */
async function fillIndividual(place: Page | Locator): Promise<void> {
  await field(place, 'Celular').pressSequentially('11987654321')
  await field(place, 'Data de nascimento').pressSequentially('25031980')
  await field(place, 'Renda mensal').fill('900000')
  await field(place, 'Profissão').fill('Luthier')
}

const INDIVIDUAL = {
  phone_numbers: [{ ddd: '11', number: '987654321', type: 'mobile' }],
  birthdate: '25/03/1980',
  monthly_income: 9_000,
  professional_occupation: 'Luthier',
}

/** What the fake PAGARME keeps of the receiver that the page shows. */
async function registeredAt(page: Page): Promise<object> {
  await page.getByText('Pagar.me abriu a conta').waitFor()
  const { body } = await product.call<{ receiverId: string }>('GET', `/v1${new URL(page.url()).pathname}`)
  const { path, secretKey } = pagarme.account
  const answer = await fetch(`${product.addresses.sandbox}${path}/recipients/${body.receiverId}`, {
    headers: { authorization: `Basic ${btoa(`${secretKey}:`)}` },
  })
  return ((await answer.json()) as { register_information: object }).register_information
}

test('an individual is registered at a provider that has to, with what the form asks for it', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  const before = (await listed()).length
  await fill(page, { provider: 'Pagar.me', bank: 'Nubank' })
  await submit(page)
  await expect.poll(() => page.getByText('Preencha este campo').count()).toBe(3)
  await page.getByText('Informe um valor maior que zero').waitFor()
  const first = field(page, 'Celular')
  await expect.poll(() => first.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
  expect((await listed()).length).toBe(before)

  await fillIndividual(page)
  await submit(page)
  expect(await registeredAt(page)).toMatchObject({ type: 'individual', name: 'Ana Souza', ...INDIVIDUAL })
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a company is registered with its partners, of whom one is left', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await fill(page, { provider: 'Pagar.me', bank: 'Nubank', document: '11222333000181' })
  const company = page.getByRole('region', { name: 'Cadastro que este provedor exige' })
  const partner = (number: number) => company.getByRole('group', { name: `Sócio ${number}`, exact: true })
  expect(await company.getByRole('button', { name: 'Remover sócio' }).count()).toBe(0)
  await company.getByRole('button', { name: 'Adicionar sócio' }).press('Enter')
  await partner(2).getByLabel('Nome completo').fill('Maria Luthier')
  await partner(1).getByRole('button', { name: 'Remover sócio 1' }).press('Enter')
  await expect.poll(() => partner(2).count()).toBe(0)
  expect(await partner(1).getByLabel('Nome completo').inputValue()).toBe('Maria Luthier')

  await field(company, 'Nome fantasia').fill('Ateliê da Maria')
  await field(company, 'Faturamento anual').fill('25000000')
  await field(company, 'Celular').first().pressSequentially('11912345678')
  await field(partner(1), 'E-mail').fill('maria@exemplo.com.br')
  await field(partner(1), 'CPF').pressSequentially('11144477736')
  await submit(page)
  await partner(1).getByText('CPF inválido: confira os dígitos').waitFor()
  expect(await partner(1).getByText('Preencha este campo').count()).toBe(3)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])

  await field(partner(1), 'CPF').fill('11144477735')
  await fillIndividual(partner(1))
  await submit(page)
  expect(await registeredAt(page)).toMatchObject({
    type: 'corporation',
    company_name: 'Ana Souza',
    trading_name: 'Ateliê da Maria',
    annual_revenue: 250_000,
    phone_numbers: [{ ddd: '11', number: '912345678', type: 'mobile' }],
    managing_partners: [
      { ...INDIVIDUAL, name: 'Maria Luthier', email: 'maria@exemplo.com.br', document: '11144477735' },
    ],
  })
  expect(complaints).toEqual([])
  await page.context().close()
})

test('one whose answer was lost waits for an operator, who says what became of it', async () => {
  await product.sandbox.setFault('VILLET', 'createReceiver', { fault: 'commitThenDrop' })
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await fill(page, { provider: 'Villet', bank: 'Nubank' })
  await submit(page)
  await page.getByRole('heading', { name: 'Este recebedor precisa de uma decisão' }).waitFor()
  await page.getByText('Sem resposta confiável de Villet').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar recebedor' }).click()
  await page.getByText('Operador cancelou').waitFor()
  await page.getByText('Recusado').first().waitFor()
  await page.context().close()
})
