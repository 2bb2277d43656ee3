/** As the API writes who acted, where it was no person. */
export const KEY = 'API key '

/** As the API writes that the buyer acted, on a checkout page. */
export const BUYER = 'checkout'

/** Who did something: a person's e-mail, or a key as the reader's language calls it. */
export function actorName(actor: string, keyNamed: (name: string) => string): string {
  return actor.startsWith(KEY) ? keyNamed(actor.slice(KEY.length)) : actor
}
