/** The shapes in which providers take a card's details. */

/** `31` and `2031` both become `2031`. */
export function fourDigitYear(expYear: string): string {
  return expYear.length === 2 ? `20${expYear}` : expYear
}
