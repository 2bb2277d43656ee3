/** Finding one thing among all: the search over everything, by its keys and on a phone, and the searches of the lists of money. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Charge } from '../../api/schemas/charge.ts'
import { charged, make, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  const paid = await charge('Mariana Duarte', 14_990)
  await charge('Rafael Nogueira', 49_700)
  await pay(product, paid)
  await send(`/v1/charges/${paid.id}/refunds`, { amount: 4990 })
  await send('/v1/withdrawals', {
    amount: 2500,
    paymentMethod: 'PIX',
    pixType: 'EMAIL',
    pixKey: 'fornecedor@exemplo.com.br',
    providerAccountId: await product.accountAt('ASAAS'),
  })
})

const send = <Made>(path: string, body: object) => make<Made>(product, path, body)

async function charge(name: string, amount: number): Promise<Charge> {
  const customer = { name, email: 'cliente@exemplo.com.br', document: '11144477735', phone: '11912345678' }
  const providerAccountId = await product.accountAt('ASAAS')
  return charged(product, { amount, paymentMethod: 'PIX', customer, providerAccountId })
}

test('Ctrl-K finds a charge by its buyer, a form and a page by their names, without a mouse', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Buscar em tudo' })
  // What is typed goes into it by itself, once it has the focus.
  await field.and(page.locator(':focus')).waitFor()
  // A seller is not sent where they may not go.
  expect(await page.getByRole('option', { name: 'Chaves de API' }).count()).toBe(0)
  await page.keyboard.type('nogueira')
  await page.getByRole('option', { name: /^Cobranças: Rafael Nogueira R\$\s497,00 · Pendente$/ }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'R$ 497,00' }).waitFor()

  await page.keyboard.press('Control+k')
  await field.fill('saque')
  await page.getByRole('option', { name: 'Fazer: Novo saque' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Saques', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/withdrawals')

  await page.keyboard.press('Control+k')
  await field.fill('zzz absent')
  await page.getByText('Nada encontrado', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Fazer: Nova cobrança' }).waitFor()
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).not.toBe('INPUT')
  expect(new URL(page.url()).pathname).toBe('/withdrawals')
  expect(await page.getByRole('dialog', { name: 'Buscar' }).count()).toBe(1)
  expect(complaints).toEqual([])
})

test('on a phone everything is searched from the head of each page', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto('/receivers')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('fornecedor')
  await page.getByRole('option', { name: /^Saques: .*fornecedor@exemplo\.com\.br R\$\s25,00/ }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('option', { name: /^Saques:/ }).click()
  await page.getByRole('heading', { name: 'R$ 25,00' }).waitFor()
})

test('an offer, a link and an account are found among all, and the list then shows that one until it is told otherwise', async () => {
  const course = await send<{ id: string }>('/v1/products', { name: 'Curso de fotografia' })
  const offer = { productId: course.id, price: 9_700, paymentMethods: ['PIX'] }
  for (const name of ['Turma da manhã', 'Turma da noite']) await send('/v1/offers', { ...offer, name })
  for (const title of ['Sinal da obra', 'Resto da obra']) await send('/v1/payment-links', { amount: 5_000, title })
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').waitFor()
  const rows = page.getByRole('table').first().getByRole('row')
  for (const [words, found, other] of [
    ['turma da noite', 'Turma da noite', 'Turma da manhã'],
    ['sinal da obra', 'Sinal da obra', 'Resto da obra'],
    ['treeal', 'Treeal (demo)', 'Asaas (demo)'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill(words)
    await page.getByRole('option', { name: new RegExp(found.replace(/[()]/g, '.')) }).click()
    await rows.filter({ hasText: found }).waitFor()
    await rows.filter({ hasText: other }).waitFor({ state: 'detached' })
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: `Deixar de filtrar por ${found}` }).click()
    await rows.filter({ hasText: other }).waitFor()
  }
  expect(complaints).toEqual([])
})

test.each([
  ['desktop', {}],
  ['phone', PHONE],
])('each action of the search opens its form, and its address opens it again, on a %s', async (_name, size) => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...size })
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').first().waitFor()
  for (const [action, form] of [
    ['Nova oferta', 'Nova oferta'],
    ['Novo link', 'Novo link'],
    ['Convidar alguém', 'Convidar pessoas'],
    ['Nova chave', 'Nova chave de API'],
    ['Nova regra', 'Nova regra'],
    ['Importar extrato', 'Importar um extrato'],
    ['Novo endpoint de webhook', 'Novo endpoint'],
    ['Conciliar agora', 'Conciliar agora?'],
    ['Trocar a senha', 'Trocar senha'],
    ['Ativar segundo fator', 'Ativar segundo fator'],
    ['Trocar o segredo dos webhooks das cobranças', 'Trocar o segredo?'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill(action)
    await page.getByRole('option', { name: `Fazer: ${action}`, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: form, exact: true })
    await dialog.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.reload()
    await dialog.getByRole('button', { name: 'Fechar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
  }
  expect(complaints).toEqual([])
})

test('Ctrl-K finds an old link, and people, keys, rules, endpoints and providers by their names, each opened where it stands', async () => {
  const email = 'marta@loja.example'
  const providerAccountId = await product.accountAt('ASAAS')
  await send('/v1/payment-links', { amount: 5_000, title: 'Mensalidade antiga' })
  for (let made = 0; made < 101; made += 1) {
    await send('/v1/payment-links', { amount: 5_000, title: `Mais nova ${made}` })
  }
  await send('/v1/users', { name: 'Marta Rezende', email, password: 'correct horse battery', role: 'seller' })
  await send('/v1/api-keys', { name: 'Loja de Recife', role: 'seller' })
  await send('/v1/api-keys', { name: 'Loja de Natal', role: 'seller' })
  const rule = { enabled: true, strategy: 'priority', accounts: [{ providerAccountId }], when: {} }
  for (const name of ['Pix grandes', 'Boletos', 'Pagamentos altos']) await send('/v1/routing-rules', { ...rule, name })
  await send('/v1/webhook-endpoints', { url: 'https://loja.example/avisos', events: ['*'] })
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').waitFor()
  for (const [words, option, shown] of [
    [
      'mensalidade antiga',
      /^Links de pagamento: Mensalidade antiga/,
      page.getByRole('row', { name: /Mensalidade antiga/ }),
    ],
    ['rezende', /^Pessoas: Marta Rezende marta@loja\.example$/, page.getByRole('dialog', { name: 'Marta Rezende' })],
    [
      'recife',
      /^Chaves de API: Loja de Recife/,
      page.getByRole('button', { name: 'Deixar de filtrar por Loja de Recife' }),
    ],
    ['grandes', /^Roteamento: Pix grandes$/, page.getByRole('button', { name: 'Deixar de filtrar por Pix grandes' })],
    // More providers and accounts than are shown hold it in their names, too.
    [
      'pag',
      /^Roteamento: Pagamentos altos$/,
      page.getByRole('button', { name: 'Deixar de filtrar por Pagamentos altos' }),
    ],
    ['avisos', /^Endpoints: https:\/\/loja\.example\/avisos$/, page.getByRole('dialog', { name: 'Endpoint' })],
    ['pagar.me', /^Catálogo: Pagar\.me$/, page.getByRole('dialog', { name: 'Pagar.me' })],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill(words)
    await page.getByRole('option', { name: option }).click()
    await shown.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    // A dialog ends the keys of the page below it.
    if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.goto('/routing')
  await page.getByRole('row', { name: /Boletos/ }).waitFor()
  expect(complaints).toEqual([])
})

test('refunds and withdrawals are found by their words, and each leads to its page', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/refunds')
  await page.getByRole('row', { name: /Mariana Duarte/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Buscar reembolsos' }).fill('rafael')
  await page.getByText('Nenhum reembolso com estes filtros').waitFor()
  await page.getByRole('searchbox', { name: 'Buscar reembolsos' }).fill('mariana')
  await expect.poll(() => new URL(page.url()).search).toBe('?q=mariana')
  await page.getByRole('link', { name: /Abrir reembolso de R\$\s49,90/ }).click()
  await page.getByRole('heading', { name: 'R$ 49,90' }).waitFor()

  await page.goto('/withdrawals?q=ninguem')
  await page.getByText('Nenhum saque com estes filtros').waitFor()
  await page.getByRole('searchbox', { name: 'Buscar saques' }).fill('fornecedor')
  await page.getByRole('row', { name: /fornecedor@exemplo\.com\.br/ }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

test('Ctrl-K finds a charge, a refund and a withdrawal by their amount', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  for (const [typed, option, heading] of [
    ['497,00', /^Cobranças: Rafael Nogueira/, /R\$\s497,00/],
    ['R$ 49,90', /^Reembolsos: Mariana Duarte/, /R\$\s49,90/],
    ['25,00', /^Saques: .*fornecedor@exemplo\.com\.br/, /R\$\s25,00/],
  ] as const) {
    await page.goto('/charges')
    await page.getByRole('row', { name: /Mariana Duarte/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill(typed)
    await page.getByRole('option', { name: option }).click()
    await page.getByRole('heading', { name: heading }).first().waitFor()
  }
  expect(complaints).toEqual([])
})

const amountsOf = (rows: readonly string[]) => rows.map((text) => /[\d.]+,\d{2}/.exec(text)?.[0])

test('refunds and withdrawals are put in the order of their amounts by the header, or on a phone among the filters', async () => {
  for (const amount of [3100, 700]) {
    await send('/v1/withdrawals', {
      amount,
      paymentMethod: 'PIX',
      pixType: 'EMAIL',
      pixKey: 'fornecedor@exemplo.com.br',
      providerAccountId: await product.accountAt('ASAAS'),
    })
  }
  const sent = async () => (await product.sandbox.withdrawals('ASAAS')).find(({ amount }) => amount === 3100)?.id
  await expect.poll(sent).toBeDefined()
  await product.sandbox.actOnWithdrawal({ provider: 'ASAAS', id: (await sent()) ?? '' }, 'settle')
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  const shown = async () => amountsOf(await page.locator('tbody tr').allInnerTexts())
  await page.goto('/withdrawals')
  await page
    .getByRole('row', { name: /fornecedor/ })
    .first()
    .waitFor()
  await page.getByText(/^3 no total · R\$\s63,00 pedidos · R\$\s31,00 concluídos$/).waitFor()
  const header = page.getByRole('columnheader', { name: 'Valor' })
  await header.getByRole('button').click()
  await expect.poll(shown).toEqual(['31,00', '25,00', '7,00'])
  expect(await header.getAttribute('aria-sort')).toBe('descending')
  await header.getByRole('button').click()
  await expect.poll(shown).toEqual(['7,00', '25,00', '31,00'])
  await page.reload()
  await expect.poll(shown).toEqual(['7,00', '25,00', '31,00'])
  await page.getByRole('columnheader', { name: 'Pago' }).getByRole('button').click()
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=-approvedAt')
  await expect.poll(async () => (await shown()).length).toBe(3)
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/refunds?sort=approvedAt')
  await page.getByRole('row', { name: /Mariana Duarte/ }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Devolvido' }).getAttribute('aria-sort')).toBe('ascending')
  expect(complaints).toEqual([])

  const { page: phone } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await phone.goto('/withdrawals')
  await phone.getByRole('button', { name: 'Filtros' }).click()
  await phone.getByRole('combobox', { name: 'Ordem' }).click()
  await phone.getByRole('option', { name: 'Menor valor primeiro' }).click()
  const cards = phone.locator('main ul[aria-label] > li').filter({ hasText: ',00' })
  await expect.poll(async () => amountsOf(await cards.allInnerTexts())).toEqual(['7,00', '25,00', '31,00'])
  await phone.getByRole('button', { name: 'Filtros (1)' }).waitFor()
  expect(await seriousFindings(phone)).toEqual([])
})
