/** PAGUESAFE: the white label, with the secret key as user and an x as password. */
import { DEMO_ACCOUNTS } from '../accounts.ts'
import { whiteLabelProvider } from '../families/white-label-v1.ts'

export const provider = whiteLabelProvider({
  account: DEMO_ACCOUNTS.PAGUESAFE,
  basic: [DEMO_ACCOUNTS.PAGUESAFE.secretKey, 'x'],
})
