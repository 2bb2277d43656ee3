/** JSON Pointers (RFC 6901), as errors name fields. */

/** A property's name as a part of a pointer. */
export const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
