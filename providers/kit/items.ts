/** What is sold, for providers that add up the lines themselves: the sum must be the charge's amount, interest included. */
import type { Item, TransactionRequest } from '../../domain/transaction.ts'

type Sale = Pick<TransactionRequest, 'items' | 'amount'>

const LONGEST = 100

/** One line that is worth the whole charge. */
export function wholeItem({ items, amount }: Sale): Item {
  const title = items
    .map((item) => item.title.trim())
    .filter(Boolean)
    .join(', ')
    .slice(0, LONGEST)
  return { title: title || 'Pedido', unitPrice: amount, quantity: 1, tangible: items.some(({ tangible }) => tangible) }
}

/** The lines as they are when they add up to the charge; else one line that does. */
export function matchingItems(sale: Sale): readonly Item[] {
  const sum = sale.items.reduce((total, { unitPrice, quantity }) => total + unitPrice * quantity, 0)
  return sum === sale.amount ? sale.items : [wholeItem(sale)]
}
