/** How long a chosen password may be, in characters. */
export const PASSWORD_LENGTH = { minLength: 10, maxLength: 128 } as const
