/**
 * What a buyer has typed on a page, kept by the tab, so that a page that is loaded again need not be filled in again. Nothing of a card is
 * kept, not even a number in a field where none belongs.
 */
import { typedCards } from '../../../../domain/typed-card.ts'
import { CARD_FIELDS, EMPTY, FIELDS, type Values } from './values.ts'

const nameOf = (slug: string) => `trilho.typed.${slug}`

export function keepTyped(slug: string, values: Values): void {
  const kept = FIELDS.filter((name) => !CARD_FIELDS.includes(name) && typedCards(values[name]).length === 0)
  try {
    sessionStorage.setItem(nameOf(slug), JSON.stringify(Object.fromEntries(kept.map((name) => [name, values[name]]))))
  } catch {
    // Storage may be forbidden. The buyer then types it again.
  }
}

export function typedBefore(slug: string): Values {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(slug)) ?? '{}') as Partial<Values>
    return { ...EMPTY, ...kept }
  } catch {
    return EMPTY
  }
}

/** Once it is paid, whoever buys next in this tab is not shown another's data. */
export function forgetTyped(slug: string): void {
  try {
    sessionStorage.removeItem(nameOf(slug))
  } catch {
    // Without storage, nothing was kept.
  }
}
