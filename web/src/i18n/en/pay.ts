import type { pay as portuguese } from '../pt-BR/pay.ts'

export const pay: typeof portuguese = {
  test: 'Test: no money moves here. Do not pay with a real bank.',
  title: 'Pay {{seller}}',
  to: 'Payment to',
  total: 'Total to pay',
  items: 'Items',
  toPay: { PIX: 'Pay with this Pix code', BILLET: 'Pay this boleto' },
  qr: 'QR code to pay by Pix',
  copy: 'Copy Pix code',
  copied: 'Code copied',
  step1: 'Copy the code',
  step2: "In your bank's app, choose Pix Copia e Cola and paste it, or scan the QR code",
  step3: 'Confirm: this page tells you when the payment arrives',
  timeLeft: 'Time left to pay:',
  boleto: {
    title: 'Boleto',
    line: 'Digitable line',
    copy: 'Copy digitable line',
    copied: 'Line copied',
    open: 'See the boleto as PDF',
    due: 'Pay by',
    step1: 'Copy the digitable line or open the boleto',
    step2: "Pay in your bank's app, or at a lottery shop",
    step3: 'The bank confirms within a working day: this page will tell you',
  },
  card: { title: 'Card under review', text: 'The card issuer is looking at the purchase. The outcome appears here.' },
  waiting: 'Waiting for the payment',
  preparing: {
    PIX: 'Preparing your Pix code…',
    BILLET: 'Preparing your boleto…',
    soon: 'It takes just a moment and appears here by itself.',
    long: 'It takes longer than usual. Your order is kept, and you do not pay twice. It appears here by itself: there is no need to ask for another.',
  },
  notReady: {
    PIX: {
      title: 'The code is not ready yet',
      text: 'There is nothing to pay for now. Once there is a code, this page shows it: wait here or come back later. If it takes long, talk to {{seller}}.',
    },
    BILLET: {
      title: 'The boleto is not ready yet',
      text: 'There is nothing to pay for now. Once there is a boleto, this page shows it: wait here or come back later. If it takes long, talk to {{seller}}.',
    },
  },
  over: {
    PIX: {
      title: 'The code has expired',
      text: 'If you have already paid, do not pay again: the confirmation appears here.',
    },
    BILLET: {
      title: 'The boleto is past due',
      text: 'If you paid it in time, do not pay again: the bank takes some days to say so, and the confirmation appears here.',
    },
  },
  returned: {
    title: 'Payment returned',
    PIX: 'The money goes back to the account that the Pix came from.',
    CREDIT_CARD: 'The money appears on one of the card’s next bills.',
    BILLET: 'If you wonder how the money reaches you, talk to {{seller}}.',
  },
  disputed: { title: 'Payment disputed', text: 'Your bank returned the money. Talk to {{seller}}.' },
  ended: {
    PIX: { title: 'This code is no longer valid', text: 'Nothing was charged.' },
    CREDIT_CARD: { title: 'The card was declined', text: 'Nothing was charged. Check with your bank.' },
    BILLET: { title: 'This boleto is no longer valid', text: 'Nothing was charged.' },
    refused: { title: 'The payment was not completed', text: 'Nothing was charged.' },
    canceled: { title: 'This charge was canceled', text: 'Nothing was charged.' },
  },
  askFor: {
    PIX: 'If you still want to pay, ask {{seller}} for a new code.',
    CREDIT_CARD: 'If you still want to pay, ask {{seller}} for another way.',
    BILLET: 'If you still want to pay, ask {{seller}} for a new boleto.',
  },
  buyAnew: 'Order again',
  review: {
    title: 'We are checking your payment',
    text: 'It is not known yet whether it went through: do not pay again. The outcome appears here; if in doubt, talk to {{seller}}.',
  },
  notFound: 'Charge not found',
  notFoundText: 'Check that the address is complete, or ask the seller for a new one.',
  failed: 'This could not be loaded',
  failedText: 'Check your connection. If you have already paid, do not pay again.',
  brokenText:
    'Something went wrong on this page. If you have already paid, do not pay again: try to open the page once more.',
  retry: 'Try again',
  contact: { title: 'Support', text: 'Do you need help? Talk to {{seller}}:' },
  secure: 'Securely processed payment',
}
