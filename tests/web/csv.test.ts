import { expect, test } from 'vitest'
import type { Charge } from '../../web/src/api/contract.ts'
import { toCsv } from '../../web/src/features/charges/csv.ts'

const CHARGE = {
  id: '01',
  status: 'PENDING',
  needsAttention: false,
  amount: 123_456,
  refundedAmount: 0,
  currency: 'BRL',
  paymentMethod: 'PIX',
  provider: null,
  transactionId: null,
  orderId: '=HYPERLINK("https://evil.example")',
  customer: { name: 'Silva, "Zé"', email: 'ze@exemplo.com.br', document: '11144477735' },
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
  expiresAt: null,
} as unknown as Charge

test('a spreadsheet gets numbers as numbers, quotes kept, and no formula of a stranger', () => {
  const [header, row] = toCsv([CHARGE]).split('\r\n')
  expect(header).toMatch(/^\uFEFFid,status,/)
  expect(row).toContain(',1234.56,')
  expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(row).toContain('"Silva, ""Zé"""')
})
