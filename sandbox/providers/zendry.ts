/** ZENDRY: the PRIMEPAG wire. */
import type { DemoAccount } from '../accounts.ts'
import { primepagProvider } from '../families/primepag.ts'

const ACCOUNT = {
  provider: 'ZENDRY',
  transport: 'http',
  path: '/zendry',
  publicKey: 'trilho-demo-zendry-client',
  secretKey: 'trilho-demo-zendry-client-secret',
  webhookSecret: 'trilho-demo-zendry-md5-secret',
} as const satisfies DemoAccount

export const provider = primepagProvider({
  account: ACCOUNT,
  name: 'ZENDRY',
  webhookAuthorization: 'trilho-demo-zendry-authorization',
})
