/** The texts of mails. */
import type { LinkKind } from '../domain/access-link.ts'
import type { ReceiptKind } from '../domain/mail.ts'
import type { PaymentMethod } from '../domain/payment-method.ts'
import type { Role } from '../domain/role.ts'

export interface ReceiptTexts {
  subject: Record<ReceiptKind, (seller: string) => string>
  heading: Record<ReceiptKind, string>
  greeting(name: string): string
  lead: Record<ReceiptKind, (seller: string) => string>
  label: { seller: string; items: string; amount: string; refunded: string; method: string; at: string }
  method: Record<PaymentMethod, string>
  installments(count: number): string
  /** How the money returns. We know the way but not the date. */
  wayBack: Record<PaymentMethod, string>
  see: string
  /** For test mode, so that a fake payment is not taken for a real one. */
  test: string
  automatic: string
}

export const PT_BR: ReceiptTexts = {
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
  test: 'TESTE: este pagamento é de mentira, nenhum dinheiro se moveu.',
  automatic: 'Este e-mail é automático: não é preciso responder.',
}

export interface AccessTexts {
  subject: Record<LinkKind, (platform: string) => string>
  heading: Record<LinkKind, string>
  greeting: string
  lead: Record<LinkKind, (platform: string) => string>
  role: Record<Role, string>
  label: { platform: string; email: string; role: string; until: string }
  button: Record<LinkKind, string>
  notYou: Record<LinkKind, string>
  automatic: string
}

export const ACCESS_PT_BR: AccessTexts = {
  subject: {
    invitation: (platform) => `Convite para o painel de ${platform}`,
    passwordReset: (platform) => `Nova senha para o painel de ${platform}`,
  },
  heading: { invitation: 'Você foi convidado', passwordReset: 'Escolha uma nova senha' },
  greeting: 'Olá.',
  lead: {
    invitation: (platform) => `Um administrador de ${platform} convidou você para o painel. Você escolhe a sua senha.`,
    passwordReset: (platform) => `Alguém pediu uma nova senha para o seu acesso ao painel de ${platform}.`,
  },
  role: { seller: 'Vendedor', operator: 'Operador', admin: 'Administrador' },
  label: { platform: 'Plataforma', email: 'Seu e-mail', role: 'Papel', until: 'Vale até' },
  button: { invitation: 'Aceitar o convite', passwordReset: 'Escolher a senha' },
  notYou: {
    invitation: 'O link vale uma vez. Se você não esperava este convite, ignore este e-mail.',
    passwordReset: 'O link vale uma vez. Se não foi você, ignore este e-mail: a sua senha continua a mesma.',
  },
  automatic: 'Este e-mail é automático: não é preciso responder.',
}
