/** The sandbox's own certificate authority, for the providers that demand mutual TLS. Made once and kept with the data. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/** All PEM. */
export interface Certificates {
  readonly authority: string
  readonly serverCertificate: string
  readonly serverKey: string
  readonly clientCertificate: string
  readonly clientKey: string
}

const FILES = {
  authority: 'ca.pem',
  serverCertificate: 'server.pem',
  serverKey: 'server-key.pem',
  clientCertificate: 'client.pem',
  clientKey: 'client-key.pem',
} as const satisfies Record<keyof Certificates, string>

const NAMES = Object.keys(FILES) as (keyof Certificates)[]
const YEARS = 10

/** Reads the certificates in `directory`, or makes them; without a directory they live in memory only. */
export async function loadCertificates(directory: string | null): Promise<Certificates> {
  if (directory && NAMES.every((name) => existsSync(join(directory, FILES[name])))) return read(directory)
  const certificates = await make()
  if (directory) write(directory, certificates)
  return certificates
}

/** What a client of these providers is given: its certificate, the authority to trust, its private key. */
export function clientBundle({ clientCertificate, authority, clientKey }: Certificates): string {
  return [clientCertificate, authority, clientKey].map((pem) => pem.trim()).join('\n') + '\n'
}

function read(directory: string): Certificates {
  const entries = NAMES.map((name) => [name, readFileSync(join(directory, FILES[name]), 'utf8')])
  return Object.fromEntries(entries) as Certificates
}

function write(directory: string, certificates: Certificates): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (const name of NAMES) writeFileSync(join(directory, FILES[name]), certificates[name], { mode: 0o600 })
}

async function make(): Promise<Certificates> {
  const notAfterDate = new Date()
  notAfterDate.setFullYear(notAfterDate.getFullYear() + YEARS)
  const common = { keyType: 'ec', algorithm: 'sha256', notAfterDate } as const

  const authority = await generate([{ name: 'commonName', value: 'Trilho sandbox authority' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const ca = { key: authority.private, cert: authority.cert }
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...common,
    ca,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 2, value: 'sandbox' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  const client = await generate([{ name: 'commonName', value: 'Trilho sandbox client' }], {
    ...common,
    ca,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', clientAuth: true },
    ],
  })
  return {
    authority: authority.cert,
    serverCertificate: server.cert,
    serverKey: server.private,
    clientCertificate: client.cert,
    clientKey: client.private,
  }
}
