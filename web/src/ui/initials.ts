/** The words' first letters with their accents, of the words that begin with one. */
const lettersOf = (name: string): string[] =>
  name
    .trim()
    .split(/\s+/)
    .flatMap((word) => /^\p{L}\p{M}*/u.exec(word)?.[0] ?? [])

/** Of the first and the last word that begin with a letter. */
export function initials(name: string): string {
  const letters = lettersOf(name)
  return [letters[0], ...letters.slice(1).slice(-1)].join('').toUpperCase()
}

/** Of the first word that begins with a letter; where none does, the name's first character. */
export const initial = (name: string): string => (lettersOf(name)[0] ?? Array.from(name.trim())[0] ?? '').toUpperCase()
