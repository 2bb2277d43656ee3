/** A browser breaks a line at any hyphen: one that does not break keeps `e-mail` whole. */
export const unbroken = (text: string): string => text.replaceAll(/\b(e)-(mail)/gi, '$1\u2011$2')
