import { includesRole, type Role } from './role.ts'

/** What may wait for a person, whatever its reasons: the list of attention, its page and its figures name these. */
export const WAITING_KINDS = [
  'charge',
  'refund',
  'withdrawal',
  'receiver',
  'dispute',
  'reconciliation',
  'endpoint',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** What each role is shown: the books are the operators'. */
export const waitingKindsOf = (role: Role): readonly WaitingKind[] =>
  WAITING_KINDS.filter((kind) => kind !== 'reconciliation' || includesRole(role, 'operator'))
