/** Chooses a readable text colour for a platform's colour, on its pages and in its mails. */

const BLACK = '#000000'
const WHITE = '#ffffff'

/** Of two colours, by WCAG: from 1, which is none, to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * Black or white, whichever has the higher contrast by WCAG's relative luminance.
 * @param color six hexadecimal digits after a #.
 */
export function textOn(color: string): string {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
