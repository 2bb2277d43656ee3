import { includesRole, type Role } from './role.ts'

/** The kinds of things that may wait for an operator. The attention list, its page and its figures use these. */
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

/** The kinds that a role sees. Only operators see reconciliation. */
export const waitingKindsOf = (role: Role): readonly WaitingKind[] =>
  WAITING_KINDS.filter((kind) => kind !== 'reconciliation' || includesRole(role, 'operator'))
