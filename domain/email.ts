/**
 * An e-mail address as mail and every provider take one: plain letters, no quotes, and a domain with a dot.
 * RFC 5322 allows more, `a@b` among it. A provider refuses that, and a charge would go on to the next provider with it.
 */
const SHAPE =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i

/** The most characters of an address that can be written to (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254

/** Whether somebody could be written to at it. Whether somebody reads it only a mail tells. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && SHAPE.test(text)
}
