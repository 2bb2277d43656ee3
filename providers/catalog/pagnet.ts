/** PAGNET: FastSoft, which answers for its support; no page of its own is public. */
import { fastsoft } from '../dialects/fastsoft.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const pagnet = defineProvider(
  fastsoft({
    code: 'PAGNET',
    name: 'Pagnet',
    evidence: 'specification',
    host: 'https://api.fastsoftbrasil.com/api',
    folder: '/user',
    pixExpiryDays: 1,
    cashout: {},
  }),
)
