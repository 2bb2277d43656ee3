/** What a receipt says, to the letter. */
import { expect, test } from 'vitest'
import { receiptMessage } from '../../mail/receipt.ts'

const charge = {
  currency: 'BRL',
  paymentMethod: 'CREDIT_CARD',
  installments: 3,
  items: [{ title: 'Caneca', quantity: 2 }],
  customer: { name: 'Maria Silva', email: 'maria@example.com' },
  // Half past midnight in Greenwich is the evening before in Brasília.
  paidAt: '2026-11-23T00:30:00Z',
  checkoutToken: 'segredo',
} as const
const platform = { name: 'Loja da Ana', brandColor: null }
const mail = { id: 'm', amount: 123456, createdAt: '2026-12-01T12:00:00Z' }

test('of a payment', () => {
  const { subject, text, html } = receiptMessage(
    { mail: { ...mail, kind: 'paid' }, charge, platform, livemode: true },
    'https://l.example',
  )
  expect(subject).toBe('Recibo do seu pagamento – Loja da Ana')
  expect(text).toBe(`Olá, Maria Silva.

Recebemos o seu pagamento para Loja da Ana. Guarde este recibo.

Loja: Loja da Ana
Compra: 2 × Caneca
Valor pago: R$ 1.234,56
Forma de pagamento: Cartão de crédito em 3 parcelas
Data: 22 de novembro de 2026 às 21:30

Ver o pagamento: https://l.example/pay/segredo

Este e-mail é automático: não é preciso responder.

`)
  for (const word of ['Loja da Ana', '2 × Caneca', 'R$ 1.234,56', 'Cartão de crédito em 3 parcelas', '21:30']) {
    expect(html).toContain(word)
  }
  expect(html).not.toMatch(/\bsrc=|@import|url\(/)
})

test('of money that went back', () => {
  const refunded = { mail: { ...mail, kind: 'refunded' as const }, charge, platform, livemode: true }
  const { subject, text } = receiptMessage(refunded, 'https://l.example')
  expect(subject).toBe('Reembolso do seu pagamento – Loja da Ana')
  expect(text).toContain('Valor devolvido: R$ 1.234,56\n')
  expect(text).toContain('Data: 1 de dezembro de 2026 às 09:00')
  expect(text).toContain('O valor aparece em uma das próximas faturas do cartão.')
})

test('of a test says so first, in the subject, too', () => {
  const ofTest = { mail: { ...mail, kind: 'paid' as const }, charge, platform, livemode: false }
  const { subject, text, html } = receiptMessage(ofTest, 'https://l.example')
  expect(subject).toBe('[TESTE] Recibo do seu pagamento – Loja da Ana')
  expect(text).toMatch(/^TESTE: este pagamento é de mentira, nenhum dinheiro se moveu\.\n\nOlá/)
  expect(html.indexOf('TESTE:')).toBeGreaterThan(0)
  expect(html.indexOf('TESTE:')).toBeLessThan(html.indexOf('Pagamento confirmado</h1>'))
})
