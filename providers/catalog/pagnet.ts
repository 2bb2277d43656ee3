/** PAGNET: FastSoft, which runs its support; PAGNET has no public documentation. */
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
