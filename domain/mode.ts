/**
 * Live and test. What is made with test keys belongs to the platform's test twin: a platform of its own, so whatever keeps two platforms
 * apart keeps the modes apart. The twin's id is the platform's with the version of a custom UUID (RFC 9562, 8): whoever holds a platform's
 * id knows its mode.
 */
export const MODES = ['live', 'test'] as const
export type Mode = (typeof MODES)[number]

const VERSION_AT = 14
const TEST_VERSION = '8'

export const modeOf = (platformId: string): Mode => (platformId[VERSION_AT] === TEST_VERSION ? 'test' : 'live')
export const isTest = (platformId: string): boolean => modeOf(platformId) === 'test'

/** What the resources of the API say. */
export const isLive = (platformId: string): boolean => !isTest(platformId)

/** Only these may take a movement of the platform: money of one mode never goes to an account of the other. */
export const inModeOf = <T extends { platformId: string }>(platformId: string, accounts: readonly T[]): T[] =>
  accounts.filter((account) => modeOf(account.platformId) === modeOf(platformId))

/** A test twin is its own. */
export const testTwinOf = (platformId: string): string =>
  platformId.slice(0, VERSION_AT) + TEST_VERSION + platformId.slice(VERSION_AT + 1)
