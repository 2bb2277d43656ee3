/** The API's own schemas, with which the forms validate. Apart from contract.ts, because they bring TypeBox along. */
export { NewApiKey } from '../../../api/schemas/api-key.ts'
export { NewCharge } from '../../../api/schemas/charge.ts'
export { SignIn } from '../../../api/schemas/me.ts'
export { NewProviderAccount } from '../../../api/schemas/provider-account.ts'
export { NewReceiver } from '../../../api/schemas/receiver.ts'
export { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '../../../api/schemas/upload.ts'
export { NewWebhookEndpoint } from '../../../api/schemas/webhook-endpoint.ts'
export { NewWithdrawal } from '../../../api/schemas/withdrawal.ts'
