/** The form's values, and the request built from them. */
import { typeboxResolver } from '@hookform/resolvers/typebox'
import { get, type Resolver, set } from 'react-hook-form'
import { defined } from '../../../../domain/defined.ts'
import { brokenReceiverRules } from '../../../../domain/receiver-rules.ts'
import type { ReceiverRequirement } from '../../../../domain/requirements.ts'
import { typedCards } from '../../../../domain/typed-card.ts'
import { BANK_CODES, type BankName, RECEIVER_DOCUMENTS, type ReceiverDocument } from '../../api/contract.ts'
import { NewReceiver } from '../../api/schemas.ts'
import { fieldAt } from '../../ui/field-at.ts'
import type { ChosenFile, FileTrouble } from '../../ui/file-field.tsx'
import { nameMissing } from '../../ui/missing-fields.ts'
import { toMetadata, type WithMetadata, withWrongKeys } from '../metadata/values.ts'
import { brokenProviderData, NO_PROVIDER_VALUES, type ProviderValues, toProviderData } from './registration.ts'
import { typedType } from './typed-type.ts'

/** A file with trouble is not kept; the form is not sent without the person knowing. */
export type ChosenPaper = ChosenFile & { trouble?: FileTrouble }

export interface ReceiverForm extends WithMetadata {
  providerAccountId: string | null
  /** What the chosen account's provider requires besides: the fields depend on it. */
  requires: readonly ReceiverRequirement[]
  name: string
  document: string
  email: string
  description: string
  address: { street: string; number: string; zipcode: string; city: string; district: string; state: string }
  bankAccount: {
    /** The bank by its name: several brands share one code. */
    bankCode: BankName | ''
    branchNumber: string
    branchDigit: string
    accountNumber: string
    accountDigit: string
    accountType: 'CHECKING' | 'SAVINGS'
    pixCode: string
  }
  providerData: ProviderValues
  documents: Record<ReceiverDocument, ChosenPaper | null>
}

export const EMPTY_RECEIVER: ReceiverForm = {
  providerAccountId: null,
  requires: [],
  name: '',
  document: '',
  email: '',
  description: '',
  address: { street: '', number: '', zipcode: '', city: '', district: '', state: '' },
  bankAccount: {
    bankCode: '',
    branchNumber: '',
    branchDigit: '',
    accountNumber: '',
    accountDigit: '',
    accountType: 'CHECKING',
    pixCode: '',
  },
  providerData: NO_PROVIDER_VALUES,
  documents: {
    photoDocument: null,
    photoPersonWithDocument: null,
    photoDocumentSocialContract: null,
    addressProof: null,
    balanceSheet: null,
  },
  metadata: [],
}

/** The documents of an individual or a company: only a company has articles of incorporation. */
export const documentsOf = (document: string): readonly ReceiverDocument[] =>
  RECEIVER_DOCUMENTS.filter((name) => name !== 'photoDocumentSocialContract' || typedType(document) === 'CNPJ')

/** Empty fields are left out. */
export function toNewReceiver(form: ReceiverForm): NewReceiver {
  const { document, providerAccountId, documents } = form
  const { bankCode, accountType, branchNumber, accountNumber, ...optional } = form.bankAccount
  const sent = documentsOf(document).flatMap((name) => {
    const url = documents[name]?.url
    return url ? [[name, url]] : []
  })
  return {
    name: form.name.trim(),
    document,
    documentType: typedType(document),
    email: form.email.trim(),
    ...filled({ description: form.description }),
    address: trimmed(form.address),
    bankAccount: {
      bankCode: bankCode === '' ? '' : BANK_CODES[bankCode],
      ...trimmed({ branchNumber, accountNumber }),
      ...filled(optional),
      accountType,
    },
    ...defined({
      documents: sent.length > 0 ? Object.fromEntries(sent) : undefined,
      providerData: toProviderData(form),
      providerAccountId: providerAccountId || undefined,
      metadata: toMetadata(form.metadata),
    }),
  }
}

function trimmed<Texts extends Record<string, string>>(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) as Texts
}

function filled<Texts extends Record<string, string>>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(trimmed(texts)).filter(([, text]) => text !== '')) as Partial<Texts>
}

const bySchema = typeboxResolver(NewReceiver)

/** The API's own schema, then the rules that it and the chosen provider keep besides. */
export const resolveReceiver: Resolver<ReceiverForm, unknown, NewReceiver> = async (form, context, options) => {
  const receiver = toNewReceiver(form)
  const { errors } = await bySchema(receiver, context, options as unknown as Parameters<typeof bySchema>[2])
  const found = withWrongKeys(errors, form)
  for (const [name, type] of brokenRules(form, receiver)) {
    if (get(found, name) === undefined) set(found, name, { type })
  }
  return Object.keys(found).length === 0
    ? { values: receiver, errors: {} }
    : { values: {}, errors: nameMissing(found, form) }
}

/** Facts stand in rows of their own here: of them the API says it. */
const heldCards = ({ metadata: _metadata, ...receiver }: NewReceiver) => typedCards(receiver)

function brokenRules(form: ReceiverForm, receiver: NewReceiver): [name: string, type: string][] {
  const rules = brokenReceiverRules(receiver).map(({ path, rule }): [string, string] => [fieldAt(path), rule])
  const papers = documentsOf(form.document).flatMap((name): [string, string][] => {
    const file = form.documents[name]
    if (file === null) return form.requires.includes('documents') ? [[`documents.${name}`, 'required']] : []
    if (file.trouble) return [[`documents.${name}`, file.trouble]]
    return file.url === null ? [[`documents.${name}`, 'sending']] : []
  })
  return [
    ...rules,
    ...heldCards(receiver).map((path): [string, string] => [fieldAt(path), 'typedCard']),
    ...papers,
    ...(form.providerAccountId === null ? [['providerAccountId', 'required'] as [string, string]] : []),
    ...(form.requires.includes('cnpj') && receiver.documentType === 'CPF'
      ? [['document', 'companyOnly'] as [string, string]]
      : []),
    ...brokenProviderData(form),
  ]
}
