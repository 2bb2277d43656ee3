/** Trilho from TypeScript and JavaScript. */
export type { CallOptions, KeyedCallOptions } from './call.ts'
export { Trilho, type TrilhoOptions } from './client.ts'
export { type ProblemCode, TrilhoApiError, TrilhoConnectionError, TrilhoError } from './errors.ts'
export { type EndpointTestWebhook, verifyWebhook } from './event.ts'
export type { Listing, Page } from './listing.ts'
export type * from './types.generated.ts'
export { SELLER_EVENTS } from './types.generated.ts'
export type { WebhookHeaders, WebhookOptions } from './webhook.ts'
