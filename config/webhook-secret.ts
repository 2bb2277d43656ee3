/** Secrets of sellers' endpoints and of platforms, in the format of Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

const written = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`

export const generateWebhookSecret = () => written(randomBytes(SECRET_BYTES))

/** The same again for the same id. */
export const webhookSecretFor = (key: Buffer, id: string) => written(createHmac('sha256', key).update(id).digest())
