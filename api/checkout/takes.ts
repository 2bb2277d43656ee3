/** Whether a page takes what a buyer asks for. */
import type { PageRow } from '../../db/queries/selling/pages.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import { isPageOpen, type PageState } from '../../domain/selling.ts'
import { broken, problem } from '../problem.ts'
import type { BuyersCharge } from '../schemas/checkout-page.ts'
import { isSent, type PageTerms, sellsOne } from './page.ts'

const CLOSED = {
  paused: 'Nothing is sold here at the moment',
  expired: 'Nothing is sold here any more',
  soldOut: 'It is sold out, or a buyer who is paying reserves what is left',
} as const satisfies Record<Exclude<PageState, 'open'>, string>

/** @throws ApiProblem 409 where it is not open. */
export function assertOpen(state: PageState): void {
  if (!isPageOpen(state)) throw closed(state)
}

export const closed = (state: keyof typeof CLOSED) => problem('conflict', { detail: CLOSED[state] })

/** @throws ApiProblem 422 for what its buyers cannot have. */
export function assertTerms(page: PageRow, { paymentMethods, price }: PageTerms, body: BuyersCharge): void {
  if (!paymentMethods.includes(body.paymentMethod)) throw broken('/paymentMethod', 'offerMethod', 'is not taken here')
  if ((body.quantity ?? 1) > 1 && sellsOne(page)) {
    const why = page.sold ? 'is 1: this link has a limited number of uses' : 'is for offers only'
    throw broken('/quantity', 'quantity', why)
  }
  if (price * (body.quantity ?? 1) > MAX_AMOUNT) {
    throw broken('/quantity', 'maximum', 'comes to more than one charge can be of')
  }
  if (isSent(page) && !body.address) throw broken('/address', 'required', 'is required')
  if (body.paymentMethod === 'CREDIT_CARD' && !body.card) throw broken('/card', 'required', 'is required')
}
