import type { simulator as portuguese } from '../pt-BR/simulator.ts'

export const simulator: typeof portuguese = {
  title: 'Simulator',
  lead: 'Here you are the buyer, the bank and the provider. The test provider tells by webhook, as a real one does.',
  action: {
    pay: 'Pay',
    decline: 'Decline',
    expire: 'Expire',
    refund: 'Refund at the provider',
    refuseRefunds: 'Refuse refunds from now on',
    dispute: 'Dispute',
    winDispute: 'Win the dispute',
    approve: 'Complete',
    reject: 'Reject',
    cancel: 'Cancel at the bank',
    return: 'Return',
  },
  done: 'Done at the test provider',
  failed: 'That cannot happen now',
}
