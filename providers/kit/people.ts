/** Small facts about buyers that several providers want spelled out. */

/** A CPF has 11 characters; anything longer is a CNPJ (which may hold letters). */
export function documentType(document: string): 'cpf' | 'cnpj' {
  return document.length === 11 ? 'cpf' : 'cnpj'
}

/** What the buyer's device is known by at this provider, where the seller has collected it for it. */
export function fingerPrint(
  { fingerPrints = [] }: { fingerPrints?: readonly { provider: string; value: string }[] },
  code: string,
): string | undefined {
  return fingerPrints.find(({ provider }) => provider.toUpperCase() === code)?.value
}

/** Split at the first space, for providers that ask for both; a single name is its own last name. */
export function splitName(name: string): { first: string; last: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first, last: rest.join(' ') || first }
}

/** `111.444.777-35` or `12.ABC.345/01DE-35`; anything of another length stays as it is. */
export function formatDocument(document: string): string {
  if (document.length === 11) return document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  return document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
}

/** `(11) 98765-4321`, or `(11) 8765-4321` for ten digits; anything of another length stays as it is. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\d\d)(\d{4,5})(\d{4})$/, '($1) $2-$3')
}
