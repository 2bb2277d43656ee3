import { bareDocument } from '../../../../domain/document.ts'

/** While it is typed: a CPF has eleven digits; what is longer, or has letters, is a company's. */
export const typedType = (document: string) => (/^\d{0,11}$/.test(bareDocument(document)) ? 'CPF' : 'CNPJ')
