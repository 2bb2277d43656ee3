import { shortMethods } from '../../../../domain/labels/methods-en.ts'

export const buy = {
  method: 'How would you like to pay?',
  methods: shortMethods,
  about: {
    PIX: 'Approved at once',
    CREDIT_CARD: 'Approved at once',
    BILLET: 'Confirmed within a working day',
    installments: 'In up to {{count}} installments',
  },
  quantity: { title: 'Quantity', less: 'One less', more: 'One more' },
  hint: 'or up to {{parts}}, total {{total}} with interest',
  hintFree: 'or up to {{parts}} without interest',
  field: {
    name: 'Full name',
    email: 'E-mail',
    document: 'CPF or CNPJ',
    phone: 'Phone',
    zipCode: 'CEP',
    address: 'Street',
    number: 'Number and unit',
    district: 'District',
    city: 'City',
    state: 'State',
    cardNumber: 'Card number',
    expiry: 'Expiry',
    cvv: 'Security code',
    holderName: 'Name on the card',
  },
  mistake: {
    email: 'Check the e-mail: it is like name@example.com',
    tooLong: 'At most {{longest}} characters',
    wrong: 'Check this field',
  },
  installments: 'Installments',
  installment: '{{installments}}, total {{total}}',
  uneven:
    '{{total}} does not divide into {{count}} equal parts: one of the installments takes the cents that are left.',
  pay: { PIX: 'Pay {{total}} by Pix', CREDIT_CARD: 'Pay {{total}} by card', BILLET: 'Make a boleto of {{total}}' },
  paying: 'One moment…',
  waited: {
    long: {
      PIX: 'Your order is kept, and you do not pay twice. Your Pix code is being made. It may take up to a minute: wait here, there is no need to ask for another.',
      CREDIT_CARD:
        'Your order is kept, and you do not pay twice. We are talking to the card’s bank. It may take up to a minute: wait here and do not pay again.',
      BILLET:
        'Your order is kept, and you do not pay twice. Your boleto is being made. It may take up to a minute: wait here, there is no need to ask for another.',
    },
    veryLong: {
      PIX: 'This takes longer than usual, and nothing was charged. If you leave, come back to this same address on this device: the page shows the code that was made.',
      CREDIT_CARD:
        'This takes longer than usual. Do not pay again: if you leave, come back to this same address on this device, and the page shows what happened.',
      BILLET:
        'This takes longer than usual, and nothing was charged. If you leave, come back to this same address on this device: the page shows the boleto that was made.',
    },
    behind:
      'The try before this one, maybe in another tab, is not over yet. This page waits for it and shows by itself what became of it: do not pay again elsewhere.',
  },
  left: {
    title: 'Looking for your payment',
    text: 'You began to pay here and left before the answer. We are finding out what happened: do not pay again.',
    nothing: 'The try before was never made, and nothing was charged.',
  },
  failure: {
    fields: 'Check the marked fields. Nothing was charged.',
    nothing: 'The try before was never made, and nothing was charged. If you still want to pay, try again.',
    busy: 'The try before is not over yet, or this page has changed. Nothing more was charged: wait and try again.',
    refused: 'It cannot be paid this way now. Nothing was charged: try another way.',
    offline: 'No answer. Check your connection and try again: you do not pay twice.',
    crowded: 'Many buyers are paying at this moment. Nothing was charged: try again in a few seconds.',
    tooMany: 'Too many tries in a short time: wait {{wait}}.',
    tooManyCards: 'Too many tries by card: wait {{wait}}, or pay another way.',
    tooManyUnpaid:
      'Orders of this page that were made from your connection are not paid yet. Pay one of them, or wait for one to end: {{wait}} at most.',
  },
  other: 'Pay another way',
  anotherCode: 'Make another one',
  reviewTitle: 'Confirming the payment',
  reviewText: 'The purchase is still being confirmed with the card. The result appears here: do not pay again.',
  paidTitle: 'Payment confirmed',
  paidText: 'Thank you! {{seller}} has been told.',
  returnedTitle: 'Payment returned',
  returnedText: 'This payment was given back or disputed, and counts no more. If in doubt, talk to {{seller}}.',
  print: 'Print or keep the receipt',
  keep: {
    address: 'Keep the address of this boleto',
    copied: 'Address copied',
    why: 'Paying later? This address shows the boleto on any device, and the receipt once it is paid.',
    mailed: 'The boleto should reach your e-mail too. If it does not, this address is all you need.',
    notMailed: 'This boleto does not go to your e-mail: keep the address.',
  },
  buyAgain: 'Buy again',
  buyAgainText: 'Buying again is another order, with a payment of its own.',
  receipt: { to: 'To', what: 'Purchase', how: 'Method', when: 'Paid at', total: 'Total', number: 'Payment number' },
  declinedTitle: 'The card was declined',
  declinedText: 'Nothing was charged: you can try again or pay another way.',
  decline: {
    insufficientFunds: 'The bank says that the limit or balance is not enough for this purchase.',
    limitExceeded: 'The bank says that the limit of this card, or of tries with it, was exceeded.',
    invalidCard: 'Something about the card is not right: its number, expiry or security code.',
    expiredCard: 'The card has expired.',
    blockedCard: 'The bank has blocked this card: ask it, or use another one.',
    notAuthorized: 'The bank did not allow the purchase and gave no reason: ask it, or use another card.',
    other: 'The payment did not go through with this card.',
  },
  instead: { PIX: 'Pay by Pix', CREDIT_CARD: 'Pay by card', BILLET: 'Pay by boleto' },
  canceledTitle: 'This payment was canceled',
  overTitle: 'This code is no longer valid',
  refusedTitle: 'The payment was not completed',
  overText: 'Nothing was charged. Choose how to pay to try again.',
  closed: {
    unpayable: {
      title: 'This shop cannot take payments at the moment',
      text: 'Ask {{seller}} how to pay.',
    },
    paused: { title: 'Sales are paused', text: 'Nothing is sold here at the moment. Talk to {{seller}}.' },
    expired: { title: 'This link has expired', text: 'Ask {{seller}} for a new one.' },
    soldOut: { title: 'Sold out', text: 'There is nothing left. Talk to {{seller}}.' },
  },
  notTaken: {
    lost: 'Not taken here for {{amount}}: {{methods}}. Choose another way below, or a smaller quantity.',
    title: '{{amount}} cannot be paid here',
    fewer: 'At a quantity of {{quantity}}, which comes to {{amount}}, you can:',
  },
  reserved: {
    title: 'Reserved for now',
    text: 'A buyer is paying now; if that is you, go on in the tab where you began. If no payment comes, it becomes available again: try again later.',
    until:
      'A buyer is paying now; if that is you, go on in the tab where you began. If no payment comes, it becomes available again {{moment}}: try again after that.',
  },
  notFoundTitle: 'Page not found',
  notFoundText: 'Check that the address is complete, or ask the seller for a new one.',
  failedText: 'Check your connection. Nothing was charged.',
  begunText:
    'Check your connection. You have begun to pay here: do not pay again. What became of it appears once the page is loaded.',
}
