/** OWENPAY (Owempay): Pix over mutual TLS behind a token that is kept for 55 minutes. Its wire is assumed. */
import { tokenPix } from '../dialects/token-pix.ts'
import { key, secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { internationalKey } from '../kit/pix-keys.ts'

const TOKEN_SECONDS = 55 * 60
const missingMessage = 'Credenciais não configuradas'

export const owenpay = defineProvider(
  tokenPix({
    code: 'OWENPAY',
    name: 'Owempay',
    host: 'https://admin-api.owempay.com.br/api/owempay',
    clientCertificate: 'certCashInUrl',
    certificateMissing: 'Falha na configuração dos certificados SSL',
    credentials: [
      { ...key('clientId', 'publicKey'), missingMessage },
      { ...secret('clientSecret', 'secretKey'), missingMessage },
    ],
    tokenBody: ({ clientId, clientSecret }) => ({ client_id: clientId, client_secret: clientSecret }),
    tokenSeconds: TOKEN_SECONDS,
    unsupported: { createTransaction: 'Método de pagamento não suportado' },
    pixExpirySeconds: 3600,
    refunds: true,
    pixKey: (request) => ({ pixKey: internationalKey(request), pixKeyType: request.pixType }),
    words: {
      authenticate: () => 'Falha na autenticação com owempay',
      readTransaction: () => 'Erro ao buscar transação',
      refund: () => 'Erro ao processar reembolso',
      withdraw: () => 'Erro ao processar saque',
    },
  }),
)
