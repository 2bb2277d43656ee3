/** The approval of a second person, above an amount that the platform sets. */
import { includesRole, ROLES } from './role.ts'

/** Where a withdrawal that needs one stands. One that ends without it stays `awaited`. */
export const APPROVAL_STATES = ['awaited', 'given'] as const
type ApprovalState = (typeof APPROVAL_STATES)[number]

export const isAwaited = (state: ApprovalState | null | undefined): boolean => state === 'awaited'
export const isGiven = (state: ApprovalState | null | undefined): boolean => state === 'given'

export const LONGEST_APPROVAL_HOURS = 30 * 24

/** Whose word is an approval. */
export const APPROVING_ROLES = ROLES.filter((role) => includesRole(role, 'operator'))

/** Why a withdrawal that nobody approved in time has ended. */
export const notApprovedIn = (hours: number) => `Ninguém aprovou o saque em ${hours} ${hours === 1 ? 'hora' : 'horas'}`
