/**
 * Live and test mode. Everything created with test keys belongs to the platform's test twin. The twin is a separate platform, so the
 * separation of platforms also separates the modes. Its id is the platform's id with the UUID version for custom ids (RFC 9562,
 * version 8), so a platform's id shows its mode.
 */
export const MODES = ['live', 'test'] as const
export type Mode = (typeof MODES)[number]

const VERSION_AT = 14
const TEST_VERSION = '8'

export const modeOf = (platformId: string): Mode => (platformId[VERSION_AT] === TEST_VERSION ? 'test' : 'live')
export const isTest = (platformId: string): boolean => modeOf(platformId) === 'test'

/** The `live` flag of the API's resources. */
export const isLive = (platformId: string): boolean => !isTest(platformId)

/** The accounts in the platform's mode. Only these may take its movements: money of one mode never goes to an account of the other. */
export const inModeOf = <T extends { platformId: string }>(platformId: string, accounts: readonly T[]): T[] =>
  accounts.filter((account) => modeOf(account.platformId) === modeOf(platformId))

/** The id of the platform's test twin. A test twin is its own twin. */
export const testTwinOf = (platformId: string): string =>
  platformId.slice(0, VERSION_AT) + TEST_VERSION + platformId.slice(VERSION_AT + 1)
