/** One object of every kind, for the screenshots and the test that visit every page. */
import { charged, pay } from '../../tests/support/made.ts'
import type { TestProduct } from '../../tests/support/product.ts'
import { type DemoCharge, type DemoCharges, makeDemoCharges } from './demo-charges.ts'
import { makeDemoExam } from './demo-exam.ts'
import { askForDemoPassword, inviteDemoPerson } from './demo-people.ts'
import { DEMO_SLUG, makeDemoProducts } from './demo-product.ts'
import { demoShop, until } from './demo-shop.ts'
import { testDemoAccounts } from './test-demo-accounts.ts'

export interface DemoWorld extends DemoCharges {
  boleto: DemoCharge
  refundId: string
  withdrawalId: string
  receiverId: string
  disputeId: string
  productId: string
  /** The path of a link that sells nothing any more. */
  closedPage: string
  examId: string
  invitation: string
  newPassword: string
}

const BUYER = {
  name: 'Camila Rocha',
  email: 'camila.rocha@exemplo.com.br',
  document: '86288366757',
  phone: '11912345678',
}
const PERSON = {
  name: 'Tiago Moraes Ilustração',
  document: '60431825726',
  documentType: 'CPF',
  email: 'tiago.moraes@exemplo.com.br',
  address: {
    street: 'Avenida Paulista',
    number: '1578',
    zipcode: '01310100',
    city: 'São Paulo',
    district: 'Bela Vista',
    state: 'SP',
  },
  bankAccount: {
    bankCode: '341',
    branchNumber: '1234',
    accountNumber: '56789',
    accountDigit: '0',
    accountType: 'CHECKING',
  },
  providerData: {
    mobilePhone: '11976543210',
    birthDate: '1991-09-03',
    incomeValue: 6500,
    professionalOccupation: 'Ilustrador',
  },
}

/** @param productId of a shop that has its products already. */
export async function makeDemoWorld(product: TestProduct, productId?: string): Promise<DemoWorld> {
  const { addresses, adminApiKey, sandbox } = product
  const shop = demoShop(addresses, adminApiKey)
  await testDemoAccounts(shop)
  const [asaas, paguesafe] = await Promise.all([product.accountAt('ASAAS'), product.accountAt('PAGUESAFE')])
  const sold = productId ?? (await makeDemoProducts(shop))
  const charges = await makeDemoCharges(product)
  const sale = async (providerAccountId: string, amount: number) => {
    const wish = { amount, paymentMethod: 'PIX', customer: BUYER, providerAccountId }
    const charge = await charged<DemoCharge>(product, wish)
    await pay(product, charge)
    return charge
  }
  const becomes = ({ id }: DemoCharge, status: string) =>
    until(
      () => shop.call<DemoCharge>('GET', `/v1/charges/${id}`),
      (seen) => seen.status === status,
    )

  const boleto = await charged<DemoCharge>(product, {
    amount: 32_000,
    paymentMethod: 'BILLET',
    customer: BUYER,
    items: [{ title: 'Mentoria em grupo', unitPrice: 32_000, quantity: 1 }],
    orderId: 'PED-1071',
    providerAccountId: asaas,
    address: {
      zipCode: '01310100',
      address: 'Avenida Paulista',
      number: '1578',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    },
  })
  const refunded = await sale(asaas, 60_000)
  const refund = await shop.call<{ id: string }>('POST', `/v1/charges/${refunded.id}/refunds`, { amount: 15_000 })
  const disputed = await sale(paguesafe, 49_700)
  await sandbox.act({ provider: 'PAGUESAFE', id: disputed.transactionId ?? '' }, 'chargeback')
  await becomes(disputed, 'CHARGEBACK')
  const disputes = await shop.call<{ data: { id: string }[] }>('GET', `/v1/disputes?chargeId=${disputed.id}`)
  const withdrawal = await shop.call<{ id: string }>('POST', '/v1/withdrawals', {
    amount: 250_000,
    paymentMethod: 'PIX',
    pixKey: '11444777000161',
    pixType: 'CNPJ',
    name: 'Loja Demo Comércio Ltda',
    withdrawReference: 'REPASSE-HOJE',
    providerAccountId: asaas,
  })
  const receiver = await shop.call<{ id: string }>('POST', '/v1/receivers', {
    ...PERSON,
    providerAccountId: await product.accountAt('PAGARME'),
  })
  await shop.call('POST', '/v1/webhook-endpoints', { url: 'https://loja.exemplo.com.br/trilho', events: ['*'] })
  await shop.call('POST', '/v1/routing-rules', {
    name: 'Valores altos no Mercado Pago primeiro',
    position: 1,
    enabled: true,
    when: { paymentMethods: ['PIX', 'CREDIT_CARD'], amountFrom: 50_000 },
    strategy: 'priority',
    accounts: [{ providerAccountId: await product.accountAt('MERCADOPAGO') }, { providerAccountId: asaas }],
  })
  await bringStatement(product, paguesafe)
  await sell(product)
  const links = await shop.call<{ data: { state: string; url: string }[] }>('GET', '/v1/payment-links')
  const closed = links.data.find(({ state }) => state === 'expired')
  return {
    ...charges,
    boleto,
    refundId: refund.id,
    withdrawalId: withdrawal.id,
    receiverId: receiver.id,
    disputeId: disputes.data[0]?.id ?? '',
    productId: sold,
    closedPage: new URL(closed?.url ?? '', addresses.app).pathname,
    examId: await makeDemoExam(product),
    invitation: await inviteDemoPerson(product),
    newPassword: await askForDemoPassword(product),
  }
}

/** A transaction that exists only at the provider. */
async function bringStatement({ addresses, adminApiKey }: TestProduct, providerAccountId: string): Promise<void> {
  const form = new FormData()
  form.set('providerAccountId', providerAccountId)
  form.set('columns', JSON.stringify({ transactionId: 'Id', amount: 'Valor' }))
  form.set('file', new Blob(['Id;Valor\n48110233;89,50\n48110377;149,90']), 'extrato-novembro.csv')
  const headers = { authorization: `Bearer ${adminApiKey}` }
  const answer = await fetch(`${addresses.app}/v1/reconciliation/statements`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`statements: ${answer.status} ${await answer.text()}`)
}

/** A buyer pays through the page by Pix and gets a receipt. */
async function sell(product: TestProduct): Promise<void> {
  const customer = {
    name: 'Beatriz Sampaio',
    email: 'beatriz.sampaio@exemplo.com.br',
    document: '39053344705',
    phone: '11912345678',
  }
  const path = `/v1/checkout/pages/${DEMO_SLUG}/charges`
  const answer = await product.call(
    'POST',
    path,
    { paymentMethod: 'PIX', customer },
    { 'idempotency-key': 'demo-order' },
  )
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  const shop = demoShop(product.addresses, product.adminApiKey)
  const { data } = await until(
    () => shop.call<{ data: DemoCharge[] }>('GET', '/v1/charges?limit=1'),
    ({ data: [newest] }) => Boolean(newest?.transactionId),
  )
  for (const charge of data) await pay(product, charge)
}
