/** Links in mails that let one person do one thing once: join a platform, or choose a new password. */

export const LINK_KINDS = ['invitation', 'passwordReset'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** How many hours each kind of link is valid. */
export const LINK_HOURS = { invitation: 7 * 24, passwordReset: 1 } as const satisfies Record<LinkKind, number>

/** Mails per day: from one platform to one address, from all platforms to one address, and from one platform in all. */
export const INVITATIONS_PER_DAY = { perAddress: 5, perAddressOfAll: 20, perPlatform: 200 } as const
export const RESETS_PER_HOUR = 3

export const INVITATION_STATES = ['open', 'accepted', 'withdrawn', 'expired'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

interface LinkTimes {
  expiresAt: string
  usedAt: string | null
  withdrawnAt: string | null
}

/** @param now milliseconds. */
export function invitationState({ expiresAt, usedAt, withdrawnAt }: LinkTimes, now: number): InvitationState {
  if (usedAt !== null) return 'accepted'
  if (withdrawnAt !== null) return 'withdrawn'
  return Date.parse(expiresAt) > now ? 'open' : 'expired'
}

/** The invited may still use it. */
export const isInvitationOpen = (state: InvitationState): boolean => state === 'open'

/** Its sender may send it again: it is neither used nor withdrawn. */
export const canBeSentAgain = (state: InvitationState): boolean => state === 'open' || state === 'expired'

export const isLinkOpen = (link: LinkTimes, now: number): boolean => isInvitationOpen(invitationState(link, now))
