/** What a receipt says, to the letter. */
import { expect, test } from 'vitest'
import { receiptMessage } from '../../mail/receipt.ts'

const charge = {
  id: '0192f0c1-a2b3-7c4d-8e5f-60718293a4b5',
  currency: 'BRL',
  paymentMethod: 'CREDIT_CARD',
  card: { brand: 'MASTERCARD', lastDigits: '4444' },
  installments: 3,
  items: [{ title: 'Caneca', quantity: 2 }],
  customer: { name: 'Maria Silva', email: 'maria@example.com' },
  // Half past midnight in Greenwich is the evening before in Brasília.
  paidAt: '2026-11-23T00:30:00Z',
  checkoutToken: 'segredo',
} as const
const platform = {
  name: 'Loja da Ana',
  brandColor: null,
  supportEmail: 'ajuda@loja.example',
  supportPhone: '(11) 91234-5678',
}
const mail = { id: 'm', amount: 123456, createdAt: '2026-12-01T12:00:00Z' }
const IN_PORTUGUESE = { language: 'pt-BR' } as const

test('of a payment', () => {
  const { subject, text, html, replyTo } = receiptMessage(
    { mail: { ...mail, kind: 'paid' }, charge, platform, livemode: true, language: 'pt-BR' },
    'https://l.example',
  )
  expect(subject).toBe('Recibo do seu pagamento – Loja da Ana')
  expect(replyTo).toBe('ajuda@loja.example')
  expect(text).toBe(`Olá, Maria Silva.

Recebemos o seu pagamento para Loja da Ana. Guarde este recibo.

Loja: Loja da Ana
Compra: 2 × Caneca
Valor pago: R$ 1.234,56
Forma de pagamento: Cartão de crédito Mastercard •••• 4444 em 3 parcelas
Número do pagamento: 0192f0c1-a2b3-7c4d-8e5f-60718293a4b5
Data: 22 de novembro de 2026 às 21:30

Ver o pagamento: https://l.example/pay/segredo

Precisa de ajuda? Responda a este e-mail: a resposta chega a Loja da Ana. Telefone de Loja da Ana: (11) 91234-5678.

`)
  for (const word of [
    'Loja da Ana',
    '2 × Caneca',
    'R$ 1.234,56',
    'Cartão de crédito Mastercard •••• 4444 em 3 parcelas',
    '21:30',
    charge.id,
  ]) {
    expect(html).toContain(word)
  }
  expect(html).not.toMatch(/\bsrc=|@import|url\(/)
})

test.each([
  [null, null, 'Este e-mail é automático: não é preciso responder.'],
  ['a@l.example', null, 'Precisa de ajuda? Responda a este e-mail: a resposta chega a Loja da Ana.'],
  [null, '4004-1234', 'Este e-mail é automático: não é preciso responder. Telefone de Loja da Ana: 4004-1234.'],
])('ends with how its seller is reached: by %s and %s', (supportEmail, supportPhone, end) => {
  const { text, html, replyTo } = receiptMessage(
    {
      mail: { ...mail, kind: 'paid' },
      charge,
      platform: { ...platform, supportEmail, supportPhone },
      livemode: true,
      language: 'pt-BR',
    },
    'https://l.example',
  )
  expect(replyTo ?? null).toBe(supportEmail)
  expect(text.trim().split('\n').at(-1)).toBe(end)
  expect(html).toContain(end)
})

test('of a Pix, and of a card whose brand is not known, names no brand', () => {
  const methodOf = (paid: object) =>
    /^Forma de pagamento: (.*)$/m.exec(
      receiptMessage(
        {
          mail: { ...mail, kind: 'paid' },
          charge: { ...charge, ...paid },
          platform,
          livemode: true,
          language: 'pt-BR',
        },
        'https://l.example',
      ).text,
    )?.[1]
  expect(methodOf({ paymentMethod: 'PIX', card: null, installments: 1 })).toBe('Pix')
  expect(methodOf({ card: { brand: 'unknown', lastDigits: '0001' }, installments: 1 })).toBe(
    'Cartão de crédito •••• 0001',
  )
})

test('of money that went back', () => {
  const refunded = { mail: { ...mail, kind: 'refunded' as const }, charge, platform, livemode: true, ...IN_PORTUGUESE }
  const { subject, text } = receiptMessage(refunded, 'https://l.example')
  expect(subject).toBe('Reembolso do seu pagamento – Loja da Ana')
  expect(text).toContain('Valor devolvido: R$ 1.234,56\n')
  expect(text).toContain('Data: 1 de dezembro de 2026 às 09:00')
  expect(text).toContain('O valor aparece em uma das próximas faturas do cartão.')
})

test('of money that went back, to a buyer who paid in English', () => {
  const refunded = {
    mail: { ...mail, kind: 'refunded' as const },
    charge,
    platform,
    livemode: true,
    language: 'en' as const,
  }
  const { subject, text } = receiptMessage(refunded, 'https://l.example')
  expect(subject).toBe('Refund of your payment – Loja da Ana')
  expect(text).toContain('Loja da Ana has given back an amount that you paid.')
  expect(text).toContain('Amount given back: R$1,234.56\n')
  expect(text).toMatch(/Date: .*December.*2026.*9:00/)
  expect(text).toContain("The amount is on one of the card's next statements.")
  expect(text).toContain('See the payment: https://l.example/pay/segredo')
  expect(text).not.toMatch(/[áãçéíóú]/)
})

test('of a test says so first, in the subject, too', () => {
  const ofTest = { mail: { ...mail, kind: 'paid' as const }, charge, platform, livemode: false, ...IN_PORTUGUESE }
  const { subject, text, html } = receiptMessage(ofTest, 'https://l.example')
  expect(subject).toBe('[TESTE] Recibo do seu pagamento – Loja da Ana')
  expect(text).toMatch(/^TESTE: este pagamento é de mentira, nenhum dinheiro se moveu\.\n\nOlá/)
  expect(html.indexOf('TESTE:')).toBeGreaterThan(0)
  expect(html.indexOf('TESTE:')).toBeLessThan(html.indexOf('Pagamento confirmado</h1>'))
})

/** WCAG 2's contrast, from its text: (L1 + 0.05) / (L2 + 0.05), each L of linear red, green and blue. */
function contrast(one: string, other: string): number {
  const [light, dark] = [one, other]
    .map((color) => {
      const [red, green, blue] = (color.match(/[0-9a-f]{2}/gi) ?? []).map((hex) => {
        const part = Number.parseInt(hex, 16) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
    })
    .sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

test.each([
  ['#0f766e', '#0f766e'],
  ['#facc15', '#facc15'],
  ['#ffffff', '#ffffff'],
  ['#777777', '#777777'],
  [null, '#18181b'],
])('its button has the colour of a platform with %s, and can be read on it', (brandColor, background) => {
  const { html } = receiptMessage(
    {
      mail: { ...mail, kind: 'paid' },
      charge,
      platform: { ...platform, brandColor },
      livemode: true,
      language: 'pt-BR',
    },
    'https://l.example',
  )
  const [, behind = '', text = ''] = /<a [^>]*background:(#[0-9a-f]{6});color:(#[0-9a-f]{6});/.exec(html) ?? []
  expect(behind).toBe(background)
  expect(contrast(behind, text)).toBeGreaterThan(4.5)
})
