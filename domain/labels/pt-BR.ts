import { methods } from './methods-pt-BR.ts'

/** The labels of statuses and kinds, for pages and exported files. */
export const labels = {
  chargeStatus: {
    PENDING: 'Pendente',
    APPROVED: 'Paga',
    REJECTED: 'Recusada',
    REFUNDED: 'Reembolsada',
    CHARGEBACK: 'Contestada',
  },
  ending: { refused: 'Recusada', expired: 'Expirada', canceled: 'Cancelada' },
  paymentMethod: methods,
  disbursementStatus: { PENDING: 'Em andamento', APPROVED: 'Concluído', REJECTED: 'Recusado', CANCELED: 'Cancelado' },
  withdrawMethod: { PIX: 'Pix', BANK_ACCOUNT: 'Conta bancária', RECEIVER: 'Recebedor' },
  refundKind: { requested: 'Pedido aqui', policy: 'Política da plataforma', external: 'Painel do provedor' },
  receiverStatus: { PENDING: 'Em análise', ACTIVE: 'Ativo', REJECTED: 'Recusado' },
  disputeState: { OPEN: 'Aberta', WON: 'Ganha', LOST: 'Perdida' },
  disputeKind: { CHARGEBACK: 'Chargeback', MED: 'MED (Pix)' },
  reason: {
    unmappedStatus: 'situação desconhecida do provedor',
    unknownOutcome: 'desfecho desconhecido',
    providerUnreachable: 'provedor sem resposta',
    latePayment: 'pagamento tardio',
    orphanPayment: 'pagamento em outra transação',
    amountMismatch: 'valor diferente',
    workflowLost: 'processo interrompido',
    doublePayment: 'paga duas vezes',
    refundAndChargeback: 'reembolsada e contestada',
    returnedInPart: 'devolvida em parte',
    disputeWon: 'contestação ganha',
    contradicted: 'provedor se contradiz',
    unconfirmedNotice: 'aviso não confirmado',
    workflowStuck: 'processo parado',
    awaitsApproval: 'espera uma segunda pessoa',
    noConfirmation: 'provedor não confirma',
  },
}

export type Labels = typeof labels
