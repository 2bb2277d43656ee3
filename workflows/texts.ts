/**
 * What operators read in Temporal Web, in the console's own language: what a workflow is about, what it does now, and what its
 * activities are for. None of them is compared when a history is replayed, so each may change without a patch.
 */
import { shortMethods } from '../domain/labels/methods-pt-BR.ts'
import type { PaymentMethod, WithdrawMethod } from '../domain/payment-method.ts'

const WAYS = {
  PIX: `por ${shortMethods.PIX}`,
  BANK_ACCOUNT: 'para conta bancária',
  RECEIVER: 'de recebedor',
} as const satisfies Record<WithdrawMethod, string>

/** What a workflow is about; set where it is started. Amounts are as they are read, with their currency. */
export const TITLES = {
  charge: (method: PaymentMethod, amount: string, provider: string) =>
    `${shortMethods[method]} de ${amount} pela ${provider}`,
  lateDecision: 'Aceitar o que foi pago',
  refund: (amount: string, provider: string) => `Reembolso de ${amount} pela ${provider}`,
  policyRefund: (provider: string) => `Reembolso automático pela ${provider}`,
  withdrawal: (method: WithdrawMethod, amount: string, provider: string) =>
    `Saque de ${amount} ${WAYS[method]} pela ${provider}`,
  receiver: (provider: string) => `Recebedor na ${provider}`,
  reader: (provider: string) => `Leitor da conta em ${provider}`,
} as const

/** What a workflow does now. */
export const DETAILS = {
  sending: (provider: string, attempt: number) => `Enviando à ${provider} (tentativa ${attempt}).`,
  lookingUp: 'Sem resposta confiável do provedor: consultando antes de qualquer outra coisa.',
  done: (status: string) => `Concluído: ${status}.`,
  charge: {
    waiting: (expiresAt: string) => `Aguardando o pagamento até ${expiresAt}.`,
    silent: 'Expirada, mas o provedor não responde se foi paga: consultando de novo.',
    unreadable: 'Expirada, mas um aviso diz que foi paga, e o provedor não tem consulta: aguardando um operador.',
    lost: 'O banco de dados perdeu a transação desta cobrança, e o provedor não a confirma.',
    paidElsewhere: 'Paga por outra transação: procurando a tentativa sem resposta, que também pode ser paga.',
    asksAboutCreation:
      'Aguardando decisão do operador: envie o sinal retry, resolve ({"outcome":"created","externalId":"…"} ou {"outcome":"notCreated"}) ou cancel.',
    event: 'Evento do provedor depois do fim da cobrança.',
    decision: 'Decisão de um operador depois do fim da cobrança.',
  },
  disbursement: {
    waiting: 'O provedor recebeu o pedido: aguardando a confirmação.',
    unreachable: (message: string) =>
      `O provedor não atende (${message}); nada foi enviado. Tentamos de novo de tempos em tempos; sinais: retry, cancel.`,
    unreachableAgain: (message: string) =>
      `Ninguém sabe se o dinheiro saiu no primeiro envio, que o provedor não encontrou, e ele não atende mais (${message}). O mesmo pedido, que não paga duas vezes, é repetido de tempos em tempos. Confira no provedor; sinais: retry, resolve.`,
    resumedUnsent: 'Retomado sem que nada tenha sido enviado; sinais: retry, resolve, cancel.',
    resumedRepeat:
      'Retomado: o provedor não encontrou o primeiro envio, e ninguém sabe se o dinheiro saiu. Confira no provedor; sinais: retry (repete o mesmo pedido, que não paga duas vezes), resolve.',
    asksForApproval:
      'Aguardando a aprovação de uma segunda pessoa, pela tela do saque; nada foi enviado. Sinal: cancel.',
    asksAboutCreation:
      'Ninguém sabe se o dinheiro saiu, e nada será reenviado. Confira no provedor e envie o sinal resolve ({"outcome":"created","externalId":"…"} ou {"outcome":"notCreated"}), ou retry para consultar de novo.',
    asksAboutEnd:
      'O provedor recebeu o pedido e não diz o que houve com ele. Confira no painel do provedor e envie o sinal resolve ({"outcome":"created","status":"APPROVED"} ou {"outcome":"notCreated"}).',
    event: 'Evento do provedor depois do fim do saque.',
  },
  receiver: {
    opening: 'Abrindo o recebedor no provedor.',
    waiting: 'Aguardando a aprovação do provedor.',
    asksAboutCreation:
      'Aguardando decisão do operador: envie o sinal resolve ({"outcome":"created","externalId":"<id do recebedor>"} ou {"outcome":"notCreated"}: abre de novo), retry ou cancel.',
    asksAboutEnd:
      'O provedor não diz se aprovou: envie o sinal resolve ({"outcome":"created"} se ele o tem, {"outcome":"notCreated"} se recusou), retry ou cancel; ele é consultado antes.',
  },
  reader: {
    reading: 'Lendo o que está na vez. Para parar, envie o sinal pause.',
    idle: (nextAt: string) => `Nada na vez: a próxima leitura é às ${nextAt}.`,
    paused: 'Pausado por um operador: nada desta conta é lido. Para continuar, envie o sinal resume.',
  },
  sweep: 'Recolhe de tempos em tempos o que uma queda tenha deixado pela metade.',
  listExport: 'Escrevendo uma lista em arquivo.',
  mailDelivery: 'Enviando um e-mail.',
  webhookDelivery: 'Avisando o vendedor.',
  exam: 'Examinando o sistema de um vendedor.',
  requestExam: 'Examinando os pedidos de um vendedor.',
} as const

/** What an activity is for. */
export const SUMMARIES = {
  lookUp: 'Procurar no provedor o que foi feito',
  ask: 'Consultar o provedor',
  askUntilAnswered: 'Consultar o provedor até que responda',
  createCharge: 'Criar a cobrança no provedor',
  watchSecondPayment: 'Procurar um segundo pagamento',
  sendDisbursement: 'Enviar o pedido ao provedor',
  checkDecision: 'Conferir no provedor o que o operador disse',
  checkNotice: 'Conferir no provedor o que ele avisou',
  createReceiver: 'Abrir o recebedor no provedor',
  readDue: 'Ler no provedor o que está na vez',
  sweep: 'Recolher o que ficou pela metade',
} as const
