/** Copies a document that a provider serves to our storage, because the provider's own URL may expire. */
import { createHmac } from 'node:crypto'
import { MESSAGES } from '../domain/messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { Publication, WireAnswer, WireRequest } from '../providers/contract.ts'
import { FILE_TYPES, fileKey } from '../storage/file-types.ts'
import { MAX_FILE_BYTES, type ObjectStorage } from '../storage/storage.ts'
import { putFile } from '../storage/transfer.ts'

const MAX_REDIRECTS = 3
/** Some programs write a few bytes before a PDF's header. PDF readers look for it in the first 1024 bytes. */
const HEAD_BYTES = 1024

export interface Publisher {
  storage: ObjectStorage
  /** The attempt's entropy. With it a document gets the same unguessable URL each time it is published. */
  entropy: string
  /** Downloads a document. The answer's body has one character per byte. */
  download(request: WireRequest): Promise<WireAnswer>
}

/**
 * @returns the answer `{ "url": <public address> }` in place of the document.
 * @throws ProviderError NotSent on any failure: the try changed nothing, so it may be repeated.
 */
export async function publish(
  { storage, entropy, download }: Publisher,
  request: WireRequest & { publishAs: Publication },
): Promise<WireAnswer> {
  const { folder, name, contentType } = request.publishAs
  try {
    const type = FILE_TYPES.find((known) => known === contentType)
    if (!type) throw new Error(`A document of type ${contentType} is not kept`)
    const bytes = documentIn(await follow(request, download), contentType)
    const unguessable = createHmac('sha256', entropy).update(`publication/${folder}/${name}`).digest('hex').slice(0, 40)
    const key = fileKey(folder, unguessable, { name, contentType: type })
    const url = await putFile(storage, { key, contentType: type }, bytes)
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ url }) }
  } catch (cause) {
    throw new ProviderError('NotSent', MESSAGES.errorUploadingPdf, { cause })
  }
}

/** Follows redirects without our credentials, which belong only to the provider. */
async function follow(request: WireRequest, download: Publisher['download']): Promise<WireAnswer> {
  let answer = await download(request)
  let { url } = request
  for (let redirects = 0; answer.status >= 300 && answer.status < 400; redirects += 1) {
    const { location } = answer.headers
    if (!location || redirects === MAX_REDIRECTS) throw new Error('The redirects lead to no document')
    url = new URL(location, url).toString()
    answer = await download({ ...request, url, headers: {}, authenticated: false })
  }
  return answer
}

function documentIn({ status, headers, body }: WireAnswer, contentType: string): Uint8Array<ArrayBuffer> {
  if (status !== 200) throw new Error(`The document was answered with ${status}`)
  const bytes = new Uint8Array(Buffer.from(body, 'latin1'))
  if (bytes.byteLength === 0 || bytes.byteLength > MAX_FILE_BYTES) throw new Error('The document is empty, or too big')
  const isSo = headers['content-type']?.split(';')[0]?.trim().toLowerCase() === contentType
  const looksSo = contentType === 'application/pdf' && body.slice(0, HEAD_BYTES).includes('%PDF-')
  if (!isSo && !looksSo) throw new Error('The document has another type')
  return bytes
}
