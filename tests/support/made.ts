/** What is made through the API of the whole product, on a machine that has other things to do. */
import { randomUUID } from 'node:crypto'
import { waitFor } from '../../scripts/support/wait.ts'
import type { TestProduct } from './product.ts'

const PATIENCE_MS = 120_000

type Headers = Record<string, string>

/**
 * Posts it, under one key for as long as the product calls itself unavailable. What is answered before it is made is read until it is.
 * @throws Error when it is refused; the product's log says why.
 */
export async function make<T>(
  product: TestProduct,
  path: string,
  body: object,
  isMade: (row: T) => boolean = () => true,
  headers: Headers = {},
): Promise<T> {
  const keyed = { 'idempotency-key': randomUUID(), ...headers }
  const post = async () => {
    const answer = await product.call<T>('POST', path, body, keyed)
    return answer.status === 503 || isInProgress(answer.body) ? undefined : answer
  }
  const answer = await waitFor(post, { what: `An answer to POST ${path}`, timeoutMs: PATIENCE_MS, everyMs: 500 })
  if (answer.status >= 300) {
    throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}\n${product.output()}`)
  }
  if (isMade(answer.body)) return answer.body
  const read = async () => (await product.call<T>('GET', answer.headers.get('location') ?? '', undefined, headers)).body
  const made = await waitFor(() => read().then((row) => (isMade(row) ? { row } : undefined)), {
    what: `What was posted to ${path}`,
    timeoutMs: PATIENCE_MS,
  })
  return made.row
}

/** An earlier request with this key still runs. */
const isInProgress = (body: unknown) => (body as { code?: string } | null)?.code === 'request_in_progress'

interface Charge {
  id: string
  provider: string | null
  transactionId: string | null
}

interface Taken extends Charge {
  provider: string
  transactionId: string
}

/** A charge that its provider has taken. */
export const charged = <T extends Charge = Taken>(product: TestProduct, body: object, headers?: Headers): Promise<T> =>
  make<T>(product, '/v1/charges', body, ({ transactionId }) => Boolean(transactionId), headers)

/** Its buyer pays it. @returns once it is known here to be paid. */
export async function pay(product: TestProduct, { id, provider, transactionId }: Charge): Promise<void> {
  await product.sandbox.act({ provider: provider ?? '', id: transactionId ?? '' }, 'pay')
  const read = async () => (await product.call<{ status: string }>('GET', `/v1/charges/${id}`)).body
  await waitFor(async () => (await read()).status === 'APPROVED', {
    what: `The payment of the charge ${id}`,
    timeoutMs: PATIENCE_MS,
  })
}
