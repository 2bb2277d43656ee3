import { fieldErrorsOf } from '../../api/field-errors.ts'

/** Whether it was refused because no administrator would be left. */
export const isLastAdmin = (error: unknown): boolean => fieldErrorsOf(error).some(({ rule }) => rule === 'lastAdmin')
