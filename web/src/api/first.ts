/** What public/buyer-first.js has asked for before the page's script was there. */
interface First {
  path: string
  answer: Promise<Response>
}

declare global {
  interface Window {
    trilhoFirst?: First | 'taken'
  }
}

/** Once: a second request wants to know what is so by then. Of the two scripts either may be there first; the other then asks nothing. */
export function firstAnswer(path: string): Promise<Response> | undefined {
  const first = window.trilhoFirst
  window.trilhoFirst = 'taken'
  return first !== 'taken' && first?.path === path ? first.answer : undefined
}
