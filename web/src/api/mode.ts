/** Which platform's data this tab shows, and whether live or test data: its address says so, and only a new page changes it. */
const TEST = '/test'
const isBelow = (path: string) => path === TEST || path.startsWith(`${TEST}/`)

/** Outside of a browser, as in a unit test, there is no address. */
const ADDRESS = typeof location === 'undefined' ? '/' : location.pathname

/** For a user of several platforms: /p/{id} for all but the one that their sign-in belongs to. */
const [WORKPLACE = '', workplace] = /^\/p\/([0-9a-f-]{36})(?=\/|$)/.exec(ADDRESS) ?? []

export const isTestMode = isBelow(ADDRESS.slice(WORKPLACE.length))

const PREFIX = WORKPLACE + (isTestMode ? TEST : '')

/** The id of the platform that the address names. */
export const workplaceId: string | undefined = workplace

/** For the router: the pages are the same everywhere. */
export const BASE_PATH = PREFIX || '/'

/** Where the API answers for this tab. */
export const inMode = (path: string): string => (path.startsWith('/v1/') ? PREFIX + path : path)

/** The same list in the other mode: what a page below it shows is not there. */
export function otherMode(path: string): string {
  const [, list = ''] = path.split('/')
  return `${WORKPLACE}${isTestMode ? '' : TEST}/${list}`
}

export const workplacePath = ({ id, home }: { id: string; home: boolean }): string => (home ? '/' : `/p/${id}/`)
