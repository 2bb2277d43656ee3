import type { chargeMails as portuguese } from '../pt-BR/charge-mails.ts'

export const chargeMails: typeof portuguese = {
  title: 'Mails to the buyer',
  send: 'Send by e-mail',
  again: 'Send again',
  text: {
    asks: 'The buyer gets the link to pay and, once it is paid, the receipt.',
    paid: 'The buyer gets the receipt of the payment.',
    again: 'The same mail goes once more.',
  },
  address: 'Send to',
  addressHint: 'The next mails about this charge go to this address as well.',
  submit: 'Send',
  queued: 'Mail on its way to {{to}}',
  kept: 'Mail kept: in test mode the customer does not get it',
  unknown: 'We do not know whether the mail was sent',
  failed: 'The mail was not sent',
  over: 'The charge can no longer be paid.',
  kind: { boleto: 'Boleto', payPage: 'Link to pay', paid: 'Receipt', refunded: 'Receipt of the refund' },
  state: {
    pending: 'being sent to {{to}}',
    sent: 'sent {{at}} to {{to}}',
    failed: 'not sent to {{to}}: the mail server refused it, or did not answer',
    overtaken: 'not sent: the charge could no longer be paid',
    unsent: 'not sent to {{to}}: there is no mail server',
    test: 'not sent to {{to}}: in test mode no buyer gets mail',
  },
  erased: 'an erased address',
}
