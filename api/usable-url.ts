import type { Settings } from '../config/env.ts'
import { assertPublicUrl, PrivateAddressError } from '../config/public-url.ts'
import { KEPT_ADDRESS } from '../domain/seller-event.ts'
import { broken } from './problem.ts'

/** A provider's base URL: the addresses of all of its hosts, packed with a pipe. */
export async function assertUsableBaseUrl(settings: Called, packed: string): Promise<void> {
  for (const url of packed.split('|')) await assertUsableUrl(settings, url, '/baseUrl')
}

type Called = Pick<Settings, 'production' | 'testProvidersUrl'>

const isOfTestMode = ({ testProvidersUrl }: Called, url: string) =>
  testProvidersUrl !== undefined && new URL(url).origin === new URL(testProvidersUrl).origin

/** Where sellers are told, or the address that is none. */
export async function assertUsableEndpoint(settings: Called, url: string): Promise<void> {
  if (url !== KEPT_ADDRESS) await assertUsableUrl(settings, url, '/url')
}

/**
 * An address that a user gave us and that we are going to call.
 * @throws ApiProblem 422 when it is not http(s), or in production not https on the public internet, or of test mode.
 */
export async function assertUsableUrl(settings: Called, url: string, path: string): Promise<void> {
  const refuse = (message: string) => broken(path, 'publicUrl', message)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw refuse('must be an http or https address')
  if (!settings.production) return
  try {
    await assertPublicUrl(url)
  } catch (error) {
    if (error instanceof PrivateAddressError) throw refuse(error.message)
    throw error
  }
  if (isOfTestMode(settings, url)) throw broken(path, 'testMode', 'is of test mode')
}
