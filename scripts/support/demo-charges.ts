/** A shop's afternoon, for pictures: charges in every state, made through the API and moved at the fake providers. */
import { charged, make, pay } from '../../tests/support/made.ts'
import type { TestProduct } from '../../tests/support/product.ts'
import { GOODS, PEOPLE } from './demo-orders.ts'

/** What becomes of each charge, in turn; undefined: it waits for its buyer. Treeal posts nothing but payments. */
const FATES = [
  'pay',
  'pay',
  undefined,
  'pay',
  'refuse',
  'refund',
  undefined,
  'pay',
  'pay',
  'expire',
  undefined,
] as const
const PROVIDERS = ['ASAAS', 'MERCADOPAGO', 'ZENDRY', 'TREEAL', 'PAGUESAFE'] as const
const WAIT_MS = 120_000

export interface DemoCharge {
  id: string
  status: string
  provider: string | null
  transactionId: string | null
  checkoutToken: string
  customerId: string | null
  needsAttention: boolean
}

export interface DemoCharges {
  /** One that waits for its buyer. */
  pending: DemoCharge
  paid: DemoCharge
  /** Its provider has given its code up. */
  expired: DemoCharge
  /** Its answer was lost, and its provider cannot be asked. */
  stuck: DemoCharge
  /** Its answer was lost, and found again. */
  found: DemoCharge
}

/** Resolves once every charge shows its outcome. */
export async function makeDemoCharges(product: TestProduct): Promise<DemoCharges> {
  const accounts = await product.call<{ data: { id: string; provider: string }[] }>(
    'GET',
    '/v1/provider-accounts?limit=100',
  )
  const wish = (number: number, provider: string) => {
    const [name, mailbox, document] = PEOPLE[number % PEOPLE.length] ?? PEOPLE[0]
    const [title, unitPrice] = GOODS[number % GOODS.length] ?? GOODS[0]
    return {
      amount: unitPrice,
      paymentMethod: 'PIX',
      items: [{ title, unitPrice, quantity: 1 }],
      customer: { name, email: `${mailbox}@exemplo.com.br`, document, phone: '11912345678' },
      orderId: `PED-${1040 + number}`,
      providerAccountId: accounts.body.data.find((account) => account.provider === provider)?.id,
    }
  }
  const take = (number: number, provider: string) => charged<DemoCharge>(product, wish(number, provider))
  /** Where its first answer is lost, it has been found again, or an operator is asked. */
  const isAnswered = ({ transactionId, needsAttention }: DemoCharge) => transactionId !== null || needsAttention
  const lose = async (number: number, provider: string) => {
    await product.sandbox.setFault(provider, 'createTransaction', { fault: 'commitThenDrop' })
    return make<DemoCharge>(product, '/v1/charges', wish(number, provider), isAnswered)
  }
  const read = async ({ id }: DemoCharge) => (await product.call<DemoCharge>('GET', `/v1/charges/${id}`)).body

  const made: DemoCharge[] = []
  for (const [number, fate] of FATES.entries()) {
    const charge = await take(number, PROVIDERS[number % PROVIDERS.length] ?? 'ASAAS')
    made.push(charge)
    const transaction = { provider: charge.provider ?? '', id: charge.transactionId ?? '' }
    if (fate === undefined) continue
    if (fate === 'pay' || fate === 'refund') await pay(product, charge)
    if (fate === 'pay') continue
    await product.sandbox.act(transaction, fate)
    const from = fate === 'refund' ? 'APPROVED' : 'PENDING'
    await until(async () => (await read(charge)).status !== from)
  }
  const stuck = await lose(FATES.length, 'PAGUESAFE')
  const found = await lose(FATES.length + 1, 'ASAAS')
  const pending = await take(FATES.length + 2, 'MERCADOPAGO')
  const [paid, expired] = [made[FATES.indexOf('pay')], made[FATES.indexOf('expire')]]
  if (!paid || !expired) throw new Error('No charge was made')
  return { pending, paid, expired, stuck, found }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT_MS
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('A demo charge did not become what it should')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
