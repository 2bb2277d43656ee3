/** The second person's approval of withdrawals above an amount that the platform sets. */
import { includesRole, ROLES } from './role.ts'

/** The approval's state. A withdrawal that ends without an approval stays `awaited`. */
export const APPROVAL_STATES = ['awaited', 'given'] as const
type ApprovalState = (typeof APPROVAL_STATES)[number]

export const isAwaited = (state: ApprovalState | null | undefined): boolean => state === 'awaited'
export const isGiven = (state: ApprovalState | null | undefined): boolean => state === 'given'

export const LONGEST_APPROVAL_HOURS = 30 * 24

/** The roles that may approve. */
export const APPROVING_ROLES = ROLES.filter((role) => includesRole(role, 'operator'))

/** The reason shown for a withdrawal that was not approved in time. */
export const notApprovedIn = (hours: number) => `Ninguém aprovou o saque em ${hours} ${hours === 1 ? 'hora' : 'horas'}`
