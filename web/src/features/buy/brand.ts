/** The seller's colour on what is chosen and on the buttons, with the text that can be read on it. */

const BLACK = '#000000'
const WHITE = '#ffffff'

/** @param color six hexadecimal digits after a #. */
export function wearColor(color: string | null): void {
  for (const [name, value] of Object.entries(brandStyle(color))) document.documentElement.style.setProperty(name, value)
}

/** The same for a part of a page. */
export function brandStyle(color: string | null): Record<`--${string}`, string> {
  if (color === null) return {}
  return {
    '--accent': color,
    '--accent-hover': color,
    '--accent-soft': `color-mix(in srgb, ${color} 9%, var(--surface))`,
    '--on-accent': textOn(color),
  }
}

/** Black or white, whichever contrasts more: WCAG's relative luminance. */
export function textOn(color: string): string {
  const light = luminance(color)
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? WHITE : BLACK
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
