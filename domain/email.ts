/**
 * An e-mail address that mail servers and every provider accept: plain letters, no quotes, and a domain with a dot.
 * RFC 5322 allows more, for example `a@b`. A provider would refuse that, and the charge would fail at each next provider too.
 */
const SHAPE =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i

/** The longest address that mail can be sent to, in characters (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254

/** Whether mail can be sent to the address. Only a sent mail shows whether the address exists. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && SHAPE.test(text)
}
