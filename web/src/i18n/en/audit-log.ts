import { auditActions } from '../../../../domain/labels/audit-actions-en.ts'

/** The names of what the audit log holds, and its page. */
export const auditLog = {
  title: 'Audit log',
  lead: 'Who did what, when and from where.',
  caption: 'Audit log, newest first',
  allActions: 'All actions',
  allActors: 'All actors',
  ofTarget: 'Target: kind/id',
  noneTitle: 'Nothing with these filters',
  emptyTitle: 'Nothing yet',
  open: 'Open: {{what}}, by {{who}}',
  detail: 'Detail',
  related: 'Related',
  openTarget: 'Open its page',
  sameTarget: 'Everything about this',
  sameActor: 'Everything by the same actor',
  column: {
    action: 'Action',
    actor: 'Actor',
    target: 'Target',
    ip: 'From',
    at: 'When',
  },
  action: auditActions,
}
