import { expect, test } from 'vitest'
import { readTemporalAccess } from '../../config/temporal.ts'

function read(env: NodeJS.ProcessEnv) {
  const problems: string[] = []
  return { ...readTemporalAccess(env, problems), problems }
}

test.each([
  ['nothing', {}, false],
  ['the switch', { TEMPORAL_TLS: 'true' }, {}],
  ['the switch turned off', { TEMPORAL_TLS: 'false' }, false],
  ['an API key', { TEMPORAL_API_KEY: 'k' }, {}],
  ['a server name', { TEMPORAL_TLS_SERVER_NAME: 'cloud' }, { serverNameOverride: 'cloud' }],
  [
    'certificates',
    { TEMPORAL_TLS_CLIENT_CERT_DATA: 'c', TEMPORAL_TLS_CLIENT_KEY_DATA: 'k', TEMPORAL_TLS_SERVER_CA_CERT_DATA: 'a' },
    { clientCertPair: { crt: Buffer.from('c'), key: Buffer.from('k') }, serverRootCACertificate: Buffer.from('a') },
  ],
])('TLS with %s', (_name, env, tls) => {
  expect(read(env)).toMatchObject({ tls, problems: [] })
})

test.each([
  ['a certificate without its key', { TEMPORAL_TLS_CLIENT_CERT_DATA: 'c' }, /CLIENT_KEY/],
  ['an API key in clear', { TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'k' }, /in clear/],
  ['a switch that is none', { TEMPORAL_TLS: 'yes' }, /true or false/],
  ['a file that is not there', { TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere.pem' }, /cannot be read/],
  [
    'two sources for one',
    { TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere.pem', TEMPORAL_TLS_SERVER_CA_CERT_DATA: 'a' },
    /both set/,
  ],
])('%s is a problem', (_name, env, words) => {
  expect(read(env).problems.join()).toMatch(words)
})
