/** The overview's figures beside those of the period before. */
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../db/client.ts'
import { charges } from '../../db/schema/index.ts'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const CUSTOMER = { name: 'Ana Prado', email: 'ana@exemplo.com.br', document: '11144477735', phone: '11912345678' }

/** Of three days long past: what was asked, and after how many seconds it was paid. */
const PAST = [
  { day: '2025-03-12', amount: 500, seconds: null, at: { paymentMethod: 'BILLET', provider: 'PAGUESAFE' } as const },
  { day: '2025-03-11', amount: 30_000, seconds: 7_000 },
  { day: '2025-03-10', amount: 12_345, seconds: 4_000 },
  { day: '2025-03-10', amount: 99_999, seconds: null },
]

beforeAll(async () => {
  const providerAccountId = await product.accountAt('ASAAS')
  const { id } = await charged(product, { amount: 100, paymentMethod: 'PIX', customer: CUSTOMER, providerAccountId })
  const { writer, ...database } = connectDatabase({ databaseUrl: product.addresses.database, maxConnections: 1 })
  const [made] = await writer.select().from(charges).where(eq(charges.id, id))
  const { platformId, paymentMethod, provider, customer, items } = made as typeof charges.$inferSelect
  const same = { platformId, paymentMethod, provider, providerAccountId, customer, items }
  await writer.insert(charges).values(
    PAST.map(({ day, amount, seconds, at: other }) => {
      const at = Date.parse(`${day}T12:00:00.000Z`)
      const end = seconds === null ? EXPIRED : paidAt(at + seconds * 1_000)
      return {
        ...same,
        ...other,
        ...end,
        amount,
        createdAt: new Date(at).toISOString(),
        checkoutToken: `${day}-${amount}`,
      }
    }),
  )
  await database.close()
})

const EXPIRED = { status: 'REJECTED', ending: 'expired' } as const
const paidAt = (at: number) => ({ status: 'APPROVED', paidAt: new Date(at).toISOString() }) as const

test.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
])(
  'on %s each figure, of each method and provider too, stands beside the one before, and so does each day of the table',
  async (_, screen) => {
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...screen })
    await page.goto('/?period=custom&from=2025-03-11&to=2025-03-11')
    const figure = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    await figure('Aprovação').getByText('Pagas: 1 de 1 concluídas. Antes: 50%').waitFor()
    await figure('Tempo até pagar').getByText('2 h', { exact: true }).waitFor()
    await figure('Tempo até pagar').getByText('Antes: 1 h').waitFor()
    for (const title of ['Por forma de pagamento', 'Por provedor']) {
      const part = page.getByRole('region', { name: title })
      await part.getByText('Metade paga em até 2 h (antes, 1 h)').waitFor()
      await part.getByText('Antes: 50%', { exact: true }).waitFor()
    }
    await page.getByText('Ver como tabela').click()
    const table = page.getByRole('region', { name: 'Ver como tabela' })
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Dia',
      'Cobranças',
      'Recebido',
      'Recebido antes',
      'Aprovação',
    ])
    const [, received, before] = await table.getByRole('cell').allInnerTexts()
    expect(received).toMatch(/^R\$\s300,00$/)
    expect(before).toMatch(/^R\$\s123,45/)
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await table.getByRole('link', { name: /123,45 10 de mar/ }).click()
    await page.getByText('1 cobrança ·').waitFor()
    expect(new URL(page.url()).search).toContain('from=2025-03-10&to=2025-03-10')
    expect(complaints).toEqual([])
  },
)

test('a method and a provider that took nothing any more stand there with what they took before', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/?period=custom&from=2025-03-12&to=2025-03-12')
  for (const [title, name] of [
    ['Por forma de pagamento', 'Pix'],
    ['Por provedor', 'Asaas'],
  ] as const) {
    const row = page.getByRole('region', { name: title }).getByRole('row').filter({ hasText: name })
    await row.getByText('Antes: 100%').waitFor()
    await row.getByText(/^Antes: R\$\s300,00$/).waitFor()
  }
  await page.context().close()
})
