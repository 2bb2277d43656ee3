import type { PaymentMethod } from '../payment-method.ts'

/** Apart from the other labels, so that a buyer's page loads no more than these. */
export const methods: Record<PaymentMethod, string> = {
  PIX: 'Pix',
  CREDIT_CARD: 'Cartão de crédito',
  BILLET: 'Boleto',
}

/** Where there is little room, as in a column. */
export const shortMethods: Record<PaymentMethod, string> = { ...methods, CREDIT_CARD: 'Cartão' }
