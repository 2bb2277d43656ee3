/** What a text has to be, in words instead of the pattern that it breaks. */
import { CHOSEN_SLUG } from '../domain/selling.ts'
import { SUPPORT_PHONE } from '../domain/support-phone.ts'
import { NOT_BLANK } from './schemas/common.ts'
import type { ProblemField } from './schemas/problem.ts'
import { BASE_URLS } from './schemas/provider-account.ts'

type Said = Pick<ProblemField, 'rule' | 'message'>

const said = (message: string, rule = 'pattern'): Said => ({ rule, message })

const WORDS: ReadonlyMap<string, Said> = new Map([
  [NOT_BLANK, said('must not be blank')],
  [CHOSEN_SLUG, said('must be 2 to 60 small letters, digits and hyphens, and begin and end with no hyphen', 'slug')],
  [
    SUPPORT_PHONE,
    said(
      'must be a phone number of 8 to 15 digits, with nothing but spaces, dots, hyphens and parentheses between them',
    ),
  ],
  ['^[Hh][Tt][Tt][Pp][Ss]?://', said('must begin with http:// or https://')],
  [BASE_URLS, said('must be web addresses, packed with a pipe')],
  ['charge-id', said('must contain charge-id')],
  ['^([A-Za-z]+(,[A-Za-z]+)*)?$', said('must be words with commas between them')],
  ['^#[0-9a-fA-F]{6}$', said('must be a colour of six hexadecimal digits, like #1a2b3c')],
  ['^[\\dXx]$', said('must be a digit or X')],
  ['^[\\dXx]{1,2}$', said('must be one or two digits, or X')],
  ['^[A-Za-z][A-Za-z0-9-]*$', said('must be letters, digits and hyphens, and begin with a letter')],
  ['^[\\x21-\\x7e]+$', said('must be ASCII characters without spaces')],
])

const DIGITS = /^\^\\d\{(\d+),(\d+)\}\$$/

/** @returns the pattern itself where no words are known. */
export function sayPattern(pattern: string): Said {
  const known = WORDS.get(pattern)
  if (known) return known
  const [, least, most] = DIGITS.exec(pattern) ?? []
  if (most === undefined) return said(`must match ${pattern}`)
  return said(least === '0' ? `must be at most ${most} digits` : `must be ${least} to ${most} digits`)
}
