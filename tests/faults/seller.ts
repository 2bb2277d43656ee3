/** A seller's server: asks for a charge under an Idempotency-Key until it gets an answer that it can rely on. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProduct } from '../support/product.ts'
import type { Scenario } from './plan.ts'

/** How it ended for the seller. */
export type Told =
  /** 201 or 202: there is a charge. */
  | { outcome: 'charge'; chargeId: string; status: number }
  /** The provider, or we, said no for good. */
  | { outcome: 'refused'; status: number; text: string }
  /** The seller went away after a 503, which says that nothing was done. */
  | { outcome: 'leftAfter503' }
  | { outcome: 'neverAnswered'; last: string }

export interface Sale {
  scenario: Scenario
  /** One for each of the seller's servers. */
  told: Told[]
  /** Every answer on the way: statuses, and what went wrong with the connection. */
  answers: string[]
  done: Promise<void>
}

const PATIENCE_MS = 180_000
const ANSWER_TIMEOUT_MS = 30_000
const SLOWEST_RETRY_MS = 4_000

export interface Shop {
  product: TestProduct
  /** By provider code. */
  accounts: ReadonlyMap<string, string>
  sellerUrl: string
}

export function startSale(shop: Shop, scenario: Scenario): Sale {
  const sale: Sale = { scenario, told: [], answers: [], done: Promise.resolve() }
  const servers = scenario.doubled ? [ask(shop, sale), ask(shop, sale)] : [ask(shop, sale)]
  sale.done = Promise.all(servers).then((told) => {
    sale.told = told
  })
  return sale
}

interface ChargeAnswer {
  id?: string
  code?: string
  detail?: string
}

async function ask({ product, accounts, sellerUrl }: Shop, { scenario, answers }: Sale): Promise<Told> {
  const { orderId, amount, provider, routed, givesUp } = scenario
  const body = {
    amount,
    paymentMethod: 'PIX',
    customer: { name: 'Maria Silva', email: 'maria@example.com', document: '52998224725', phone: '11987654321' },
    orderId,
    webhookUrl: sellerUrl,
    ...(routed ? {} : { providerAccountId: accounts.get(provider) }),
  }
  const deadline = Date.now() + PATIENCE_MS
  for (let tries = 0; Date.now() < deadline; tries += 1) {
    const answer = await product
      .call<ChargeAnswer>('POST', '/v1/charges', body, { 'idempotency-key': orderId }, ANSWER_TIMEOUT_MS)
      .catch((error: Error) => error)
    answers.push(answer instanceof Error ? connectionError(answer) : inWords(answer.status, answer.body))
    const told = answer instanceof Error ? undefined : read(answer.status, answer.body)
    if (told) return told
    if (givesUp && !(answer instanceof Error) && answer.status === 503) return { outcome: 'leftAfter503' }
    const asked = answer instanceof Error ? 0 : Number(answer.headers.get('retry-after') ?? 0) * 1000
    await sleep(Math.max(Math.min(250 * 2 ** tries, SLOWEST_RETRY_MS), asked))
  }
  return { outcome: 'neverAnswered', last: answers.at(-1) ?? '' }
}

/** Undefined: to be asked again. A refusal is final, the rest of 4xx and 5xx may pass. */
function read(status: number, body: ChargeAnswer): Told | undefined {
  if (status === 201 || status === 202) return { outcome: 'charge', chargeId: body.id ?? '', status }
  if (body.code === 'provider_refused') return { outcome: 'refused', status, text: JSON.stringify(body) }
  const passing = status >= 500 || status === 429 || body.code === 'request_in_progress'
  return passing ? undefined : { outcome: 'refused', status, text: JSON.stringify(body) }
}

function inWords(status: number, { detail }: ChargeAnswer): string {
  return status >= 400 && detail !== undefined ? `${status} ${detail}` : `${status}`
}

function connectionError(error: Error): string {
  return ((error.cause as { code?: string } | undefined)?.code ?? error.name) || 'no connection'
}
