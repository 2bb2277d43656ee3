/** The seller's colour on what is chosen and on the buttons, with the text that can be read on it. */
import { contrast, textOn } from '../../../../domain/text-on.ts'

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
    '--accent-edge': `light-dark(${edgeOn('#ffffff', color, 'black')}, ${edgeOn('#17181c', color, 'white')})`,
    '--accent-soft': `color-mix(in srgb, ${color} 9%, var(--surface))`,
    '--on-accent': textOn(color),
  }
}

/** WCAG's least for what is no text. */
const VISIBLE = 3

/** Around a button or what is chosen: on a ground that a colour hardly differs from, its shape is still seen. */
const edgeOn = (ground: string, color: string, away: 'black' | 'white'): string =>
  contrast(color, ground) >= VISIBLE ? color : `color-mix(in srgb, ${color} 50%, ${away})`
