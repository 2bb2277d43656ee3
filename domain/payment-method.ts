export const PAYMENT_METHODS = ['PIX', 'CREDIT_CARD', 'BILLET'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** As buyers are offered them: Pix, which costs least and is paid at once, before the others in the seller's order. */
export const pixFirst = (methods: readonly PaymentMethod[]): PaymentMethod[] => [
  ...methods.filter((method) => method === 'PIX'),
  ...methods.filter((method) => method !== 'PIX'),
]

const DAY_MS = 24 * 60 * 60_000

/**
 * How long after a charge's last moment (domain/last-moment.ts) a payment that was made in time may still become known. The banks report
 * a boleto that was paid on its last day on the next working day.
 */
export const SETTLEMENT_MS = {
  PIX: 0,
  CREDIT_CARD: 0,
  BILLET: 3 * DAY_MS,
} as const satisfies Record<PaymentMethod, number>

/**
 * How long a charge is waited for whose provider states no expiry. A card has none, but may be under review: Mercado Pago takes up to two
 * working days (https://www.mercadopago.com.br/developers/en/docs/checkout-api-payments/response-handling/collection-results), which end on
 * the sixth day if the review begins before Carnival. The database function `read_charge_on` has the same times.
 */
export const UNSTATED_EXPIRY_MS = {
  PIX: DAY_MS,
  CREDIT_CARD: 7 * DAY_MS,
  BILLET: DAY_MS,
} as const satisfies Record<PaymentMethod, number>

export const WITHDRAW_METHODS = ['PIX', 'BANK_ACCOUNT', 'RECEIVER'] as const
export type WithdrawMethod = (typeof WITHDRAW_METHODS)[number]
