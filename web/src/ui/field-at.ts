/** The form field at a JSON Pointer: `/customer/name` is `customer.name`. */
export const fieldAt = (pointer: string): string => pointer.slice(1).replaceAll('/', '.')
