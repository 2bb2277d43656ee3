/** How the platform is set up before any sale: whose accounts there are, which order holds, what is done by itself. */
import type { TestProduct } from '../support/product.ts'
import type { Plan } from './plan.ts'
import { APPROVED_FROM, MOST_INSTALLMENTS, TWICE, TWICE_FROM } from './terrain.ts'

/** Ids by provider code. */
export async function accountsOf(product: TestProduct): Promise<ReadonlyMap<string, string>> {
  type Accounts = { data: { id: string; provider: string }[] }
  const { body } = await product.call<Accounts>('GET', '/v1/provider-accounts?limit=100')
  return new Map(body.data.map(({ id, provider }) => [provider, id]))
}

/** @throws Error when the product refuses it. */
export async function arrange(
  product: TestProduct,
  accounts: ReadonlyMap<string, string>,
  { policies }: Plan,
): Promise<void> {
  const { body: platforms } = await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')
  const answers = [
    await product.call('PATCH', `/v1/platforms/${platforms.data[0]?.id}`, {
      ...policies,
      approvalAbove: APPROVED_FROM - 1,
      // With interest a charge's amount would be another one than its lifecycle's.
      maxInstallmentsWithoutInterest: MOST_INSTALLMENTS,
    }),
    await product.call('POST', '/v1/routing-rules', {
      name: 'Large',
      when: { amountFrom: TWICE_FROM, paymentMethods: ['PIX'] },
      strategy: 'priority',
      accounts: TWICE.map((provider) => ({ providerAccountId: accounts.get(provider) })),
    }),
  ]
  for (const { status, body } of answers) {
    if (status >= 300) throw new Error(`The platform cannot be set up: ${status} ${JSON.stringify(body)}`)
  }
}
