import { plain } from '../../ui/text-match.ts'

/** Whether each word that was typed stands somewhere in the texts. */
export function isSought(q: string, texts: readonly (string | null | undefined)[]): boolean {
  // Money is written with a space that no user types.
  const known = plain(texts.filter(Boolean).join(' ')).replaceAll(/\s/g, ' ')
  return plain(q)
    .split(/\s+/)
    .every((word) => known.includes(word))
}
