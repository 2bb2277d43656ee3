import type { SellerEvent } from './types.generated.ts'
import { verifyWebhook as verify, type WebhookHeaders, type WebhookOptions } from './webhook.ts'

/** What "Test" on an endpoint's page sends. */
export interface EndpointTestWebhook {
  id: string
  type: 'endpoint.test'
  livemode: boolean
  createdAt: string
  sequence: number
  data: { endpointId: string }
}

/**
 * What a message says, once it is shown to be ours: `type` says what `data` is. Later versions may send types that are
 * not listed here. A repeat within the tolerance is shown to be ours, too: keep the `id`s handled.
 * @param rawBody as it came, before any parsing.
 * @throws WebhookError when an argument is not what it must be, a header is missing, the time is too far away or no signature is the secret's.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secret: string,
  options?: WebhookOptions,
): Promise<SellerEvent | EndpointTestWebhook> {
  return (await verify(headers, rawBody, secret, options)) as SellerEvent | EndpointTestWebhook
}
