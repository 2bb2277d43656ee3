/** A document that a provider serves, put where the buyer finds it for good: the provider's own address may not last. */
import { createHmac } from 'node:crypto'
import { MESSAGES } from '../domain/messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { Publication, WireAnswer, WireRequest } from '../providers/contract.ts'
import { FILE_TYPES, fileKey } from '../storage/file-types.ts'
import { MAX_FILE_BYTES, type ObjectStorage } from '../storage/storage.ts'
import { putFile } from '../storage/transfer.ts'

const MAX_REDIRECTS = 3
/** Some writers put a few bytes before a PDF's first line, which its readers look for among the first 1024. */
const HEAD_BYTES = 1024

export interface Publisher {
  storage: ObjectStorage
  /** The attempt's own: the same document has the same address whenever it is published again, and nobody guesses it. */
  entropy: string
  /** Fetches a document; the body of the answer has one character per byte. */
  download(request: WireRequest): Promise<WireAnswer>
}

/**
 * @returns the answer `{ "url": <public address> }` in place of the document.
 * @throws ProviderError NotSent, whatever went wrong: nothing was changed by trying, and it may be tried again.
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

/** What authenticates us to the provider does not go to wherever it sends us. */
async function follow(request: WireRequest, download: Publisher['download']): Promise<WireAnswer> {
  let answer = await download(request)
  let { url } = request
  for (let redirects = 0; answer.status >= 300 && answer.status < 400; redirects += 1) {
    const { location } = answer.headers
    if (!location || redirects === MAX_REDIRECTS) throw new Error('The document is nowhere')
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
  if (!isSo && !looksSo) throw new Error('The document is something else')
  return bytes
}
