/** PLUGGOU: two key headers, as the family has them. */
import { pluggouProvider } from '../families/pluggou.ts'

export const provider = pluggouProvider({
  provider: 'PLUGGOU',
  transport: 'http',
  path: '/pluggou/api',
  publicKey: 'trilho-demo-pluggou-public',
  secretKey: 'trilho-demo-pluggou-secret',
  webhookSecret: null,
})
