import type { PaymentMethod } from '../payment-method.ts'

/** See methods-pt-BR.ts. */
export const methods: Record<PaymentMethod, string> = {
  PIX: 'Pix',
  CREDIT_CARD: 'Credit card',
  BILLET: 'Boleto',
}

export const shortMethods: Record<PaymentMethod, string> = { ...methods, CREDIT_CARD: 'Card' }
