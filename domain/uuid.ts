/** Our own ids, as the database writes them: small letters. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const WHOLE = new RegExp(`^${UUID}$`, 'i')

/** Whether the text can be one of our ids: nothing else is looked up as one. */
export const isUuid = (text: string): boolean => WHOLE.test(text)
