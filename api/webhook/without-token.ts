/** Providers repeat the address that they were given, and its last part is the secret that they prove themselves by. */

const ADDRESS = /((?:\/|\\\/|%2F)webhooks(?:\/|\\\/|%2F)[\w-]+(?:\/|\\\/|%2F))[\w-]{20,}/gi
const HIDDEN = '••••'

/** @param token the one of the address to which the text was sent, which is hidden wherever it stands. */
export const withoutToken = (text: string, token: string): string =>
  text.replaceAll(token, HIDDEN).replaceAll(ADDRESS, `$1${HIDDEN}`)
