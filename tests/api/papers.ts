/** Papers that people give of themselves. */
import { browserOf, type Signed } from './signing-in.ts'
import type { TestApi } from './support.ts'

export const PHOTO = Buffer.from('\x89PNG\r\n\x1a\n and a face', 'latin1')

/** Sends a file as a browser does. @returns where the API finds it. */
export async function sendPaper(
  api: TestApi,
  cookie: string,
  { bytes = PHOTO, purpose = 'personPaper' }: { bytes?: Buffer; purpose?: string } = {},
): Promise<string> {
  const wanted = { fileName: 'rg.png', contentType: 'image/png', purpose }
  const { method, uploadUrl, headers, publicUrl } = (await browserOf(api, cookie)('POST', '/v1/uploads', wanted)).json()
  const taken = await fetch(uploadUrl, { method, headers, body: new Uint8Array(bytes) })
  if (!taken.ok) throw new Error(`The store answered ${taken.status}`)
  return publicUrl
}

export async function givePaper(api: TestApi, { id, cookie }: Pick<Signed, 'id' | 'cookie'>) {
  const url = await sendPaper(api, cookie)
  return browserOf(api, cookie)('POST', `/v1/users/${id}/documents/photoDocument`, { url })
}
