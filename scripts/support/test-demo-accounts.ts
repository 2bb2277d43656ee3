/** The demo shop's accounts are tested before a user sees them as connected, like any other. */
import type { DemoShop } from './demo-shop.ts'

/** As many as the page of accounts shows at first. The others are there to be chosen, and tested then. */
const SHOWN_FIRST = 10

interface Account {
  id: string
  name: string
  priority: number
  baseUrl: string | null
  lastTest: object | null
}

/** Each is tested once: what a test has found is kept. */
export async function testDemoAccounts(shop: DemoShop): Promise<void> {
  const { data } = await shop.call<{ data: Account[] }>('GET', '/v1/provider-accounts?limit=100')
  const first = data.filter(isAtFakes).toSorted(inOrder).slice(0, SHOWN_FIRST)
  const untested = first.filter(({ lastTest }) => lastTest === null)
  await Promise.all(untested.map(({ id }) => shop.call('POST', `/v1/provider-accounts/${id}/test`)))
}

/** A provider is asked only by its user. */
const isAtFakes = ({ baseUrl }: Account): boolean =>
  baseUrl?.split('|').every((address) => new URL(address).hostname === '127.0.0.1') ?? false

const inOrder = (one: Account, other: Account): number =>
  one.priority - other.priority || one.name.localeCompare(other.name)
