/** Secrets of sellers' endpoints and of platforms, in the format of Standard Webhooks. */
import { randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

export const generateWebhookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
