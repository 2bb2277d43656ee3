/** Messages that clients see, letter for letter as the product's specification has them. */
export const MESSAGES = {
  methodNotImplemented: 'Method not implemented.',
  notImplementedYet: 'Not implemented yet.',
  boletoNotImplemented: 'Boleto not implemented',
  creditCardNotImplemented: 'Credit card not implemented',
  unauthorized: 'Unauthorized.',
  errorCreatingTransaction: 'Erro ao criar transação',
  transactionNotFound: 'Transação não encontrada',
} as const
