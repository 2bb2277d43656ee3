/** What mails to buyers say. */
import type { MailKind } from '../domain/mail.ts'
import type { PaymentMethod } from '../domain/payment-method.ts'

export interface Texts {
  subject: Record<MailKind, (seller: string) => string>
  heading: Record<MailKind, string>
  greeting(name: string): string
  lead: Record<MailKind, (seller: string) => string>
  label: { seller: string; items: string; amount: string; refunded: string; method: string; at: string }
  method: Record<PaymentMethod, string>
  installments(count: number): string
  /** How the money comes back, of which we know only the way. */
  wayBack: Record<PaymentMethod, string>
  see: string
  automatic: string
}

export const PT_BR: Texts = {
  subject: {
    paid: (seller) => `Recibo do seu pagamento – ${seller}`,
    refunded: (seller) => `Reembolso do seu pagamento – ${seller}`,
  },
  heading: { paid: 'Pagamento confirmado', refunded: 'Reembolso feito' },
  greeting: (name) => `Olá, ${name}.`,
  lead: {
    paid: (seller) => `Recebemos o seu pagamento para ${seller}. Guarde este recibo.`,
    refunded: (seller) => `${seller} devolveu um valor que você pagou.`,
  },
  label: {
    seller: 'Loja',
    items: 'Compra',
    amount: 'Valor pago',
    refunded: 'Valor devolvido',
    method: 'Forma de pagamento',
    at: 'Data',
  },
  method: { PIX: 'Pix', CREDIT_CARD: 'Cartão de crédito', BILLET: 'Boleto' },
  installments: (count) => ` em ${count} parcelas`,
  wayBack: {
    PIX: 'O valor volta para a conta de onde saiu o Pix.',
    CREDIT_CARD: 'O valor aparece em uma das próximas faturas do cartão.',
    BILLET: 'Se tiver dúvida sobre como o valor chega até você, fale com a loja.',
  },
  see: 'Ver o pagamento',
  automatic: 'Este e-mail é automático: não é preciso responder.',
}
