import { labels } from '../../../../domain/labels/pt-BR.ts'

export const disputes = {
  list: {
    title: 'Contestações',
    lead: 'Pagamentos que o banco do cliente pediu de volta.',
    caption: 'Contestações, da mais nova para a mais antiga',
    open: 'Abrir a contestação de {{amount}}',
    allStates: 'Todas as situações',
    noneTitle: 'Nenhuma contestação com estes filtros',
    emptyTitle: 'Nenhuma contestação',
    emptyText: 'Quando um banco pedir um pagamento de volta, a contestação aparece aqui.',
  },
  state: labels.disputeState,
  kind: labels.disputeKind,
  column: { kind: 'Tipo', due: 'Prazo', opened: 'Aberta em' },
  attention: { disputeOpen: 'Contestação aberta: envie as provas e diga como terminou' },
  next: {
    OPEN: 'Responda à contestação no painel do provedor, com as provas guardadas aqui. Quando o provedor disser que o pagamento vale de novo, ela fecha sozinha; se ele não disser, um operador diz como terminou.',
    WON: 'O dinheiro ficou com você: a cobrança está aprovada de novo.',
    LOST: 'O dinheiro voltou para o cliente.',
  },
  about: {
    CHARGEBACK: 'O titular do cartão não reconhece a compra, ou diz que não recebeu o que comprou.',
    MED: 'O banco de quem pagou pediu o Pix de volta pelo Mecanismo Especial de Devolução, por suspeita de fraude ou falha.',
  },
  detail: {
    title: 'Contestação de {{amount}}',
    next: 'O que acontece agora',
    id: 'Contestação',
    charge: 'Cobrança',
    transaction: 'Transação',
    word: 'Palavra do provedor',
    closed: 'Fechada em',
    closedBy: 'Quem disse',
    byProvider: 'O provedor',
  },
  evidence: {
    title: 'Provas',
    emptyText: 'Guarde aqui a nota fiscal, o comprovante de entrega e as conversas com o cliente.',
    none: 'Nenhuma prova foi guardada.',
    add: 'Adicionar um arquivo',
    failed: 'O arquivo não pôde ser usado',
  },
  resolve: {
    open: { WON: 'Foi ganha', LOST: 'Foi perdida' },
    title: { WON: 'A contestação foi ganha?', LOST: 'A contestação foi perdida?' },
    text: {
      WON: 'A cobrança de {{amount}} volta a ser aprovada, e seus sistemas são avisados. Nada é enviado ao provedor.',
      LOST: 'A contestação de {{amount}} é fechada, e seus sistemas são avisados. Nada é enviado ao provedor.',
    },
    note: 'Como se sabe',
    noteHelp: 'Fica guardado com a contestação.',
    noteMissing: 'Diga como se sabe.',
    do: { WON: 'Marcar como ganha', LOST: 'Marcar como perdida' },
    done: { WON: 'Contestação ganha: a cobrança está aprovada de novo', LOST: 'Contestação fechada como perdida' },
    failed: 'A contestação não foi fechada',
  },
}
