/** TREEAL: the central bank's Pix API, with a client certificate. */
import { DEMO_ACCOUNTS } from '../accounts.ts'
import { bacenPixProvider } from '../families/bacen-pix.ts'

const [clientId = '', pixKey = ''] = DEMO_ACCOUNTS.TREEAL.publicKey.split('|')

export const provider = bacenPixProvider({
  account: DEMO_ACCOUNTS.TREEAL,
  clientId,
  pixKey,
  webhookHeader: 'x-webhook-secret',
})
