/** How Brazilian numbers are written. */

/** Puts characters into the `#` places of a pattern, and stops where they end: "123" in "##-##" is "12-3". */
export function fill(pattern: string, characters: string): string {
  let filled = ''
  let next = 0
  for (const place of pattern) {
    if (next >= characters.length) return filled
    if (place === '#') {
      filled += characters[next]
      next += 1
    } else {
      filled += place
    }
  }
  return filled
}

/** CPF up to eleven digits, CNPJ from then on or from the first letter (the alphanumeric one). */
export function maskDocument(text: string): string {
  const characters = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  const isCpf = characters.length <= 11 && /^\d*$/.test(characters)
  return fill(isCpf ? '###.###.###-##' : '##.###.###/####-##', characters)
}
