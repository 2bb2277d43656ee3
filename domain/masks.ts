/** Formats Brazilian numbers. */

/** Fills the `#` places of a pattern and stops when the characters end: "123" in "##-##" is "12-3". */
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

/** Formats a CPF (up to eleven digits) or a CNPJ (more characters, or any letter). */
export function maskDocument(text: string): string {
  const characters = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  const isCpf = characters.length <= 11 && /^\d*$/.test(characters)
  return fill(isCpf ? '###.###.###-##' : '##.###.###/####-##', characters)
}

/** A boleto's 47 digits, or a bill's 48, in the groups in which they are printed; anything else as it is. */
export function maskBoletoLine(line: string): string {
  const digits = line.replace(/\D/g, '')
  if (digits.length === 47) return fill('#####.##### #####.###### #####.###### # ##############', digits)
  if (digits.length === 48) return fill('###########-# ###########-# ###########-# ###########-#', digits)
  return line
}
