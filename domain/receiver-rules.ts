/** Rules for a new receiver beyond its format. Pure, so that forms can use them too. */
import { getStates, isValidCep, isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import { bareDocument } from './document.ts'
import type { ReceiverRequest } from './receiver.ts'

export const RECEIVER_RULES = {
  cpf: 'Not a valid CPF',
  cnpj: 'Not a valid CNPJ',
  zipcode: 'Not a valid CEP',
  state: 'Not a Brazilian state',
  bankCode: 'Not the three digits of a bank',
} as const
export type ReceiverRule = keyof typeof RECEIVER_RULES

export type ReceiverDraft = Pick<ReceiverRequest, 'document' | 'documentType' | 'address' | 'bankAccount'>

/** Every rule that the draft breaks, with a JSON Pointer; empty if the receiver may be opened. */
export function brokenReceiverRules({ document, documentType, address, bankAccount }: ReceiverDraft) {
  const states = getStates().map(({ code }) => code as string)
  const broken: [boolean, string, ReceiverRule][] = [
    [documentType === 'CPF' && !isValidCpf(document), '/document', 'cpf'],
    [documentType === 'CNPJ' && !isValidCnpj(document, { version: 2 }), '/document', 'cnpj'],
    [!isValidCep(address.zipcode), '/address/zipcode', 'zipcode'],
    [!states.includes(address.state.toUpperCase()), '/address/state', 'state'],
    [!/^\d{3}$/.test(bankAccount.bankCode), '/bankAccount/bankCode', 'bankCode'],
  ]
  return broken.flatMap(([isBroken, path, rule]) => (isBroken ? [{ path, rule, message: RECEIVER_RULES[rule] }] : []))
}

/** The draft with document, zip code and state in the adapters' format. */
export function bareReceiver<Draft extends ReceiverDraft>(draft: Draft): Draft {
  const { address } = draft
  return {
    ...draft,
    document: bareDocument(draft.document),
    address: { ...address, zipcode: address.zipcode.replace(/\D/g, ''), state: address.state.toUpperCase() },
  }
}
