import { account, CPF, call, REFERENCE, type Scenario } from '../scenario.ts'

export const asaas: Scenario = {
  provider: 'ASAAS',
  login: async (api) => ({ access_token: account(api, 'ASAAS').secretKey }),
  wrongLogins: [{}, { access_token: 'wrong' }],
  creation: async (api) => {
    const body = { name: 'Ana Souza', cpfCnpj: CPF, notificationDisabled: true }
    const headers = await asaas.login(api)
    const customer = await call(api, 'ASAAS', { method: 'POST', path: '/customers', headers, body })
    return {
      path: '/payments',
      body: {
        customer: customer.body.id,
        billingType: 'PIX',
        value: 12.34,
        dueDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
        externalReference: REFERENCE,
      },
    }
  },
  createdStatus: 200,
  id: 'id',
  status: 'status',
  code: '',
  amount: ['value', 12.34],
  readPath: (id) => `/payments/${id}`,
  read: { id: 'id', status: 'status' },
  find: { path: () => `/payments?externalReference=${REFERENCE}`, ids: 'data.0.id' },
  required: ['customer', 'billingType', 'value', 'dueDate'],
  wrong: [
    ['value', 12.345],
    ['value', '12.34'],
    ['value', 0],
    ['customer', 'cus_000000000000'],
    ['dueDate', '2020-01-01'],
    ['billingType', 'pix'],
  ],
  unknownId: { path: '/payments/pay_nope', status: 404 },
  error: 'errors.0.description',
  words: {
    pending: 'PENDING',
    paid: 'RECEIVED',
    refused: 'DELETED',
    expired: 'OVERDUE',
    refunded: 'REFUNDED',
    chargeback: 'CHARGEBACK_REQUESTED',
  },
  webhook: {
    addressInRequest: false,
    id: ({ body }) => body.payment.id,
    paid: ({ body }) => [body.event, body.payment.status, body.payment.externalReference],
    paidValue: ['PAYMENT_RECEIVED', 'RECEIVED', REFERENCE],
    isSigned: ({ headers }, secret) => headers['asaas-access-token'] === secret,
  },
}
