/**
 * What a buyer has typed on a page, kept by the tab, so that a page that is loaded again need not be filled in again. Nothing of a card is
 * kept, not even a number in a field where none belongs.
 */
import { typedCards } from '../../../../domain/typed-card.ts'
import { inTab } from '../../ui/storage.ts'
import { CARD_FIELDS, EMPTY, FIELDS, sentOf, type Values } from './values.ts'

const nameOf = (slug: string) => `trilho.typed.${slug}`

export function keepTyped(slug: string, values: Values): void {
  const sent = sentOf(values)
  const kept = FIELDS.filter((name) => !CARD_FIELDS.includes(name) && typedCards(sent[name]).length === 0)
  inTab.set(nameOf(slug), JSON.stringify(Object.fromEntries(kept.map((name) => [name, values[name]]))))
}

export function typedBefore(slug: string): Values {
  try {
    const kept = JSON.parse(inTab.get(nameOf(slug)) ?? '{}') as Partial<Values>
    return { ...EMPTY, ...kept }
  } catch {
    return EMPTY
  }
}

/** Once it is paid, the next buyer in this tab is not shown another's data. */
export function forgetTyped(slug: string): void {
  inTab.remove(nameOf(slug))
}
