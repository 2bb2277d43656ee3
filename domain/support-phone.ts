/** A seller's phone as buyers are to read it, also one without an area code: (11) 91234-5678, 0800 123 4567, 4004-1234. */
export const SUPPORT_PHONE = '^(?=(?:[^0-9]*[0-9]){8,15}$)\\+?[0-9(][0-9 ().-]{6,18}[0-9]$'

/** What a telephone dials: a number with an area code is dialled from abroad too, 0800 and 4004 only from Brazil. */
export function dialled(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (phone.startsWith('+')) return `+${digits}`
  return /^[1-9]\d{9,10}$/.test(digits) ? `+55${digits}` : digits
}
