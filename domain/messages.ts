/** Messages that clients see, letter for letter as the product's specification has them. */
export const MESSAGES = {
  methodNotImplemented: 'Method not implemented.',
  notImplementedYet: 'Not implemented yet.',
  boletoNotImplemented: 'Boleto not implemented',
  creditCardNotImplemented: 'Credit card not implemented',
  paymentMethodNotSupported: 'Payment method not supported',
  unauthorized: 'Unauthorized.',
  errorCreatingTransaction: 'Erro ao criar transação',
  cardMissing: 'Cartão é obrigatório.',
  errorApprovingRefund: 'Erro ao aprovar o reembolso.',
  errorProcessingWithdrawal: 'Erro ao processar saque',
  errorSavingCard: 'Erro salvando cartão',
  errorUploadingPdf: 'Error on upload pdf',
  receiverNotFound: 'Recebedor não encontrado.',
  unsupportedBank: 'Banco não suportado, tente outro.',
  defaultWithdrawDescription: 'Solicitação de saque',
  transactionNotFound: 'Transação não encontrada',
} as const
