/** A platform's signing key, as Base64 of its PEM; made once per run. */
import { generateKeyPairSync } from 'node:crypto'

let pem: string | undefined

export function signingKey(): string {
  pem ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  return Buffer.from(pem).toString('base64')
}
