import { OUR_MESSAGES } from '../../../../domain/our-messages.ts'
import type { failures as portuguese } from '../pt-BR/failures.ts'

/** The server's own English. */
export const failures: typeof portuguese = OUR_MESSAGES
