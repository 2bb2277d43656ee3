/** PLUGGO: two key headers, as the family has them. */
import { pluggouProvider } from '../families/pluggou.ts'

export const provider = pluggouProvider({
  provider: 'PLUGGO',
  transport: 'http',
  path: '/pluggo/v1',
  publicKey: 'trilho-demo-pluggo-public',
  secretKey: 'trilho-demo-pluggo-secret',
  webhookSecret: null,
})
