/** Finding something: the list of charges, its filters and what they come to, and the dropdown that every form and list has. */
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { exported } from './exported.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  await charge('Mariana Duarte', 14_990)
  await charge('Rafael Nogueira', 49_700)
})

async function charge(name: string, amount: number): Promise<void> {
  const customer = { name, email: 'cliente@exemplo.com.br', document: '11144477735', phone: '11912345678' }
  const body = { amount, paymentMethod: 'PIX', customer, providerAccountId: await product.accountAt('ASAAS') }
  await charged(product, body)
}

async function open(path: string) {
  const visited = await visit(browser, product.addresses.app, { role: 'admin' })
  await visited.page.goto(path)
  return visited
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

describe('the dropdown', () => {
  test('is chosen from, searched and cleared by keyboard alone', async () => {
    const { page } = await open('/charges/new')
    const field = page.getByRole('combobox', { name: 'Conta no provedor' })
    await field.focus()
    expect(await field.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toMatch(/\(demo\)/)
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')

    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('trêeal')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Treeal (demo)')
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')

    await page.getByRole('button', { name: 'Limpar Conta no provedor' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('')
  })

  test('what is typed right after a choice, or a clearing, is kept', async () => {
    const { page } = await open('/charges/new')
    const field = page.getByRole('combobox', { name: 'Conta no provedor' })
    await field.fill('treeal')
    await page.getByRole('option', { name: 'Treeal' }).waitFor()
    // Keys that were pressed while the page was busy: the next comes before anything else that the page had put off.
    await page.evaluate(`(async () => {
      const input = document.activeElement
      const handled = async () => { for (let i = 0; i < 20; i += 1) await null }
      for (const key of ['ArrowDown', 'Enter']) {
        input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        await handled()
      }
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, 'asaas')
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await handled()
    })()`)
    await page.getByRole('option', { name: 'Asaas' }).waitFor()
    expect(await field.inputValue()).toBe('asaas')
    await page.keyboard.press('Escape')
    await expect.poll(() => field.inputValue()).toBe('Treeal (demo)')
    await page.getByRole('button', { name: 'Limpar Conta no provedor' }).click()
    await expect.poll(() => field.inputValue()).toBe('')
  })

  test('says when nothing is found, forgets a search that led nowhere, and is no taller than it may be', async () => {
    const { page } = await open('/charges/new')
    const field = page.getByRole('combobox', { name: 'Conta no provedor' })
    await field.fill('zzz')
    await page.getByText('Nothing found.', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => field.inputValue()).toBe('')

    await field.click()
    await page.getByRole('option').first().waitFor()
    const list = `document.querySelector('[role="option"]').closest('div')`
    expect(await page.evaluate<string>(`getComputedStyle(${list}).maxHeight`)).toBe('265px')
  })
})

test('filters live in the address, and what they let through can be exported', async () => {
  const { page } = await open('/charges')
  await page.getByText('Mariana Duarte').waitFor()
  const endOf = async (what: Locator) => {
    const box = await what.boundingBox()
    return box ? box.x + box.width : 0
  }
  // The search has all the room that the dropdowns leave.
  const rest = async () =>
    (await endOf(page.getByRole('table'))) - (await endOf(page.getByRole('combobox', { name: 'Período' })))
  await expect.poll(async () => Math.abs(await rest())).toBeLessThan(3)
  await page.keyboard.press('/')
  await page.keyboard.type('Rafael')
  await expect.poll(() => page.url()).toMatch(/q=Rafael/)
  await page.getByText('Mariana Duarte').waitFor({ state: 'detached' })
  await page.getByRole('group', { name: 'Situação' }).getByRole('button', { name: 'Pendente' }).click()
  await expect.poll(() => page.url()).toMatch(/status=PENDING/)
  await page.reload()
  await page.getByText('Rafael Nogueira').waitFor()

  await page.getByText(/^1 cobrança · R\$\s497,00$/).waitFor()
  await page.getByRole('group', { name: 'Situação' }).getByRole('button', { name: 'Todas 1' }).waitFor()

  await choose(page, 'Período', 'Escolher datas')
  await page.getByLabel('De', { exact: true }).fill('01012020')
  await page.getByLabel('Até', { exact: true }).fill('31/12/2020')
  await page.getByText('Nenhuma cobrança com estes filtros').waitFor()
  await expect
    .poll(() => new URL(page.url()).search)
    .toBe('?status=PENDING&q=Rafael&period=custom&from=2020-01-01&to=2020-12-31')
  // The calendar speaks Portuguese too, and arrow keys move in it.
  await page.getByRole('button', { name: 'Abrir o calendário: Até' }).click()
  const calendar = page.getByRole('grid', { name: 'dezembro de 2020' })
  await calendar.getByRole('button', { name: '31 de dezembro de 2020' }).and(page.locator(':focus')).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('PageDown')
  await page.getByRole('grid', { name: 'fevereiro de 2021' }).waitFor()
  await page.keyboard.press('Enter')
  await calendar.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Até', { exact: true }).inputValue()).toBe('01/02/2021')
  await expect.poll(() => new URL(page.url()).searchParams.get('to')).toBe('2021-02-01')
  await page.getByLabel('Até', { exact: true }).fill('31/12/2999')
  await page.getByRole('link', { name: /Abrir cobrança de R\$.497,00 de Rafael Nogueira/ }).click()
  await page.getByRole('heading', { name: 'R$ 497,00' }).waitFor()
  await page.goBack()
  await page.getByText('Rafael Nogueira').waitFor()
  await expect.poll(() => page.getByLabel('De', { exact: true }).inputValue()).toBe('01/01/2020')
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('Rafael')
  expect(await seriousFindings(page)).toEqual([])

  const csv = await exported(page)
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2)
  expect(csv).toContain('Rafael Nogueira')
})

test('the header of the time turns the list round, and the address keeps it', async () => {
  const { page } = await open('/charges')
  const first = () => page.getByRole('table').getByRole('row').nth(1).innerText()
  const header = page.getByRole('columnheader', { name: 'Criada' })
  await expect.poll(first).toContain('Rafael Nogueira')
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')
  await header.getByRole('button').click()
  await expect.poll(first).toContain('Mariana Duarte')
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await page.reload()
  await expect.poll(first).toContain('Mariana Duarte')
  expect(await seriousFindings(page)).toEqual([])
  await header.getByRole('button').click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(first).toContain('Rafael Nogueira')
})

test('the overview adds up what the lists have, and every figure leads to its list', async () => {
  const [transaction] = await product.sandbox.transactions({ provider: 'ASAAS' })
  if (transaction) await product.sandbox.act(transaction, 'pay')
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  // The day on which they were made is the page's, which may be over by now.
  type Made = { data: { createdAt: string }[] }
  const { body } = await product.call<Made>('GET', '/v1/charges?limit=1')
  await page.clock.setFixedTime(body.data[0]?.createdAt ?? '')
  await page.goto('/')
  const figure = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name }).innerText()
  await expect.poll(() => figure('Recebido')).toMatch(/R\$\s(149,90|497,00)/)
  await expect.poll(() => figure('Aguardando pagamento')).toMatch(/R\$\s(149,90|497,00)[\s\S]*1 cobrança em aberto/)
  await expect.poll(() => figure('Aprovação')).toMatch(/100%\s+Pagas: 1 de 1 concluídas/)
  await expect.poll(() => figure('Cobranças')).toContain('Nada no período anterior')
  await page.getByText('Ver como tabela').click()
  await expect
    .poll(() => page.getByRole('row').nth(1).innerText())
    .toMatch(/2\s+R\$\s(149,90|497,00)\s+R\$\s0,00[\s\S]*100%/)
  expect(await seriousFindings(page)).toEqual([])

  const approved = page.getByRole('table').getByRole('link', { name: /^100% Ver as cobranças aprovadas:/ })
  // Of a day, of the method and of the provider.
  await expect.poll(() => approved.count()).toBe(3)
  await approved.filter({ hasText: 'Asaas' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?period=month&figure=approved&provider=ASAAS')
  await page.getByText('1 cobrança ·').waitFor()
  await page.goBack()

  await page.getByRole('link', { name: 'Ver as cobranças: Asaas' }).click()
  await page.getByText('Mariana Duarte').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?period=month&figure=created&provider=ASAAS')
  await page.goBack()
  await page.getByRole('link', { name: 'Saldo nas contas' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/providers')
  await page.goBack()
  // The list that is left has a period too.
  await page.getByText('Recebido por dia').waitFor()
  await choose(page, 'Período', 'Hoje')
  await page.getByRole('link', { name: 'Aguardando pagamento' }).and(page.locator('[href*="period=today"]')).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?period=today&figure=pending')
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2)
  await page.getByText('1 cobrança ·').waitFor()
  await page.getByRole('button', { name: 'Deixar de filtrar por Aguardando pagamento' }).click()
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(3)
  await page.getByText(/^2 cobranças · R\$\s646,90 cobrados, pagos ou não · R\$\s(149,90|497,00) pagos$/).waitFor()
})

test('on a phone the filters fold into one button, which says how many are set, and the statuses say that there are more', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').waitFor()
  const tabs = page.getByRole('group', { name: 'Situação' })
  expect(await page.getByRole('combobox', { name: 'Forma de pagamento' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await choose(page, 'Forma de pagamento', 'Pix')
  await page.getByRole('button', { name: 'Filtros (1)' }).waitFor()
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
  expect(await seriousFindings(page)).toEqual([])
  // The arrow at the edge, which a screen reader has no use for.
  await page.locator('button[aria-hidden="true"]').last().click()
  await expect.poll(() => tabs.evaluate((row) => row.scrollLeft)).toBeGreaterThan(0)
})

test.each([
  ['/receivers', 'Mais antigos primeiro', 'createdAt'],
  ['/customers', 'Mais antigos primeiro', 'createdAt'],
  ['/customers', 'Compraram por último primeiro', '-lastChargeAt'],
  ['/customers', 'Pagaram mais primeiro', '-approvedAmount'],
  ['/disputes', 'Prazo mais próximo primeiro', 'dueAt'],
  ['/disputes', 'Maior valor primeiro', '-amount'],
])('%s has its order among the filters on a phone', async (path, order, sort) => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto(path)
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await choose(page, 'Ordem', order)
  await expect.poll(() => new URL(page.url()).search).toBe(`?sort=${sort}`)
  await page.getByRole('button', { name: 'Filtros (1)' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
})

test.each([
  ['/refunds', 'Tudo'],
  ['/withdrawals', 'Tudo'],
  ['/receivers', 'Tudo'],
  ['/disputes', 'Aberta'],
])('%s has its statuses as tabs, which stand in the address', async (path, tab) => {
  const { page } = await open(path)
  const button = page.getByRole('group', { name: 'Situação' }).getByRole('button', { name: tab })
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => new URL(page.url()).search).toBe(tab === 'Aberta' ? '?state=OPEN' : '')
  expect(await seriousFindings(page)).toEqual([])
})

test.each([
  ['/refunds', 'Forma de pagamento', 'Boleto', '?paymentMethod=BILLET'],
  ['/disputes', 'Provedor', 'Asaas', '?provider=ASAAS'],
])('%s has a filter %s, which stands in the address and can be kept', async (path, label, option, asked) => {
  const { page, complaints } = await open(path)
  await choose(page, label, option)
  await expect.poll(() => new URL(page.url()).search).toBe(asked)
  await page.getByText(/com estes filtros$/).waitFor()
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await choose(page, label, option)
  await page.getByRole('button', { name: 'Salvar filtro' }).waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('combobox', { name: label }).inputValue()).toBe(option)
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
})
