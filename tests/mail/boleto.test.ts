/** What the mail with a boleto says, to the letter. */
import { expect, test } from 'vitest'
import { boletoMessage } from '../../mail/boleto.ts'

const boleto = {
  mail: { id: 'm', amount: 32000, createdAt: '2026-12-01T12:00:00Z' },
  charge: {
    currency: 'BRL',
    items: [{ title: 'Mentoria', quantity: 1 }],
    customer: { name: 'Maria Silva', email: 'maria@example.com' },
    checkoutToken: 'segredo',
    billetCode: '23793381286000782713695000063305975520000032000',
    billetUrl: 'https://banco.example/boleto?a=1&b=2',
    // The last second of the day in Brasília.
    expiresAt: '2026-12-05T02:59:59Z',
  },
  platform: { name: 'Loja da Ana', brandColor: null, supportEmail: 'ajuda@loja.example', supportPhone: null },
  livemode: true,
  language: 'pt-BR',
} as const

test('its line, its file and the address that shows it', () => {
  const { subject, text, html, replyTo, to } = boletoMessage(boleto, 'https://l.example')
  expect([subject, replyTo]).toEqual(['O seu boleto – Loja da Ana', 'ajuda@loja.example'])
  expect(to).toEqual({ name: 'Maria Silva', address: 'maria@example.com' })
  expect(text).toBe(`Olá, Maria Silva.

Este é o boleto da sua compra em Loja da Ana. Se você já pagou, não pague de novo.

Loja: Loja da Ana
Compra: Mentoria
Valor: R$ 320,00
Pague até: 4 de dezembro de 2026
Linha digitável: 23793.38128 60007.827136 95000.063305 9 75520000032000

A página do boleto diz se ele ainda vale, e mostra o recibo quando for pago.

Ver a página do boleto: https://l.example/pay/segredo

Abrir o boleto em PDF: https://banco.example/boleto?a=1&b=2

Precisa de ajuda? Responda a este e-mail: a resposta chega a Loja da Ana.

`)
  expect(html).toContain('href="https://banco.example/boleto?a=1&amp;b=2"')
  expect(html).toContain('href="https://l.example/pay/segredo"')
  expect(html).not.toMatch(/\bsrc=|@import|url\(/)
})

test('what a provider does not give is left out', () => {
  const charge = { ...boleto.charge, billetCode: null, billetUrl: null, expiresAt: null }
  const { text } = boletoMessage({ ...boleto, charge }, 'https://l.example')
  expect(text).not.toMatch(/Pague até|Linha digitável|PDF|null/)
})
