/** A seller's phone as buyers are to read it, also one without an area code: (11) 91234-5678, 0800 123 4567, 4004-1234. */
export const SUPPORT_PHONE = '^\\+?[0-9 ().-]{8,20}$'
