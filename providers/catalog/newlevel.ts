/** NEWLEVEL: FastSoft, by its paths alone. Codes live two days, and a withdrawal refused at once is an error. */
import { fastsoft } from '../dialects/fastsoft.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const newlevel = defineProvider(
  fastsoft({
    code: 'NEWLEVEL',
    name: 'New Level',
    evidence: 'specification',
    host: 'https://api.fastsoftbrasil.com/api/user',
    folder: '',
    pixExpiryDays: 2,
    refunds: true,
    cashout: { refused: 'Error on withdraw' },
  }),
)
