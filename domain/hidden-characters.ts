/** Characters with which a name is displayed as another one: they are not seen, or they turn the direction of the text that follows. */
import { pointerPart } from './pointer.ts'

export const HIDDEN_CHARACTER = {
  rule: 'hiddenCharacter',
  message: 'Holds a character that is not seen, or that changes the direction of text',
} as const

/**
 * Line breaks and tabs are seen. Joiners, variation selectors and tags are parts of words and emoji. U+0080 to U+009F are what a system
 * with a wrong character set makes of a capital letter with an accent.
 */
const HIDDEN =
  /(?![\t\n\r\x80-\x9f]|\u200c|\u200d|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

/** A joiner, a variation selector or a tag is a part of nothing in a text of which nothing else is seen. */
export function withoutHidden(text: string): string {
  const kept = text.replaceAll(HIDDEN, '')
  const seen = kept.replaceAll(IGNORABLE, '')
  return seen.trim() === '' ? seen : kept
}

/** Own facts come back as they were given, and passwords are not displayed. */
const NOT_DISPLAYED = new Set(['metadata', 'password', 'currentPassword', 'newPassword'])

/** JSON Pointers of the texts that hold one. */
export function hiddenCharacters(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return withoutHidden(value) === value ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    NOT_DISPLAYED.has(name) ? [] : hiddenCharacters(inner, `${path}/${pointerPart(name)}`),
  )
}
