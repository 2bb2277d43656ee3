/** Who shares in the money: sub-accounts at the providers. */
export const receivers = {
  status: { PENDING: 'Under review', ACTIVE: 'Active', REJECTED: 'Refused' },
  column: { name: 'Name', id: 'Id at the provider', balance: 'Balance', created: 'Created' },
  list: {
    title: 'Receivers',
    lead: 'Who shares in your sales, and who can be paid already.',
    caption: 'Receivers, newest first',
    new: 'New receiver',
    allStatuses: 'All statuses',
    open: 'Open receiver {{name}}',
    emptyTitle: 'Your receivers appear here',
    emptyText: 'Open an account for those who share your sales. None is opened twice unless you decide so.',
    noneTitle: 'No receiver with these filters',
  },
  attention: { title: 'This receiver needs a decision' },
}
