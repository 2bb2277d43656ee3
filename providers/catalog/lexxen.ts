/** LEXXEN: Pix behind a token that is requested in a company's name. Its wire is assumed. */
import { tokenPix } from '../dialects/token-pix.ts'
import { key, secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { internationalKey } from '../kit/pix-keys.ts'

export const lexxen = defineProvider(
  tokenPix({
    code: 'LEXXEN',
    name: 'Lexxen',
    host: 'https://api.lexxen.invalid',
    credentials: [key('clientId', 'publicKey'), key('companyId', 'publicKey', 1), secret('clientSecret', 'secretKey')],
    tokenBody: ({ clientId, companyId, clientSecret }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      company_id: companyId,
    }),
    unsupported: { createTransaction: 'Tipo de transação não suportado.' },
    pixExpirySeconds: DAY,
    pixKey: (request) => ({ pixKey: internationalKey(request), pixKeyType: request.pixType }),
  }),
)
