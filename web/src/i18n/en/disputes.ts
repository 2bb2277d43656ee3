import { labels } from '../../../../domain/labels/en.ts'
import type { disputes as portuguese } from '../pt-BR/disputes.ts'

export const disputes: typeof portuguese = {
  list: {
    title: 'Disputes',
    lead: "Payments that the customer's bank asks to have back.",
    caption: 'Disputes, newest first',
    open: 'Open the dispute of {{amount}}',
    allStates: 'All states',
    noneTitle: 'No dispute fits these filters',
    emptyTitle: 'No disputes',
    emptyText: 'When a bank asks for a payment back, the dispute appears here.',
  },
  state: labels.disputeState,
  kind: labels.disputeKind,
  column: { kind: 'Kind', due: 'Due', opened: 'Opened' },
  attention: { disputeOpen: 'Open dispute: send the evidence and say how it ended' },
  next: {
    OPEN: "Answer the dispute in the provider's dashboard, with the evidence that is kept here. When the provider says that the payment stands again, it closes by itself; where it does not, an operator says how it ended.",
    WON: 'You keep the money: the charge is approved again.',
    LOST: 'The money went back to the customer.',
  },
  about: {
    CHARGEBACK: 'The holder of the card does not recognise the purchase, or says that it never arrived.',
    MED: "The payer's bank asks for the Pix back by the central bank's procedure (MED), because of a suspected fraud or failure.",
  },
  detail: {
    title: 'Dispute of {{amount}}',
    next: 'What happens now',
    id: 'Dispute',
    charge: 'Charge',
    transaction: 'Transaction',
    word: "Provider's word",
    closed: 'Closed',
    closedBy: 'Said by',
    byProvider: 'The provider',
  },
  evidence: {
    title: 'Evidence',
    emptyText: 'Keep the invoice, the proof of delivery and what was said to the customer here.',
    none: 'No evidence was kept.',
    add: 'Add a file',
    failed: 'The file could not be used',
  },
  resolve: {
    open: { WON: 'It was won', LOST: 'It was lost' },
    title: { WON: 'Was the dispute won?', LOST: 'Was the dispute lost?' },
    text: {
      WON: 'The charge of {{amount}} is approved again, and your systems are told. Nothing is sent to the provider.',
      LOST: 'The dispute of {{amount}} is closed, and your systems are told. Nothing is sent to the provider.',
    },
    note: 'How it is known',
    noteHelp: 'It is kept with the dispute.',
    noteMissing: 'Say how it is known.',
    do: { WON: 'Mark as won', LOST: 'Mark as lost' },
    done: { WON: 'Dispute won: the charge is approved again', LOST: 'Dispute closed as lost' },
    failed: 'The dispute was not closed',
  },
}
