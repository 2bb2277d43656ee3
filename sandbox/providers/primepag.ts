/** PRIMEPAG: the wire that ZENDRY sells as well. */
import type { DemoAccount } from '../accounts.ts'
import { primepagProvider } from '../families/primepag.ts'

const ACCOUNT = {
  provider: 'PRIMEPAG',
  transport: 'http',
  path: '/primepag',
  publicKey: 'trilho-demo-primepag-client',
  secretKey: 'trilho-demo-primepag-client-secret',
  webhookSecret: 'trilho-demo-primepag-md5-secret',
} as const satisfies DemoAccount

export const provider = primepagProvider({
  account: ACCOUNT,
  name: 'PRIMEPAG',
  webhookAuthorization: 'trilho-demo-primepag-authorization',
})
