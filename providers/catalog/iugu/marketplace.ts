/**
 * Receivers at IUGU: an account of the marketplace, sent to be verified with its holder's papers, with Pix and card installments enabled.
 * Until it is verified its tokens may be refused (https://dev.iugu.com/reference/enviar-verificação-de-subconta): then they are enabled by
 * the reading that finds it able to receive.
 */
import { Type } from 'typebox'
import { type BankName, bankName } from '../../../domain/banks.ts'
import { MESSAGES } from '../../../domain/messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { BankAccount, ReceiverDocument, ReceiverRequest } from '../../../domain/receiver.ts'
import type { ReceiverKey, Steps } from '../../contract.ts'
import { actingFor, type IuguFlow } from '../../dialects/iugu-invoices.ts'
import { Anything, Maybe, Text } from '../../kit/schemas.ts'
import type { ReceiverAnswer } from '../../kit/spec.ts'
import { path } from '../../kit/wire.ts'

const Opened = Type.Object({ account_id: Text, live_api_token: Text, user_token: Text })
const Accepted = Type.Object({ id: Anything, account_id: Anything })
const Account = Type.Object({
  id: Text,
  'can_receive?': Maybe(Type.Boolean()),
  last_verification_request_status: Maybe(Type.String()),
})

/** In the order of the request; only companies have the last one. */
const PAPERS = [
  ['photoDocument', 'identification', 'Foto do documento é obrigatório.'],
  ['photoPersonWithDocument', 'selfie', 'Foto do documento com pessoa é obrigatório.'],
  ['addressProof', 'address_proof', 'Comprovante de endereço é obrigatório.'],
  ['balanceSheet', 'balance_sheet', 'Balanço patrimonial é obrigatório.'],
  ['photoDocumentSocialContract', 'social_contract', 'Contrato social é obrigatório.'],
] as const satisfies readonly (readonly [ReceiverDocument, string, string])[]

/** Iugu requires the digit of these banks' branches; of others it takes the number alone. */
const BANKS_WITH_BRANCH_DIGIT: readonly string[] = ['001', '036', '246']

const PRICE_RANGE = 'Mais que R$ 500,00'
const MOST_INSTALLMENTS = 12

export function* openAccount(request: ReceiverRequest, { wire }: IuguFlow): Steps<ReceiverAnswer> {
  const files = papersOf(request)
  const bank = bankOf(request.bankAccount)
  const named = { name: request.name }
  const account = yield* wire.post('/marketplace/create_account', named, Opened, { risk: 'repeatable' })
  const verification = { data: { ...holder(request), ...bank }, files }
  yield* wire.post(path`/accounts/${account.account_id}/request_verification`, verification, Accepted, {
    risk: 'repeatable',
    ...actingFor(account.user_token),
  })
  yield* enable(account.live_api_token, wire)
  return { receiverId: account.account_id, receiverToken: account.live_api_token, status: 'PENDING' }
}

/**
 * Pix and card installments, in the name of the account. What becomes of that changes nothing of the account: it is made, and the reading
 * that finds it able to receive tries again.
 */
function* enable(receiverToken: string, wire: IuguFlow['wire']): Steps<void> {
  const settings = {
    pix: { active: true },
    credit_card: { active: true, installments: true, max_installments: MOST_INSTALLMENTS },
  }
  const options = { risk: 'repeatable', ...actingFor(receiverToken) } as const
  try {
    yield* wire.post('/accounts/configuration', settings, Accepted, options)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
}

/** Its holder may have chosen otherwise since it was found able to receive. */
export function* readAccount(
  { receiverId, receiverToken, isActive }: ReceiverKey,
  { wire }: IuguFlow,
): Steps<ReceiverAnswer> {
  const account = yield* wire.get(path`/accounts/${receiverId}`, Account, undefined, actingFor(receiverToken))
  if (account['can_receive?']) {
    if (receiverToken && !isActive) yield* enable(receiverToken, wire)
    return { receiverId: account.id, status: 'ACTIVE' }
  }
  const pending = account.last_verification_request_status === 'pending'
  return { receiverId: account.id, status: pending ? 'PENDING' : 'REJECTED' }
}

/** @throws ProviderError InvalidRequest for the first paper that is missing. */
function papersOf({ documents, documentType }: ReceiverRequest): Record<string, string> {
  const wanted = documentType === 'CNPJ' ? PAPERS : PAPERS.slice(0, -1)
  return Object.fromEntries(
    wanted.map(([name, field, message]) => {
      const paper = documents?.[name]
      if (!paper) throw new ProviderError('InvalidRequest', message, { path: `/documents/${name}` })
      return [field, toFile(field, paper)]
    }),
  )
}

/** How the Base64 of a PDF begins; every other paper is a photo. */
const PDF = 'JVBERi'

function toFile(name: string, paper: string): string {
  const [type, extension] = paper.startsWith(PDF) ? ['application/pdf', 'pdf'] : ['image/png', 'png']
  return `data:${type};name=${name}.${extension};base64,${paper}`
}

/** @throws ProviderError InvalidRequest for a bank that Iugu does not know. */
function bankOf({ bankCode, branchNumber, branchDigit, accountNumber, accountDigit, accountType }: BankAccount) {
  const bank: BankName | undefined = bankName(bankCode)
  if (!bank) throw new ProviderError('InvalidRequest', MESSAGES.unsupportedBank, { path: '/bankAccount/bankCode' })
  const digit = BANKS_WITH_BRANCH_DIGIT.includes(bankCode) ? branchDigit : undefined
  return {
    bank,
    bank_ag: withDigit(branchNumber, digit),
    account_type: accountType === 'CHECKING' ? 'Corrente' : 'Poupança',
    bank_cc: withDigit(accountNumber, accountDigit),
  }
}

function withDigit(number: string, digit: string | undefined): string {
  return digit ? `${number}-${digit}` : number
}

function holder({ name, document, documentType, description, address }: ReceiverRequest) {
  const person =
    documentType === 'CPF'
      ? { person_type: 'Pessoa Física', cpf: document, name }
      : { person_type: 'Pessoa Jurídica', cnpj: document, company_name: name }
  return {
    price_range: PRICE_RANGE,
    physical_products: false,
    business_type: description ?? name,
    // Its shares go on to its holder's own bank: no other way out of it is offered here.
    automatic_transfer: true,
    ...person,
    address: `${address.street}, ${address.number}`,
    cep: address.zipcode,
    city: address.city,
    district: address.district,
    state: address.state,
  }
}
