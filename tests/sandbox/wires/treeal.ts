import { account, CPF, call, REFERENCE, type Scenario } from '../scenario.ts'

export const treeal: Scenario = {
  provider: 'TREEAL',
  login: async (api) => {
    const { publicKey, secretKey } = account(api, 'TREEAL')
    const body = new URLSearchParams({
      client_id: publicKey?.split('|')[0] ?? '',
      client_secret: secretKey,
      grant_type: 'client_credentials',
    })
    const token = await call(api, 'TREEAL', {
      method: 'POST',
      path: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    })
    return { authorization: `Bearer ${token.body.access_token}` }
  },
  wrongLogins: [{}, { authorization: 'Bearer wrong' }],
  creation: async (api) => ({
    path: '/cob',
    body: {
      calendario: { expiracao: 3600 },
      devedor: { cpf: CPF, nome: 'Ana Souza' },
      valor: { original: '12.34' },
      chave: account(api, 'TREEAL').publicKey?.split('|')[1],
      infoAdicionais: [{ nome: 'Referência', valor: REFERENCE }],
    },
  }),
  createdStatus: 201,
  id: 'txid',
  status: 'status',
  code: 'pixCopiaECola',
  amount: ['valor.original', '12.34'],
  readPath: (id) => `/cob/${id}`,
  read: { id: 'txid', status: 'status' },
  find: { path: () => '/cob?inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z', ids: 'cobs.0.txid' },
  required: ['valor', 'valor.original', 'chave', 'devedor.nome'],
  wrong: [
    ['valor.original', 12.34],
    ['valor.original', '12.3'],
    ['valor.original', '12,34'],
    ['valor.original', '0.00'],
    ['valor.original', '1234'],
    ['chave', 'another key'],
    ['devedor.cpf', '123.456.789-09'],
    ['calendario.expiracao', '3600'],
  ],
  unknownId: { path: '/cob/nope', status: 404 },
  error: 'detail',
  words: {
    pending: 'ATIVA',
    paid: 'CONCLUIDA',
    refused: 'REMOVIDA_PELO_PSP',
    expired: 'ATIVA',
    refunded: 'CONCLUIDA',
    chargeback: 'CONCLUIDA',
  },
  webhook: {
    addressInRequest: false,
    id: ({ body }) => body.pix[0].txid,
    paid: ({ body }) => [body.pix[0].valor, body.pix[0].devolucoes],
    paidValue: ['12.34', []],
    isSigned: ({ headers }, secret) => headers['x-webhook-secret'] === secret,
  },
}
