/**
 * Any store that speaks S3. The bucket must let our key set `public-read`, or let everybody read what is outside `papers/`.
 */
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../config/storage.ts'
import { isFileKey } from './file-types.ts'
import { cacheControlOf, isPrivate, type ObjectStorage, SIGNED_SECONDS } from './storage.ts'
import { fetchBeginning } from './transfer.ts'

export function s3Storage(settings: S3Settings, now: () => number = Date.now): ObjectStorage {
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const publicBase = `${settings.publicUrl}/`

  async function sign(method: 'PUT' | 'GET' | 'DELETE', key: string, headers: Record<string, string> = {}) {
    const url = new URL(`${endpoint}/${bucket}/${key}`)
    url.searchParams.set('X-Amz-Expires', String(SIGNED_SECONDS))
    const expiresAt = new Date(now() + SIGNED_SECONDS * 1000).toISOString()
    const datetime = new Date(now()).toISOString().replace(/[-:]|\.\d{3}/g, '')
    const aws = { signQuery: true, allHeaders: true, datetime }
    return { url: (await client.sign(url, { method, headers, aws })).url, expiresAt }
  }

  return {
    signPut: async ({ key, contentType, size }) => {
      const headers = {
        'content-type': contentType,
        'cache-control': cacheControlOf(key),
        // A file is never replaced: the address takes it once.
        'if-none-match': '*',
        ...(isPrivate(key) ? {} : { 'x-amz-acl': 'public-read' }),
      }
      const length = size === undefined ? {} : { 'content-length': String(size) }
      return {
        method: 'PUT',
        ...(await sign('PUT', key, { ...headers, ...length })),
        headers,
        publicUrl: publicBase + key,
      }
    },
    publicUrl: (key) => publicBase + key,
    keyOf: (url) => {
      const key = url.startsWith(publicBase) ? url.slice(publicBase.length) : ''
      return isFileKey(key) ? key : undefined
    },
    signGet: (key) => sign('GET', key),
    beginning: async (key, bytes) => fetchBeginning((await sign('GET', key)).url, bytes),
    signDelete: (key) => sign('DELETE', key),
  }
}
