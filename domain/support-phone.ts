/** A seller's phone as buyers are to read it, also one without an area code: (11) 91234-5678, 0800 123 4567, 4004-1234. */
export const SUPPORT_PHONE = '^(?=(?:[^0-9]*[0-9]){8,15}$)\\+?[0-9(][0-9 ().-]{6,18}[0-9]$'

/** What a telephone dials: a number with an area code is dialled from abroad too, 0800 and 4004 only from Brazil. */
export function dialled(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (phone.startsWith('+')) return `+${digits}`
  return /^[1-9]\d{9,10}$/.test(digits) ? `+55${digits}` : digits
}

const SHOWN: readonly [RegExp, string][] = [
  [/^([1-9]\d)(\d{4,5})(\d{4})$/, '($1) $2-$3'],
  [/^(0[3589]00)(\d{3})(\d{4})$/, '$1 $2 $3'],
  [/^([34]\d{3})(\d{4})$/, '$1-$2'],
]

/** As Brazilians write it, when it was typed without a space or a sign; otherwise as the seller wrote it. */
export function shownPhone(phone: string): string {
  const [shape, written] = SHOWN.find(([shape]) => shape.test(phone)) ?? []
  return shape && written ? phone.replace(shape, written) : phone
}
