/** Any store that speaks S3. The bucket must let our key set `public-read`, or be readable by everybody. */
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../config/storage.ts'
import { isFileKey } from './file-types.ts'
import { CACHE_CONTROL, type ObjectStorage, SIGNED_SECONDS } from './storage.ts'

export function s3Storage(settings: S3Settings, now: () => number = Date.now): ObjectStorage {
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const publicBase = `${settings.publicUrl}/`

  async function sign(method: 'PUT' | 'GET', key: string, headers: Record<string, string>): Promise<string> {
    const url = new URL(`${endpoint}/${bucket}/${key}`)
    url.searchParams.set('X-Amz-Expires', String(SIGNED_SECONDS))
    const datetime = new Date(now()).toISOString().replace(/[-:]|\.\d{3}/g, '')
    const aws = { signQuery: true, allHeaders: true, datetime }
    return (await client.sign(url, { method, headers, aws })).url
  }

  return {
    signPut: async ({ key, contentType, size }) => {
      const headers = { 'content-type': contentType, 'cache-control': CACHE_CONTROL, 'x-amz-acl': 'public-read' }
      const length = size === undefined ? {} : { 'content-length': String(size) }
      return {
        method: 'PUT',
        url: await sign('PUT', key, { ...headers, ...length }),
        headers,
        publicUrl: publicBase + key,
        expiresAt: new Date(now() + SIGNED_SECONDS * 1000).toISOString(),
      }
    },
    publicUrl: (key) => publicBase + key,
    keyOf: (url) => {
      const key = url.startsWith(publicBase) ? url.slice(publicBase.length) : ''
      return isFileKey(key) ? key : undefined
    },
    signGet: (key) => sign('GET', key, {}),
  }
}
