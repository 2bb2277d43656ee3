/** A platform's signing key, made once per run. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto'

let pem: string | undefined

/** As Base64 of its PEM. */
export function signingKey(): string {
  pem ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  return Buffer.from(pem).toString('base64')
}

/** What the platform registers with a provider, as PEM. */
export function publicSigningKey(): string {
  const key = createPublicKey(Buffer.from(signingKey(), 'base64'))
  return key.export({ type: 'spki', format: 'pem' }).toString()
}
