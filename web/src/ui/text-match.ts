/** A text without its accents and capitals. */
export function unaccented(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A text as people type it when they look for it, without its punctuation too: `pagarme` is Pagar.me. */
export function plain(text: string): string {
  return unaccented(text).replace(/\p{P}/gu, '')
}
