/**
 * A body for each operation that takes one, as the reference and the collection show it: taken as it stands, but for the ids, and for
 * the `url` of `createDisputeEvidence` and of `replaceUserDocument`, which has to be the `publicUrl` of an upload.
 */

const SOME_ID = '01940000-0000-7000-8000-000000000000'
const PASSWORD = 'a long sentence, hard to guess'

const CUSTOMER = { name: 'Bia Compradora', email: 'bia@example.com', document: '529.982.247-25', phone: '11987654321' }
const CHARGE = { amount: 1990, paymentMethod: 'PIX', customer: CUSTOMER } as const
const ADDRESS = {
  street: 'Avenida Paulista',
  number: '1000',
  zipcode: '01310-100',
  city: 'São Paulo',
  district: 'Bela Vista',
  state: 'SP',
}
const BANK_ACCOUNT = {
  bankCode: '341',
  branchNumber: '1234',
  accountNumber: '56789',
  accountDigit: '0',
  accountType: 'CHECKING',
  pixCode: '52998224725',
}

/** By operation id. */
export const REQUEST_EXAMPLES: Readonly<Record<string, object>> = {
  createApiKey: { name: 'Loja', role: 'seller' },
  updateApiKey: { name: 'Loja nova' },
  createCard: {
    cardNumber: '4242424242424242',
    holderName: 'BIA COMPRADORA',
    holderDocument: '52998224725',
    expMonth: '12',
    expYear: '2040',
    cvv: '123',
  },
  createCharge: { ...CHARGE, orderId: 'pedido-1', metadata: { vendedor: 'Ana' } },
  createChargeMail: { to: 'bia.compradora@example.com' },
  createChargeRefund: { amount: 500 },
  resolveDispute: { state: 'WON', note: 'O banco devolveu o valor.' },
  createDisputeEvidence: { url: 'https://example.com/comprovante.pdf', name: 'Comprovante de entrega.pdf' },
  createExam: { endpointId: SOME_ID },
  createExport: { resource: 'charges', filters: { status: 'APPROVED', createdFrom: '2026-01-01T03:00:00Z' } },
  createInvitation: { email: 'ana@example.com', role: 'operator' },
  changeMe: { name: 'Ana Souza' },
  updateMember: { role: 'operator' },
  createOffer: { productId: SOME_ID, name: 'Curso completo', price: 19900, paymentMethods: ['PIX', 'CREDIT_CARD'] },
  updateOffer: { price: 17900 },
  resolveOperation: { outcome: 'created', transactionId: 'pay_123' },
  createPaymentLink: { amount: 1990, title: 'Aula avulsa', paymentMethods: ['PIX'] },
  updatePaymentLink: { maxUses: 10 },
  createPlatform: {
    name: 'Outra loja',
    admin: { name: 'Ana Souza', email: 'ana.souza@example.com', password: PASSWORD },
  },
  updatePlatform: { name: 'Minha loja', brandColor: '#0f766e' },
  createProduct: { name: 'Curso de violão', description: 'Doze aulas em vídeo.' },
  updateProduct: { description: 'Quinze aulas em vídeo.' },
  createProviderAccount: { provider: 'ASAAS', name: 'Asaas', secretKey: '$aact_the_key_of_your_account' },
  updateProviderAccount: { priority: 1 },
  runReconciliation: {},
  createReceiver: {
    name: 'Ana Souza',
    document: '529.982.247-25',
    documentType: 'CPF',
    email: 'ana@example.com',
    address: ADDRESS,
    bankAccount: BANK_ACCOUNT,
    providerData: { incomeValue: 2500 },
  },
  resolveReconciliationItem: { note: 'A tarifa do provedor.' },
  createRoutingRule: {
    name: 'Pix de até R$ 100,00',
    when: { paymentMethods: ['PIX'], amountTo: 10000 },
    accounts: [{ providerAccountId: SOME_ID }],
  },
  updateRoutingRule: { enabled: false },
  simulateCharge: { action: 'pay' },
  simulateWithdrawal: { action: 'approve' },
  simulateRoutingRules: { amount: 1990, paymentMethod: 'PIX' },
  createUpload: { fileName: 'contrato.pdf', contentType: 'application/pdf', purpose: 'photoDocument' },
  replaceUserDocument: { url: 'https://example.com/documento.pdf' },
  createUser: { name: 'Ana Souza', email: 'ana.operadora@example.com', password: PASSWORD, role: 'operator' },
  updateUser: { role: 'operator' },
  createWebhookEndpoint: { url: 'https://example.com/trilho', events: ['charge.approved', 'refund.approved'] },
  updateWebhookEndpoint: { enabled: false },
  createWithdrawal: { paymentMethod: 'PIX', amount: 1990, pixKey: 'ana@example.com', pixType: 'EMAIL' },
}
