export const PAYMENT_METHODS = ['PIX', 'CREDIT_CARD', 'BILLET'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const WITHDRAW_METHODS = ['PIX', 'BANK_ACCOUNT', 'RECEIVER'] as const
export type WithdrawMethod = (typeof WITHDRAW_METHODS)[number]
