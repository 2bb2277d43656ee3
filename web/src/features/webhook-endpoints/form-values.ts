import { typeboxResolver } from '@hookform/resolvers/typebox'
import type { Resolver } from 'react-hook-form'
import { KEPT_ADDRESS } from '../../../../domain/seller-event.ts'
import { NewWebhookEndpoint } from '../../api/schemas.ts'
import { withMissing } from '../../ui/missing-fields.ts'

const bySchema = withMissing<NewWebhookEndpoint, unknown, NewWebhookEndpoint>(typeboxResolver(NewWebhookEndpoint))

const isCallable = (url: string) => url === KEPT_ADDRESS || /^https?:\/\//i.test(url)

/** The API's own schema takes an address of any scheme; only some can be called. */
export const resolveEndpoint: Resolver<NewWebhookEndpoint> = async (endpoint, context, options) => {
  const result = await bySchema(endpoint, context, options)
  if ('url' in result.errors || isCallable(endpoint.url)) return result
  return { values: {}, errors: { ...result.errors, url: { type: 'uri' } } }
}
