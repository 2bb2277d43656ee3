/** How files of each type begin, by which one is told from another: a name, and the browser's word for it, prove nothing. */

/** The bytes, as Latin-1, and from which byte on. */
const BEGINNINGS = {
  'application/pdf': { at: 0, bytes: '%PDF-' },
  'image/png': { at: 0, bytes: '\x89PNG\r\n' },
  'image/jpeg': { at: 0, bytes: '\xff\xd8\xff' },
  'image/webp': { at: 8, bytes: 'WEBP' },
} as const

/** How many of a file's first bytes tell its type. */
export const FIRST_BYTES = 16

/** @param file at least its first bytes. @returns false of a type that no user gives us to keep, as a CSV. */
export function beginsAs(file: Uint8Array, type: string): boolean {
  if (!isKnown(type)) return false
  const { at, bytes } = BEGINNINGS[type]
  return Array.from(bytes).every((byte, index) => file[at + index] === byte.charCodeAt(0))
}

const isKnown = (type: string): type is keyof typeof BEGINNINGS => Object.hasOwn(BEGINNINGS, type)
