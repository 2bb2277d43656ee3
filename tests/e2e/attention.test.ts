/** The list of what waits for an operator: with all reasons and the money, decided about in bulk, and taken away as a file. */
import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../db/client.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { charged, make, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, pick, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser

onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  await product.sandbox.setFault('PAGUESAFE', 'createTransaction', { fault: 'commitThenDrop', times: 2 })
  // One after the other, as their list has them: who waits longest comes first.
  const lose = (body: object) =>
    make<{ needsAttention: boolean }>(product, '/v1/charges', body, ({ needsAttention }) => needsAttention)
  await lose(await wish('Rafael Nogueira', 49_700))
  await lose(await wish('Iris Prado', 10_050))
})

async function wish(name: string, amount: number, provider = 'PAGUESAFE') {
  const providerAccountId = await product.accountAt(provider)
  const customer = { name, email: 'cliente@exemplo.com.br', document: '11144477735', phone: '11912345678' }
  return { amount, paymentMethod: 'PIX', customer, providerAccountId }
}

/** In a window too low for the list, at its beginning. */
async function expectInSight(page: Page, shown: Locator): Promise<void> {
  const window = page.viewportSize() ?? PHONE.viewport
  await page.setViewportSize({ ...window, height: 360 })
  await page.evaluate('scrollTo(0, 0)')
  const reaches = async () => {
    const box = await shown.boundingBox()
    return box === null ? undefined : box.y >= 0 && box.y + box.height <= 360
  }
  await expect
    .poll(() => page.evaluate<boolean>('document.documentElement.scrollHeight > innerHeight + 100'))
    .toBe(true)
  await expect.poll(reaches).toBe(true)
  await page.setViewportSize(window)
}

const list = (page: Page, name: string) => page.getByRole('list', { name })

test('of several at once is offered what can come to something', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/attention')
  await page.getByRole('heading', { name: /2 esperam uma decisão · R\$\s597,50/ }).waitFor()
  const waiting = list(page, 'Precisam de atenção').getByRole('listitem')
  await expect
    .poll(() => waiting.allInnerTexts())
    .toMatchObject([expect.stringContaining('Rafael Nogueira'), expect.stringContaining('Iris Prado')])
  const all = page.getByRole('checkbox', { name: 'Selecionar todos os exibidos' })
  const mixed = page.locator('input:indeterminate')
  await page.getByRole('checkbox', { name: /Iris Prado/ }).check()
  await page.getByText('1 escolhido').waitFor()
  await mixed.waitFor()
  await all.check()
  await page.getByText('2 escolhidos').waitFor()
  await mixed.waitFor({ state: 'detached' })
  await expectInSight(page, page.getByRole('button', { name: 'Cancelar 2' }))
  await all.uncheck()
  await page.getByText('2 escolhidos').waitFor({ state: 'detached' })
  await all.check()
  await page.getByRole('button', { name: 'Dizer que 2 não existem' }).waitFor()
  await page.getByRole('button', { name: 'Cancelar 2' }).waitFor()
  // PagueSafe finds no charge without its id: asking again would come to nothing, here and on the charge's page.
  expect(await page.getByRole('button', { name: /Consultar/ }).count()).toBe(0)
  await page.getByRole('link', { name: /Rafael Nogueira/ }).click()
  await page.getByRole('button', { name: 'Resolver' }).waitFor()
  await page
    .getByText(/PagueSafe/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Tentar de novo', exact: true }).count()).toBe(0)
})

test('what is focused is never under the bar at the foot', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'operator', ...PHONE })
  const isList = (url: URL) => url.pathname === '/v1/attention' && url.searchParams.get('limit') === '50'
  await page.route(isList, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), nextCursor: 'more' } })
  })
  await page.goto('/attention')
  await page.getByRole('checkbox', { name: 'Selecionar todos os exibidos' }).check()
  await page.setViewportSize({ width: 390, height: 360 })
  const bar = page.getByRole('button', { name: 'Cancelar 2' }).locator('..')
  for (const reached of [
    page.getByRole('link', { name: /Rafael Nogueira/ }),
    page.getByRole('link', { name: /Iris Prado/ }),
    page.getByRole('button', { name: 'Carregar mais' }),
  ]) {
    await page.evaluate('scrollTo(0, 0)')
    await reached.focus()
    const covered = async () => {
      const [shown, over] = await Promise.all([reached.boundingBox(), bar.boundingBox()])
      return shown && over && shown.y + shown.height - over.y
    }
    await expect.poll(covered).toBeLessThanOrEqual(0)
  }
  await page.context().close()
})

test('of the kind that was left nothing can be chosen while the next one is on its way', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/attention')
  const all = page.getByRole('checkbox', { name: 'Selecionar todos os exibidos' })
  await all.check()
  await page.getByText('2 escolhidos').waitFor()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    (url) => url.searchParams.get('kind') === 'reconciliation',
    async (route) => {
      await held
      await route.fallback()
    },
  )
  await pick(page, 'Tipo', /Conciliação/)
  await all.waitFor({ state: 'detached' })
  await page.getByText('2 escolhidos').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Rafael Nogueira/ }).waitFor()
  answer()
  await page.getByText('Nada deste tipo espera por você').waitFor()
  await page.context().close()
})

test('the list is a file that a Brazilian Excel opens right', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/attention')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ])
  const [header, first, second] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(header).toBe('\uFEFFTipo;Identificador;Nome;Valor;Moeda;Provedor;Motivos;Quem pediu;Desde')
  expect(first).toMatch(
    /^Cobrança;[0-9a-f-]{36};Rafael Nogueira;497,00;BRL;PAGUESAFE;.*;Chave da instalação;[\d/]{10} [\d:]+$/,
  )
  expect(second).toMatch(/;Iris Prado;100,50;BRL;PAGUESAFE;.*;Chave da instalação;[\d/]{10} [\d:]+$/)
})

test('what cannot be taken back is done by an operator who has counted them, and each says what became of it', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/attention')
  for (const name of ['Rafael Nogueira', 'Iris Prado']) {
    await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  }
  const shown: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/v1/operations/')) shown.push(searchParams.get('shown'))
  })
  await page.getByRole('button', { name: 'Cancelar 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar estes 2?' })
  await dialog.getByText(/Cobrança de R\$\s497,00 de Rafael Nogueira/).waitFor()
  const deed = dialog.getByRole('button', { name: 'Cancelar 2' })
  await dialog.getByLabel('Digite 2 para confirmar').fill('3')
  expect(await deed.isDisabled()).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByLabel('Digite 2 para confirmar').fill('2')
  await deed.click()
  const outcomes = list(page, 'O que foi feito de cada decisão').getByRole('listitem')
  for (const name of ['Rafael Nogueira', 'Iris Prado']) {
    await outcomes.filter({ hasText: name }).getByText('Cumprida').waitFor()
  }
  // Each says what it is about: what is asked by then may be something else.
  expect(shown).toEqual(['unknownOutcome', 'unknownOutcome'])
  await page.getByText('Nada espera por você').waitFor()
  await page.getByRole('button', { name: 'Fechar' }).click()
  await outcomes.first().waitFor({ state: 'detached' })
})

test('differences, disputes and endpoints are decided about several at once, with a word that each keeps', async () => {
  const charge = await charged(product, await wish('Nina Reis', 20_000))
  const { id, transactionId } = charge
  const statusOf = async () => (await product.call<{ status: string }>('GET', `/v1/charges/${id}`)).body.status
  await pay(product, charge)
  await product.sandbox.act({ provider: 'PAGUESAFE', id: transactionId }, 'chargeback')
  await expect.poll(statusOf).toBe('CHARGEBACK')
  const accountId = await product.accountAt('PAGUESAFE')
  const sql = postgres(product.addresses.database, { max: 1 })
  await sql`
    INSERT INTO reconciliation_items (id, platform_id, provider_account_id, provider, kind, transaction_id, theirs)
    SELECT gen_random_uuid(), platform_id, id, provider, 'missingHere', missing, '{"amount": 500}'
    FROM provider_accounts, unnest(ARRAY['old-shop-1', 'old-shop-2']) AS missing WHERE id = ${accountId}`
  await product.call('POST', '/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/hooks', events: ['*'] })
  await sql`UPDATE webhook_endpoints SET failing_since = now() - interval '2 days'`

  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
  await page.goto('/attention')
  const decide = async (names: readonly RegExp[], deed: string, note?: string, meanwhile?: () => Promise<unknown>) => {
    for (const name of names) await page.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: deed, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: deed, exact: true })
    if (note !== undefined) {
      await confirm.click()
      await dialog.getByText('Preencha este campo').waitFor()
      await dialog.getByLabel('O que foi').fill(note)
    }
    expect(await seriousFindings(page)).toEqual([])
    await meanwhile?.()
    await confirm.click()
    await dialog.waitFor({ state: 'detached' })
  }
  const outcomes = list(page, 'O que foi feito de cada decisão').getByRole('listitem')
  await page.getByRole('heading', { name: /4 esperam uma decisão/ }).waitFor()
  await page.goto('/attention?kind=endpoint')
  await page.getByRole('heading', { name: /1 espera uma decisão/ }).waitFor()
  await pick(page, 'Tipo', /Conciliação/)
  await page.getByRole('heading', { name: /2 esperam uma decisão · R\$\s10,00/ }).waitFor()
  await page.getByRole('checkbox', { name: 'Selecionar todos os exibidos' }).check()
  await expectInSight(page, page.getByRole('button', { name: 'Marcar 2 como resolvidas' }))
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
  await decide([], 'Marcar 2 como resolvidas', 'Da loja antiga', async () => {
    await sql`UPDATE reconciliation_items SET theirs = '{"amount": 600}' WHERE transaction_id = 'old-shop-2'`
    await page.getByText(/2 esperam uma decisão · R\$\s11,00/).waitFor()
  })
  await sql.end()
  await outcomes.filter({ hasText: 'transação old-shop-1 no provedor' }).getByText('Cumprida').waitFor()
  // It has changed since it was listed in the dialog.
  await outcomes.filter({ hasText: 'transação old-shop-2 no provedor' }).getByText('Não aceita').waitFor()
  await decide([/R\$\s6,00.*old-shop-2/], 'Marcar como resolvida', 'Da loja antiga')
  await outcomes.filter({ hasText: 'transação old-shop-2 no provedor' }).getByText('Cumprida').waitFor()
  await page.getByText('Nada deste tipo espera por você').waitFor()
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await decide([/Nina Reis/], 'Dar como perdida', 'O banco negou')
  await outcomes.filter({ hasText: 'Nina Reis' }).getByText('Cumprida').waitFor()
  await decide([/127\.0\.0\.1:9/], 'Pausar o endpoint')
  await outcomes.filter({ hasText: '127.0.0.1:9' }).getByText('Cumprida').waitFor()
  for (const name of [/old-shop/, /Nina Reis/, /127\.0\.0\.1:9/]) {
    await expect.poll(() => page.getByRole('checkbox', { name }).count()).toBe(0)
  }
  const { body: items } = await product.call<{ data: object[] }>('GET', '/v1/reconciliation/items?state=resolvedByHand')
  expect(items.data).toMatchObject([{ note: 'Da loja antiga' }, { note: 'Da loja antiga' }])
  const { body: disputes } = await product.call<{ data: object[] }>('GET', `/v1/disputes?chargeId=${id}`)
  expect(disputes.data).toMatchObject([{ state: 'LOST', note: 'O banco negou' }])
  expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
  await page.context().close()
})

test('a payment that nothing but a notice tells of is confirmed on its page', async () => {
  const { id, transactionId } = await charged(product, await wish('Lia Campos', 50_001, 'FIREBANK'))
  await product.sandbox.act({ provider: 'FIREBANK', id: transactionId }, 'pay')
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto(`/charges/${id}`)
  await page.getByRole('button', { name: 'Confirmar o pagamento' }).click()
  const dialog = page.getByRole('dialog', { name: 'Foi paga no provedor?' })
  await dialog.getByText(/R\$\s500,01 de Lia Campos/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: /Dar R\$\s500,01 como pagos/ }).click()
  await dialog.waitFor({ state: 'detached' })
  const status = async () => (await product.call<{ status: string }>('GET', `/v1/charges/${id}`)).body.status
  await expect.poll(status).toBe('APPROVED')
})

test('that a refusal in a word that no table maps stands is said on its page, and its seller is told', async () => {
  const { body } = await product.call<{ id: string }>('POST', '/v1/webhook-endpoints', {
    url: 'http://127.0.0.1:9/stands',
    events: ['charge.rejected'],
  })
  const { id } = await charged(product, await wish('Otto Lins', 50_003))
  const database = connectDatabase({ databaseUrl: product.addresses.database, maxConnections: 1 })
  const end = { chargeId: id, to: 'REJECTED', cause: 'poll', key: 'poll/REJECTED' } as const
  await applyTransition(database.writer, { ...end, rawStatus: 'quarantined', unmapped: true })
  await database.close()
  const told = async () =>
    (await product.call<{ data: object[] }>('GET', `/v1/webhook-deliveries?endpointId=${body.id}`)).body.data
  const { page } = await visit(browser, product.addresses.app, { role: 'operator', ...PHONE })
  await page.goto(`/charges/${id}`)
  await page.getByRole('button', { name: 'Marcar como visto' }).waitFor()
  await page.getByRole('button', { name: 'Confirmar a situação' }).click()
  const dialog = page.getByRole('dialog', { name: 'A situação é mesmo “Recusada”?' })
  await dialog.getByText(/a cobrança de R\$\s500,03 a Otto Lins terminou sem pagamento/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await told()).toEqual([])
  await dialog.getByRole('button', { name: 'Encerrar como “Recusada”' }).click()
  await page.getByText('Situação confirmada').waitFor()
  await expect.poll(told).toMatchObject([{ eventType: 'charge.rejected' }])
  await expect.poll(() => page.getByRole('button', { name: 'Confirmar a situação' }).count()).toBe(0)
  expect((await product.call('GET', `/v1/charges/${id}`)).body).toMatchObject({
    status: 'REJECTED',
    statusUnmapped: false,
    needsAttention: false,
  })
})
