import i18next, { type TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { Charge } from '../../web/src/api/contract.ts'
import { toCsv } from '../../web/src/features/charges/csv.ts'
import { texts as english } from '../../web/src/i18n/en/index.ts'
import { texts as portuguese } from '../../web/src/i18n/pt-BR/index.ts'

const CHARGE = {
  id: '01',
  status: 'APPROVED',
  attention: 'doublePayment',
  attentionReasons: ['latePayment', 'doublePayment'],
  amount: 123_456,
  finalValue: 130_000,
  refundedAmount: 0,
  currency: 'BRL',
  paymentMethod: 'PIX',
  installments: 1,
  provider: null,
  transactionId: null,
  orderId: '=HYPERLINK("https://evil.example")',
  customer: { name: 'Silva; "Zé"', email: 'ze@exemplo.com.br', document: '01234567890' },
  createdAt: new Date(2026, 0, 9, 8, 5, 3).toISOString(),
  updatedAt: new Date(2026, 5, 9).toISOString(),
  paidAt: new Date(2026, 0, 9, 17, 30, 0).toISOString(),
  expiresAt: null,
} as unknown as Charge

async function rows(language: 'pt-BR' | 'en', change: Partial<Charge> = {}): Promise<string[]> {
  const texts = i18next.createInstance()
  await texts.init({
    lng: language,
    resources: { 'pt-BR': portuguese, en: english },
    interpolation: { escapeValue: false },
  })
  const t = texts.getFixedT(language, ['charges', 'common', 'timeline'])
  return toCsv([{ ...CHARGE, ...change }], { t: t as TFunction<['charges', 'common', 'timeline']>, language }).split(
    '\r\n',
  )
}

test('a Brazilian Excel gets its own separators, times and words', async () => {
  const [header, row, end] = await rows('pt-BR')
  expect(header).toMatch(/^\uFEFFCobrança;Situação;Atenção;Valor;Pago pelo cliente;Reembolsado;/)
  expect(header?.split(';')).toHaveLength(18)
  expect(row).toMatch(/^01;Paga;"pagamento tardio, paga duas vezes";1234,56;/)
  expect(row).toContain(';1234,56;1300,00;0,00;BRL;Pix;1;')
  expect(row).toContain(';012.345.678-90;09/01/2026 08:05:03;09/01/2026 17:30:00;')
  expect(end).toBe('')
})

test('an English one too', async () => {
  const [header, row] = await rows('en')
  expect(header).toMatch(/^\uFEFFCharge,Status,/)
  expect(row).toContain(',1234.56,1300.00,0.00,BRL,')
  expect(row).toContain(',2026-01-09 08:05:03,2026-01-09 17:30:00,')
})

test('quotes are kept, and no formula of a stranger runs', async () => {
  const [, row] = await rows('pt-BR')
  expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(row).toContain('"Silva; ""Zé"""')
})

test.each([
  ['0012', '"=""0012"""'],
  ['12-03', '"=""12-03"""'],
  ['12345678901234567890', '"=""12345678901234567890"""'],
  ['1e5', '"=""1e5"""'],
  ['pedido-12', 'pedido-12'],
])('the code %s stays what it is', async (orderId, cell) => {
  const [, row] = await rows('pt-BR', { orderId })
  expect(row?.split(';')).toContain(cell)
})

test.each([
  ['canceled', 'Cancelada'],
  ['expired', 'Expirada'],
  ['refused', 'Recusada'],
] as const)('one that was %s is called %s', async (ending, word) => {
  const [, row] = await rows('pt-BR', { status: 'REJECTED', ending })
  expect(row).toMatch(new RegExp(`^01;${word};`))
})
