/** What a browser calls itself, in words: the first of these that its name has, since each also names those it imitates. */
const BROWSERS = [
  ['Edge', /Edg\w*\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

export function browserName(userAgent: string | null): { browser: string; system: string } | undefined {
  const nameIn = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, mark]) => mark.test(userAgent ?? ''))?.[0]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  return browser && system ? { browser, system } : undefined
}
