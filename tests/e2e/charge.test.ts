/** The main job, as the people who do it see it: a seller charges, a buyer pays, and everyone sees the money come. */
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ADDRESS } from '../support/address.ts'
import { charged, make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser

onStage((stage) => {
  ;({ product, browser } = stage)
})

const CARD = {
  cardNumber: '4111111111111111',
  holderName: 'Mariana Duarte',
  holderDocument: '11144477735',
  expMonth: '12',
  expYear: '40',
  cvv: '123',
}

async function fillCharge(page: Page): Promise<void> {
  await page.getByLabel('Descrição do item').fill('Curso de fotografia')
  await page.getByLabel('Valor unitário').pressSequentially('14990')
  await page.getByLabel('Nome completo').fill('Mariana Duarte')
  await page.getByLabel('E-mail').fill('mariana@exemplo.com.br')
  await page.getByLabel('CPF ou CNPJ').pressSequentially('11144477735')
  await page.getByLabel('Telefone').pressSequentially('11912345678')
}

test('a seller signs in, charges by Pix, and sees the payment arrive on every page without a reload', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app)
  await page.goto('/charges')
  await page.getByRole('button', { name: /^Vendedor/ }).click()
  await page.getByRole('heading', { name: 'Cobranças', level: 1 }).waitFor()
  complaints.length = 0

  await page.keyboard.press('n')
  await fillCharge(page)
  await expect.poll(() => page.getByLabel('CPF ou CNPJ').inputValue()).toBe('111.444.777-35')
  await page.getByRole('button', { name: 'Cobrar R$ 149,90' }).click()

  await page.getByRole('heading', { name: 'R$ 149,90' }).waitFor()
  await page.getByRole('img', { name: 'QR code do Pix' }).waitFor()
  await page.getByText('Asaas respondeu: aguardando pagamento').waitFor()
  await page.getByText(/Próxima consulta em cerca de .*; vale até/).waitFor()

  const { page: list } = await visit(browser, product.addresses.app, { role: 'operator' })
  await list.goto('/charges')
  await list.getByRole('row', { name: /Pendente.*Mariana Duarte/ }).waitFor()

  const payAddress = await page.getByRole('link', { name: 'Abrir página do cliente' }).getAttribute('href')
  const { page: buyer } = await visit(browser, product.addresses.app, PHONE)
  await buyer.goto(payAddress ?? '')
  await buyer.getByRole('heading', { name: 'Loja Demo' }).waitFor()
  await buyer.getByRole('button', { name: 'Copiar código Pix' }).waitFor()

  const pages = [page, list, buyer]
  for (const open of pages) await open.evaluate(() => Object.assign(globalThis, { wasNotReloaded: true }))

  const { page: playground } = await visit(browser, product.addresses.app, { role: 'seller' })
  await playground.goto('/playground')
  await playground
    .getByRole('row')
    .filter({ hasText: 'R$ 149,90' })
    .getByRole('link', { name: 'Mariana Duarte' })
    .waitFor()
  // Only the notice tells of the payment: a reading that was due at this moment would tell of it first.
  await product.sandbox.setFault('ASAAS', 'readTransaction', { fault: 'stale', times: 0, delayMs: 600_000 })
  await playground.getByRole('button', { name: 'Pagar R$ 149,90 como o cliente' }).click()

  await page.getByText('Pagamento confirmado').waitFor()
  await page.getByText('aviso do provedor').waitFor()
  await buyer.getByText('Pagamento confirmado').waitFor()
  await list.getByRole('row', { name: /Paga.*Mariana Duarte/ }).waitFor()
  for (const open of pages) expect(await open.evaluate('wasNotReloaded')).toBe(true)

  await page.getByRole('button', { name: 'De onde vem: Paga' }).click()
  await page.getByText(/^O provedor avisou por webhook/).waitFor()
  // Webhooks are an operator's page.
  expect(await page.getByRole('link', { name: 'Ver o webhook recebido' }).count()).toBe(0)
  await page.getByRole('button', { name: 'De onde vem: Enviada para Asaas' }).click()
  await page.getByRole('button', { name: 'Ver a conversa com o provedor' }).click()
  const attempt = page.getByRole('listitem').filter({ hasText: 'Tentativa 1' }).last()
  await attempt.waitFor()
  expect(await attempt.evaluate('document.activeElement.id')).toBe('attempt-1')
  expect(await seriousFindings(page)).toEqual([])
  await list.goto(new URL(page.url()).pathname)
  await list.getByRole('button', { name: 'De onde vem: Paga' }).click()
  await list.getByRole('link', { name: 'Ver o webhook recebido' }).click()
  await list.getByRole('dialog', { name: /Asaas/ }).getByText('PAYMENT_RECEIVED').first().waitFor()
  expect(complaints).toEqual([])
})

test('a card that is approved at once was approved by its provider, and the history says so', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  const providerAccountId = await product.accountAt('ASAAS')
  const { cardId } = await make<{ cardId: string }>(product, '/v1/cards', { ...CARD, providerAccountId })
  const { id } = await charged(product, {
    amount: 12_300,
    paymentMethod: 'CREDIT_CARD',
    installments: 1,
    providerAccountId,
    customer: {
      name: 'Mariana Duarte',
      email: 'mariana@exemplo.com.br',
      document: '11144477735',
      phone: '11912345678',
    },
    address: ADDRESS,
    cardId,
  })
  await page.goto(`/charges/${id}`)
  await page.getByText('resposta do provedor').waitFor()
  await page.getByRole('button', { name: 'De onde vem: Paga' }).click()
  await page.getByText('O provedor respondeu ao nosso pedido.').waitFor()
  await page.getByRole('button', { name: 'Copiar link do recibo' }).waitFor()
  const receipt = await page.getByRole('link', { name: 'Abrir recibo' }).getAttribute('href')
  const { page: buyers } = await visit(browser, product.addresses.app, PHONE)
  await buyers.goto(receipt ?? '')
  await buyers.getByText('Forma', { exact: true }).waitFor()
  await buyers.context().close()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
})

test('an answer that is lost is looked up, and what cannot be looked up waits for an operator', async () => {
  await product.sandbox.setFault('PAGUESAFE', 'createTransaction', { fault: 'commitThenDrop' })
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/charges/new')
  await fillCharge(page)
  await page.getByRole('combobox', { name: 'Conta no provedor' }).click()
  await page.getByRole('option', { name: /PagueSafe/ }).click()
  await page.getByRole('button', { name: 'Cobrar R$ 149,90' }).click()

  await page.getByRole('heading', { name: 'Esta cobrança precisa de uma decisão' }).waitFor()
  // From its top, although the form was left at its end.
  await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  await page.getByText('Parada até um operador decidir.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Resolver' }).click()
  const dialog = page.getByRole('dialog', { name: 'O que aconteceu no provedor?' })
  await dialog.getByRole('button', { name: 'Acompanhar esta transação' }).click()
  await dialog.getByText('Informe o id que o provedor deu à transação').waitFor()

  await dialog.getByLabel('Id da transação no provedor').fill('outra-transacao')
  await dialog.getByRole('button', { name: 'Acompanhar esta transação' }).click()
  const toast = page.locator('[data-toast]')
  const why = 'o provedor não reconhece este identificador como nosso'
  await toast
    .filter({ hasText: 'Decisão sem efeito' })
    .filter({ hasText: `Nada foi feito: ${why}.` })
    // The provider is asked five times before it is believed.
    .waitFor()
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Decisão sem efeito' })
    .filter({ hasText: why })
    .last()
    .waitFor()
  await page.getByRole('heading', { name: 'Esta cobrança precisa de uma decisão' }).waitFor()

  // Another operator's decision, which leaves its row first, is not taken for this one's.
  const [operation, history] = ['**/v1/operations/**', '**/v1/charges/*/events']
  const body = { workflowId: '', operation: 'cancel', decisionId: 'mine', became: 'accepted' }
  let asked = Number.NEGATIVE_INFINITY
  await page.route(operation, (route) => {
    asked = 0
    return route.fulfill({ status: 202, json: body })
  })
  await page.route(history, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const others = { ...data.at(-1), type: 'decisionVoid', detail: { why: 'over' }, id: 'others', decisionId: 'others' }
    const own = { ...others, type: 'operatorCanceled', detail: null, id: 'own', decisionId: 'mine' }
    asked += 1
    return route.fulfill({
      response,
      json: { data: [...data, ...(asked > 0 ? [others] : []), ...(asked > 3 ? [own] : [])] },
    })
  })
  await page.getByRole('button', { name: 'Cancelar cobrança', exact: true }).click()
  const decided = page.waitForRequest(operation)
  await page.getByRole('button', { name: 'Cancelar cobrança de R$ 149,90' }).click()
  // It says what it is about: what is asked by then may be something else.
  expect(new URL((await decided).url()).searchParams.get('shown')).toBe('unknownOutcome')
  await toast.filter({ hasText: 'Cancelamento cumprido' }).waitFor()
  await page.unroute(operation)
  await page.unroute(history)
  await page.reload()

  await page.getByRole('button', { name: 'Resolver' }).click()
  const [lost] = await product.sandbox.transactions({ provider: 'PAGUESAFE' })
  await dialog.getByLabel('Id da transação no provedor').fill(lost?.id ?? '')
  await dialog.getByRole('button', { name: 'Acompanhar esta transação' }).click()

  await toast.filter({ hasText: 'Decisão cumprida' }).waitFor()
  await page.getByRole('img', { name: 'QR code do Pix' }).waitFor()
  await page.getByText('Operador disse o que aconteceu no provedor').waitFor()
  await page.getByRole('heading', { name: 'Esta cobrança precisa de uma decisão' }).waitFor({ state: 'detached' })
})

test('a page that cannot be read again stays, says since when, and catches up by itself or when asked', async () => {
  const { id } = await charged(product, {
    amount: 31_415,
    paymentMethod: 'PIX',
    customer: { name: 'Rute Sales', email: 'rute@exemplo.com.br', document: '11144477735' },
  })
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.clock.install()
  const heading = page.getByRole('heading', { name: 'R$ 314,15' })
  const band = page.getByRole('status').filter({ hasText: 'Sem conexão com o servidor' })
  const lose = async (what: string) => {
    await page.route(what, (route) => route.abort())
    await expect
      .poll(async () => {
        await page.clock.fastForward(60_000)
        await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
        return band.count()
      })
      .toBe(1)
  }
  // Nothing but time passes.
  const caughtUp = async () => {
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000)
        return band.count()
      })
      .toBe(0)
  }
  await page.goto(`/charges/${id}`)
  await heading.waitFor()
  await page.getByText('aguardando pagamento').waitFor()
  await lose(`**/v1/charges/${id}*`)
  await page.getByText('Última atualização:').waitFor()
  expect(await heading.isVisible()).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  const again = page.waitForRequest(`**/v1/charges/${id}`)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await again
  await page.unroute(`**/v1/charges/${id}*`)
  await caughtUp()
  // All of it, who is signed in as well.
  await lose('**/v1/**')
  expect(await heading.isVisible()).toBe(true)
  expect(await page.getByText('aguardando pagamento').isVisible()).toBe(true)
  await page.unroute('**/v1/**')
  await caughtUp()
  await page.context().close()
})

test('what is typed after Ctrl-K is typed into the search, also while it is on its way', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/charges')
  await page.getByText('Rute Sales').first().waitFor()
  const code = '**/assets/palette-*.js'
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(code, (route) => released.then(() => route.continue()))
  await page.keyboard.press('Control+k')
  // Its first letter alone would begin a charge.
  await page.keyboard.type('nenhuma')
  await page.keyboard.press('Backspace')
  release()
  const field = page.getByRole('combobox', { name: 'Buscar em tudo' })
  await field.waitFor()
  expect(await field.inputValue()).toBe('nenhum')
  expect(new URL(page.url()).pathname).toBe('/charges')
  await page.context().close()
})

test('a search that cannot be loaded says so, and leaves the page as it is', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.route('**/assets/palette-*.js', (route) => route.abort())
  await page.goto('/charges')
  await page.getByText('Rute Sales').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByText('A busca não respondeu').waitFor()
  await page.getByText('Rute Sales').first().waitFor()
  await page.context().close()
})
