/** ZENDRY: the PRIMEPAG wire. */
import { DEMO_ACCOUNTS } from '../accounts.ts'
import { primepagProvider } from '../families/primepag.ts'

export const provider = primepagProvider({
  account: DEMO_ACCOUNTS.ZENDRY,
  name: 'ZENDRY',
  webhookAuthorization: 'trilho-demo-zendry-authorization',
})
