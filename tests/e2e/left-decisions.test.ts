/** A decision about many goes on when its page is left: it is found there again, the next one joins it, and nothing unsent is lost unseen. */
import type { Browser, Page } from 'playwright-core'
import postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

beforeAll(async () => {
  await product.sandbox.setFault('PAGUESAFE', 'createTransaction', { fault: 'commitThenDrop', times: 2 })
  const providerAccountId = await product.accountAt('PAGUESAFE')
  for (const name of ['Rafael Nogueira', 'Iris Prado']) {
    const customer = { name, email: 'cliente@exemplo.com.br', document: '11144477735', phone: '11912345678' }
    const body = { amount: 49_700, paymentMethod: 'PIX', customer, providerAccountId }
    await make<{ needsAttention: boolean }>(product, '/v1/charges', body, ({ needsAttention }) => needsAttention)
  }
})

/** What is decided is not answered before it is let go. */
async function holdDecisions(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/v1/operations/**', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.fallback()
  })
  return letGo
}

async function cancel(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  await page.getByRole('button', { name: 'Cancelar este', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Digite 1 para confirmar').fill('1')
  await dialog.getByRole('button', { name: 'Cancelar este', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('what is under way is found on the page again, with what was decided after it', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator' })
  const letGo = await holdDecisions(page)
  await page.goto('/attention')
  await cancel(page, 'Rafael Nogueira')
  const outcomes = page.getByRole('list', { name: 'O que foi feito de cada decisão' }).getByRole('listitem')
  await outcomes.filter({ hasText: 'Rafael Nogueira' }).getByText('Enviando').waitFor()

  await page.getByRole('link', { name: 'Cobranças', exact: true }).click()
  await page.getByRole('heading', { name: 'Cobranças', level: 1 }).waitFor()
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()

  await page.goBack()
  await outcomes.filter({ hasText: 'Rafael Nogueira' }).getByText('Enviando').waitFor()
  await page.getByRole('button', { name: 'Fechar', exact: true }).click()
  await cancel(page, 'Iris Prado')
  await outcomes.filter({ hasText: 'Iris Prado' }).getByText('Enviando').waitFor()
  expect(await outcomes.count()).toBe(2)
  letGo()
  for (const name of ['Rafael Nogueira', 'Iris Prado']) {
    await outcomes.filter({ hasText: name }).getByText('Cumprida').waitFor()
  }
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Fechar', exact: true }).click()
  await expect.poll(() => outcomes.count()).toBe(0)
  // Nothing is unsent: it is left without a question.
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Precisam de atenção', level: 1 }).waitFor()
  expect(asked).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('one who is asked about what a colleague settles meanwhile keeps the note, and is told what became of it', async () => {
  const accountId = await product.accountAt('PAGUESAFE')
  const sql = postgres(product.addresses.database, { max: 1 })
  const [item] = await sql<{ id: string }[]>`
    INSERT INTO reconciliation_items (id, platform_id, provider_account_id, provider, kind, transaction_id, theirs)
    SELECT gen_random_uuid(), platform_id, id, provider, 'missingHere', 'old-shop-1', '{"amount": 500}'
    FROM provider_accounts WHERE id = ${accountId} RETURNING id`
  await sql.end()
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/attention?kind=reconciliation')
  await page.getByRole('checkbox', { name: /old-shop-1/ }).check()
  await page.getByRole('button', { name: 'Marcar como resolvida', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('O que foi').fill('Da loja antiga')
  await product.call('POST', `/v1/reconciliation/items/${item?.id}/resolve`, { note: 'Uma tarifa' })
  await page.getByText('Nada deste tipo espera por você').waitFor()
  expect(await dialog.getByLabel('O que foi').inputValue()).toBe('Da loja antiga')
  await dialog.getByRole('button', { name: 'Marcar como resolvida', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const outcomes = page.getByRole('list', { name: 'O que foi feito de cada decisão' }).getByRole('listitem')
  await outcomes.filter({ hasText: 'old-shop-1' }).getByText('Não aceita').waitFor()
  await page.context().close()
})
