/** The roles of a user. Each role includes the previous ones. */
export const ROLES = ['seller', 'operator', 'admin'] as const

export type Role = (typeof ROLES)[number]

export const includesRole = (has: Role, needed: Role) => ROLES.indexOf(has) >= ROLES.indexOf(needed)
