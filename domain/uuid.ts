/** Our ids, as the database writes them: lower case. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const WHOLE = new RegExp(`^${UUID}$`, 'i')

/** Whether the text can be one of our ids. Other texts are not looked up. */
export const isUuid = (text: string): boolean => WHOLE.test(text)
