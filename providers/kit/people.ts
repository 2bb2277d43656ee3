/** Small facts about buyers that several providers want spelled out. */

/** A CPF has 11 characters; anything longer is a CNPJ (which may hold letters). */
export function documentType(document: string): 'cpf' | 'cnpj' {
  return document.length === 11 ? 'cpf' : 'cnpj'
}

/** Split at the first space, for providers that ask for both; a single name is its own last name. */
export function splitName(name: string): { first: string; last: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first, last: rest.join(' ') || first }
}
