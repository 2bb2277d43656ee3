export const mailbox = {
  title: 'Mailbox',
  lead: 'The mails that buyers and invited people get, to be read without a mail server.',
  localOnly: 'Local mode only',
  list: 'Mails',
  to: 'To {{address}}',
  state: { pending: 'Being sent', sent: 'Sent', failed: 'Not sent', unsent: 'Only here' },
  emptyTitle: 'No mails yet',
  emptyText: 'Pay an offer or a payment link: the receipt appears here.',
}
