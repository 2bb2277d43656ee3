/** The texts of mails to buyers, in each language that their pages speak. */
import { methods as methodsEn } from '../domain/labels/methods-en.ts'
import { methods as methodsPt } from '../domain/labels/methods-pt-BR.ts'
import type { Language } from '../domain/language.ts'
import type { ReceiptKind } from '../domain/mail.ts'
import type { PaymentMethod } from '../domain/payment-method.ts'

interface BuyerTexts {
  greeting: (name: string) => string
  label: { seller: string; items: string }
  /** For test mode, so that a fake payment is not taken for a real one. */
  test: string
  /** The same, before the subject. */
  testSubject: string
  automatic: string
  answer: (seller: string) => string
  call: (seller: string, phone: string) => string
}

/** Of every mail to a buyer. */
export const BUYER: Record<Language, BuyerTexts> = {
  'pt-BR': {
    greeting: (name) => `Olá, ${name}.`,
    label: { seller: 'Loja', items: 'Compra' },
    test: 'TESTE: este pagamento é de mentira, nenhum dinheiro se moveu.',
    testSubject: '[TESTE]',
    automatic: 'Este e-mail é automático: não é preciso responder.',
    answer: (seller) => `Precisa de ajuda? Responda a este e-mail: a resposta chega a ${seller}.`,
    call: (seller, phone) => `Telefone de ${seller}: ${phone}.`,
  },
  en: {
    greeting: (name) => `Hello, ${name}.`,
    label: { seller: 'Shop', items: 'Purchase' },
    test: 'TEST: this payment is made up, no money has moved.',
    testSubject: '[TEST]',
    automatic: 'This e-mail is automatic: there is no need to answer it.',
    answer: (seller) => `Do you need help? Answer this e-mail: your answer reaches ${seller}.`,
    call: (seller, phone) => `Telephone of ${seller}: ${phone}.`,
  },
}

interface ReceiptTexts {
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

const card = (brand: string, lastDigits: string) => `${brand && ` ${brand}`} •••• ${lastDigits}`

export const RECEIPT: Record<Language, ReceiptTexts> = {
  'pt-BR': {
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
    method: methodsPt,
    card,
    installments: (count) => ` em ${count} parcelas`,
    wayBack: {
      PIX: 'O valor volta para a conta de onde saiu o Pix.',
      CREDIT_CARD: 'O valor aparece em uma das próximas faturas do cartão.',
      BILLET: 'Se tiver dúvida sobre como o valor chega até você, fale com a loja.',
    },
    see: 'Ver o pagamento',
  },
  en: {
    subject: {
      paid: (seller) => `Receipt of your payment – ${seller}`,
      refunded: (seller) => `Refund of your payment – ${seller}`,
    },
    heading: { paid: 'Payment confirmed', refunded: 'Refund made' },
    lead: {
      paid: (seller) => `We have received your payment to ${seller}. Keep this receipt.`,
      refunded: (seller) => `${seller} has given back an amount that you paid.`,
    },
    amount: { paid: 'Amount paid', refunded: 'Amount given back' },
    label: { method: 'Way to pay', number: 'Payment number', at: 'Date' },
    method: methodsEn,
    card,
    installments: (count) => ` in ${count} installments`,
    wayBack: {
      PIX: 'The amount returns to the account that the Pix came from.',
      CREDIT_CARD: "The amount is on one of the card's next statements.",
      BILLET: 'If you wonder how the amount reaches you, ask the shop.',
    },
    see: 'See the payment',
  },
}

interface BoletoTexts {
  subject: (seller: string) => string
  heading: string
  lead: (seller: string) => string
  amount: string
  until: string
  line: string
  /** The mail may be read when another way has been chosen. */
  after: string
  see: string
  pdf: string
}

export const BOLETO: Record<Language, BoletoTexts> = {
  'pt-BR': {
    subject: (seller) => `O seu boleto – ${seller}`,
    heading: 'O seu boleto',
    lead: (seller) => `Este é o boleto da sua compra em ${seller}. Se você já pagou, não pague de novo.`,
    amount: 'Valor',
    until: 'Pague até',
    line: 'Linha digitável',
    after: 'A página do boleto diz se ele ainda vale, e mostra o recibo quando for pago.',
    see: 'Ver a página do boleto',
    pdf: 'Abrir o boleto em PDF',
  },
  en: {
    subject: (seller) => `Your boleto – ${seller}`,
    heading: 'Your boleto',
    lead: (seller) =>
      `This is the boleto of your purchase at ${seller}. If you have paid it already, do not pay it again.`,
    amount: 'Amount',
    until: 'Pay until',
    line: 'Number to type',
    after: "The boleto's page says whether it still counts, and shows the receipt once it is paid.",
    see: "See the boleto's page",
    pdf: 'Open the boleto as a PDF',
  },
}

type PayPageTexts = Omit<BoletoTexts, 'line' | 'pdf'>

export const PAY_PAGE: Record<Language, PayPageTexts> = {
  'pt-BR': {
    subject: (seller) => `A sua cobrança – ${seller}`,
    heading: 'A sua cobrança',
    lead: (seller) => `${seller} enviou esta cobrança para você. Se você já pagou, não pague de novo.`,
    amount: 'Valor',
    until: 'Pague até',
    after: 'A página diz se a cobrança ainda vale, e mostra o recibo quando for paga.',
    see: 'Abrir a página de pagamento',
  },
  en: {
    subject: (seller) => `Your payment – ${seller}`,
    heading: 'What you are to pay',
    lead: (seller) => `${seller} asks you for this payment. If you have paid it already, do not pay it again.`,
    amount: 'Amount',
    until: 'Pay until',
    after: 'The page says whether it still counts, and shows the receipt once it is paid.',
    see: 'Open the page to pay',
  },
}
