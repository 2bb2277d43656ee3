/** As the API writes who acted, where it was no person. */
export const KEY = 'API key '

/** Who did something: a person's e-mail, or a key as the reader's language calls it. */
export function actorName(actor: string, keyNamed: (name: string) => string): string {
  return actor.startsWith(KEY) ? keyNamed(actor.slice(KEY.length)) : actor
}
