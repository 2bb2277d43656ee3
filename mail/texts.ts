/** The texts of mails. */
import type { LinkKind } from '../domain/access-link.ts'
import type { SignInChange } from '../domain/audit.ts'
import { methods } from '../domain/labels/methods-pt-BR.ts'
import type { ReceiptKind } from '../domain/mail.ts'
import type { PaymentMethod } from '../domain/payment-method.ts'
import type { Role } from '../domain/role.ts'

/** Of every mail to a buyer. */
export const BUYER_PT_BR = {
  greeting: (name: string) => `Olá, ${name}.`,
  label: { seller: 'Loja', items: 'Compra' },
  /** For test mode, so that a fake payment is not taken for a real one. */
  test: 'TESTE: este pagamento é de mentira, nenhum dinheiro se moveu.',
  automatic: 'Este e-mail é automático: não é preciso responder.',
  answer: (seller: string) => `Precisa de ajuda? Responda a este e-mail: a resposta chega a ${seller}.`,
  call: (seller: string, phone: string) => `Telefone de ${seller}: ${phone}.`,
}

export interface ReceiptTexts {
  subject: Record<ReceiptKind, (seller: string) => string>
  heading: Record<ReceiptKind, string>
  lead: Record<ReceiptKind, (seller: string) => string>
  amount: Record<ReceiptKind, string>
  /** `number`: what buyer and seller can search for. */
  label: { method: string; number: string; at: string }
  method: Record<PaymentMethod, string>
  card(brand: string, lastDigits: string): string
  installments(count: number): string
  /** How the money returns. We know the way but not the date. */
  wayBack: Record<PaymentMethod, string>
  see: string
}

export const RECEIPT_PT_BR: ReceiptTexts = {
  subject: {
    paid: (seller) => `Recibo do seu pagamento – ${seller}`,
    refunded: (seller) => `Reembolso do seu pagamento – ${seller}`,
  },
  heading: { paid: 'Pagamento confirmado', refunded: 'Reembolso feito' },
  lead: {
    paid: (seller) => `Recebemos o seu pagamento para ${seller}. Guarde este recibo.`,
    refunded: (seller) => `${seller} devolveu um valor que você pagou.`,
  },
  amount: { paid: 'Valor pago', refunded: 'Valor devolvido' },
  label: { method: 'Forma de pagamento', number: 'Número do pagamento', at: 'Data' },
  method: methods,
  card: (brand, lastDigits) => `${brand && ` ${brand}`} •••• ${lastDigits}`,
  installments: (count) => ` em ${count} parcelas`,
  wayBack: {
    PIX: 'O valor volta para a conta de onde saiu o Pix.',
    CREDIT_CARD: 'O valor aparece em uma das próximas faturas do cartão.',
    BILLET: 'Se tiver dúvida sobre como o valor chega até você, fale com a loja.',
  },
  see: 'Ver o pagamento',
}

export const BOLETO_PT_BR = {
  subject: (seller: string) => `O seu boleto – ${seller}`,
  heading: 'O seu boleto',
  lead: (seller: string) => `Este é o boleto da sua compra em ${seller}. Se você já pagou, não pague de novo.`,
  amount: 'Valor',
  until: 'Pague até',
  line: 'Linha digitável',
  /** The mail may be read when another way has been chosen. */
  after: 'A página do boleto diz se ele ainda vale, e mostra o recibo quando for pago.',
  see: 'Ver a página do boleto',
  pdf: 'Abrir o boleto em PDF',
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

interface SignInChangeTexts {
  what: Record<SignInChange, string>
  greeting: (name: string) => string
  label: { platform: string; what: string; by: string; at: string }
  notYou: string
}

/** It is not known which language a user reads, so the mail says everything in both. */
export const SIGN_IN_CHANGE: Record<'pt-BR' | 'en', SignInChangeTexts> = {
  'pt-BR': {
    what: {
      'user.password': 'A sua senha foi trocada',
      'user.setPassword': 'Um administrador trocou a sua senha',
      'secondFactor.enable': 'O seu segundo fator foi ativado',
      'secondFactor.disable': 'O seu segundo fator foi desativado',
      'secondFactor.recoveryCodes': 'Os seus códigos de recuperação foram trocados',
      'secondFactor.reset': 'Um administrador removeu o seu segundo fator',
    },
    greeting: (name) => `Olá, ${name}.`,
    label: { platform: 'Plataforma', what: 'O que mudou', by: 'Feito por', at: 'Data' },
    notYou:
      'Se você não esperava esta mudança, escolha uma nova senha na página de entrada e avise um administrador da plataforma.',
  },
  en: {
    what: {
      'user.password': 'Your password was changed',
      'user.setPassword': 'An administrator changed your password',
      'secondFactor.enable': 'Your second factor was switched on',
      'secondFactor.disable': 'Your second factor was switched off',
      'secondFactor.recoveryCodes': 'Your recovery codes were replaced',
      'secondFactor.reset': 'An administrator removed your second factor',
    },
    greeting: (name) => `Hello, ${name}.`,
    label: { platform: 'Platform', what: 'What changed', by: 'Made by', at: 'Date' },
    notYou:
      'If you did not expect this, choose a new password on the sign-in page and tell an administrator of the platform.',
  },
}
