/** Sends a file to the store: the API names an address, and the file goes there by itself. */
import { ApiError, api } from './client.ts'
import type { NewUpload, Upload } from './contract.ts'

/**
 * Not `fetch`, which does not tell how much has left.
 * @returns the file's public address.
 * @throws ApiError when the API gives no address, or the store does not take the file.
 */
export async function sendFile(file: File, purpose: string, onProgress: (fraction: number) => void): Promise<string> {
  const wanted = {
    fileName: file.name.slice(-200),
    contentType: file.type as NewUpload['contentType'],
    purpose,
    size: file.size,
  } satisfies NewUpload
  const { method, uploadUrl, headers, publicUrl } = await api.post<Upload>('/v1/uploads', wanted)
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, reachable(uploadUrl))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new ApiError(request.status, undefined))
    })
    for (const end of ['error', 'abort', 'timeout']) {
      request.addEventListener(end, () => reject(new ApiError(0, undefined)))
    }
    request.send(file)
  })
  return publicUrl
}

/** The local store is the API itself, which this page may know by another name than the world does. */
function reachable(uploadUrl: string): string {
  const { pathname, search, searchParams } = new URL(uploadUrl)
  return pathname.startsWith('/files/') && searchParams.has('signature') ? pathname + search : uploadUrl
}
