/** ROYALTY: FastSoft, judging only by its paths; ROYALTY has no public documentation. */
import { fastsoft } from '../dialects/fastsoft.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const royalty = defineProvider(
  fastsoft({
    code: 'ROYALTY',
    name: 'Royalty',
    evidence: 'specification',
    host: 'https://api.fastsoftbrasil.com/api',
    folder: '/user',
    pixExpiryDays: 1,
    refunds: true,
  }),
)
