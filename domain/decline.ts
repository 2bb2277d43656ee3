/** What a bank's refusal of a card means to its holder, told from the words that providers pass on. */

export const DECLINE_REASONS = ['funds', 'code', 'expired', 'number', 'blocked', 'bank'] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** In Portuguese and English, without accents; the first that fits counts. */
const WORDS: readonly [DeclineReason, RegExp][] = [
  ['funds', /saldo|limite|insufficient|fundos|credit limit/],
  ['code', /\bcvv\b|\bcvc\b|security.?code|codigo de seguranca/],
  ['expired', /expir|vencid|validade/],
  ['number', /(numero|number).*(invalid|incorret)|(invalid|incorrect).*(numero|number)/],
  ['blocked', /bloquead|blocked|lost|stolen|roubad|perdid|restrict/],
  ['bank', /do.?not.?honou?r|nao autorizad|not authori[sz]ed|generic.?decline|contate.*(banco|emissor)|card.?declined/],
]

/** @returns undefined for words that say nothing known: they are better shown as they are. */
export function declineReason(message: string): DeclineReason | undefined {
  const text = message
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return WORDS.find(([, words]) => words.test(text))?.[0]
}
