/** Brazilian documents: an individual's CPF and a company's CNPJ. */
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'

/** A CPF or CNPJ, also the alphanumeric one, bare or formatted. */
export function isDocument(value: string): boolean {
  return isValidCpf(value) || isValidCnpj(value, { version: 2 })
}

/** The document as it is stored: only digits, and the letters of an alphanumeric CNPJ. */
export function bareDocument(value: string): string {
  return value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
}

/** 11 characters are a CPF, 14 a CNPJ; any other length is neither. */
export function documentTypeOf(document: string): 'CPF' | 'CNPJ' | undefined {
  const { length } = bareDocument(document)
  if (length === 11) return 'CPF'
  return length === 14 ? 'CNPJ' : undefined
}
