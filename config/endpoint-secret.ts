/** Secrets of sellers' endpoints, in the format of Standard Webhooks. */
import { randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

export const generateEndpointSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
