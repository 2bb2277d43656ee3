/** What the buyer reads on the card's statement. */
import { type Derived, UPPERCASE_AND_DIGITS } from './derived.ts'

const LENGTH = 13

/** Letters and digits only, cut to what a statement has room for. */
export function statementDescriptor(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, LENGTH)
}

/** For providers that want one and sellers who gave none: capital letters and digits. */
export function softDescriptor(derived: Derived): string {
  return derived.text('descriptor', UPPERCASE_AND_DIGITS, LENGTH)
}
