/** Whether this tab shows live or test data: its address says so, and only a new page changes it. */
const BASE = '/test'
const isBelow = (path: string) => path === BASE || path.startsWith(`${BASE}/`)

/** Outside of a browser, as in a unit test, there is no address. */
export const isTestMode = typeof location !== 'undefined' && isBelow(location.pathname)

/** For the router: the pages are the same in both modes. */
export const BASE_PATH = isTestMode ? BASE : '/'

/** Where the API answers for this tab's mode. */
export const inMode = (path: string): string => (isTestMode && path.startsWith('/v1/') ? BASE + path : path)

/** The same list in the other mode: what a page below it shows is not there. */
export function otherMode(path: string): string {
  const [, list = ''] = path.split('/')
  return isTestMode ? `/${list}` : `${BASE}/${list}`
}
