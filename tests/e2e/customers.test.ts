/** Who bought: found in the list, seen with what they paid, and erased on demand, while the money's records stay. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { charged, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

/** The narrowest phone that is still about. */
const SMALL_PHONE = { ...PHONE, viewport: { width: 375, height: 667 } }
const provider = 'ASAAS'

interface Charge {
  id: string
  status: string
  provider: string
  transactionId: string
  customerId: string | null
}
interface Buyer {
  name: string
  email: string
  document: string
}

async function charge(customer: Buyer, amount: number, fate?: 'pay'): Promise<Charge> {
  const made = await charged<Charge>(product, {
    amount,
    paymentMethod: 'PIX',
    customer,
    providerAccountId: await product.accountAt(provider),
  })
  if (fate) await pay(product, made)
  return made
}

/** Nothing to scroll to sideways, and no user kept out. */
async function expectFine(page: Page): Promise<void> {
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
}

beforeAll(async () => {
  await charge({ name: 'Otávio Reis', email: 'otavio@exemplo.com.br', document: '39053344705' }, 1_000)
})

describe.each([
  ['a desk', DESKTOP, '52998224725', '529.982.247-25'],
  ['a phone', SMALL_PHONE, '11144477735', '111.444.777-35'],
] as const)('on %s', (where, screen, document, written) => {
  const name = `Zélia Prado de ${where}`
  const buyer = { name, email: `zelia-${document}@exemplo.com.br`, document }

  test('a customer is found, seen with their charges, and erased only by who types their document', async () => {
    const paid = await charge(buyer, 14_990, 'pay')
    await charge(buyer, 25_010, 'pay')
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator', ...screen })
    await page.goto('/customers')
    await page.getByText('Otávio Reis').waitFor()
    await expectFine(page)
    await page.getByLabel('Buscar clientes').fill('zelia prado')
    await page.getByText('Otávio Reis').waitFor({ state: 'detached' })
    await page.getByText('R$\u00a0400,00').waitFor()
    // What the amount is stands beside it, in a card or above its column.
    await page.getByText('Pago', { exact: true }).waitFor()
    await page.getByRole('link', { name: `Abrir cliente ${name}` }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.getByRole('link', { name: `Abrir cobrança de R$\u00a0149,90 de ${name}` }).waitFor()
    // Who it is comes before every charge, of which there may be many.
    const topOf = async (title: string) => (await page.getByRole('heading', { name: title }).boundingBox())?.y ?? 0
    expect(await topOf('Totais')).toBeLessThanOrEqual((await topOf('Cobranças')) + 1)
    const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(titles.filter((title) => ['Totais', 'Cobranças'].includes(title))).toEqual(['Totais', 'Cobranças'])
    await expectFine(page)

    await page.getByRole('link', { name: 'Ver na lista de cobranças' }).click()
    await page.getByText('2 cobranças · R$\u00a0400,00').waitFor()
    await expect.poll(() => page.getByRole('link', { name: /^Abrir cobrança/ }).count()).toBe(2)
    await expectFine(page)
    await page.getByRole('link', { name: `Abrir cobrança de R$\u00a0149,90 de ${name}` }).click()
    await page.getByText('Pagamento confirmado').waitFor()
    await page.getByRole('link', { name: 'Ver cliente' }).click()

    await page.getByRole('button', { name: 'Apagar dados' }).click()
    const dialog = page.getByRole('dialog', { name: `Apagar os dados de ${name}?` })
    const deed = dialog.getByRole('button', { name: 'Apagar os dados' })
    await dialog.getByLabel('CPF ou CNPJ do cliente').fill('390.533.447-05')
    expect(await deed.isDisabled()).toBe(true)
    await expectFine(page)
    await dialog.getByLabel('CPF ou CNPJ do cliente').fill(written)
    await deed.click()
    await page.getByText('Os dados do cliente foram apagados').waitFor()
    await page.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
    await page.getByText('Otávio Reis').waitFor()
    await expect.poll(() => page.getByText(name).count()).toBe(0)

    await page.goto(`/charges/${paid.id}`)
    await page.getByText('Os dados pessoais foram apagados. O registro do dinheiro fica.').waitFor()
    await page.getByText('Cliente apagado').waitFor()
    expect(await page.getByRole('link', { name: 'Ver cliente' }).count()).toBe(0)
    await expectFine(page)
    await page.goto('/charges')
    await page.getByRole('link', { name: 'Abrir cobrança de R$\u00a0149,90 de Cliente apagado' }).first().waitFor()
    await expectFine(page)
    expect(complaints).toEqual([])
    await page.goto(`/customers/${paid.customerId}`)
    await page.getByText('Este cliente não está aqui').last().waitFor()
    await expectFine(page)
    await page.context().close()
  })
})

const WAITING = { name: 'Ivo Braga', email: 'ivo@exemplo.com.br', document: '15350946056' }

test('nothing is erased while a charge waits, and the page says why', async () => {
  const { customerId } = await charge(WAITING, 5_000)
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto(`/customers/${customerId}`)
  await page.getByRole('button', { name: 'Apagar dados' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('CPF ou CNPJ do cliente').fill(WAITING.document)
  await dialog.getByRole('button', { name: 'Apagar os dados' }).click()
  await page.getByText('ainda não terminou', { exact: false }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: WAITING.name, level: 1 }).waitFor()
  await page.context().close()
})

test('a seller sees who bought, and is told who can erase one', async () => {
  const { customerId } = await charge({ ...WAITING, document: '86288366757', name: 'Lia Couto' }, 5_000)
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto(`/customers/${customerId}`)
  await page.getByRole('link', { name: /^Abrir cobrança/ }).waitFor()
  await page.getByText('Para apagar estes dados, peça a um operador ou administrador.').waitFor()
  expect(await page.getByRole('button', { name: 'Apagar dados' }).count()).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})
