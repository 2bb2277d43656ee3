/** The seller's colour on what is chosen and on the buttons, with the text that can be read on it. */
import { textOn } from '../../../../domain/text-on.ts'

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
