/** File storage: an S3-compatible bucket if S3_ENDPOINT is set, otherwise the local disk. */
import { resolve } from 'node:path'

export interface S3Settings {
  type: 's3'
  /** Without a trailing slash. The bucket is in the path, which every S3-compatible store supports. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The public URL of the bucket's files, without a trailing slash. */
  publicUrl: string
}

export interface LocalStorageSettings {
  type: 'local'
  directory: string
}

export type StorageSettings = S3Settings | LocalStorageSettings

/** @param problems receives a message for each missing variable. */
export function readStorage(env: NodeJS.ProcessEnv, problems: string[]): StorageSettings {
  if (!env.S3_ENDPOINT) {
    return { type: 'local', directory: resolve(env.TRILHO_DATA_DIR || '.trilho', 'files') }
  }
  const required = (name: string) => {
    const value = env[name]
    if (!value) problems.push(`${name} is not set, but S3_ENDPOINT is`)
    return value ?? ''
  }
  const endpoint = webAddress(env, 'S3_ENDPOINT', problems)
  const bucket = required('S3_BUCKET')
  return {
    type: 's3',
    endpoint,
    bucket,
    region: env.S3_REGION || 'us-east-1',
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    publicUrl: env.S3_PUBLIC_URL ? webAddress(env, 'S3_PUBLIC_URL', problems) : `${endpoint}/${bucket}`,
  }
}

function webAddress(env: NodeJS.ProcessEnv, name: string, problems: string[]): string {
  const text = (env[name] ?? '').replace(/\/+$/, '')
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) problems.push(`${name} must be a web address`)
  return text
}
