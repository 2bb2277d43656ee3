/** Rules between the fields of a new withdrawal, beyond their formats. Pure, so that forms can use them too. */
import { CHARGE_RULES } from './charge-rules.ts'
import { defined } from './defined.ts'
import { bareDocument, documentTypeOf, isDocument } from './document.ts'
import type { WithdrawMethod } from './payment-method.ts'
import { barePixKey, isPixKey, PIX_KEY_RULES, pixKeyTypeOf } from './pix-key.ts'
import type { WithdrawRequest } from './withdrawal.ts'

/** The fields of a new withdrawal that the rules use. */
export type WithdrawalDraft = Omit<
  WithdrawRequest,
  'amount' | 'withdrawReference' | 'description' | 'email' | 'webhookUrl'
>

export interface BrokenWithdrawalRule {
  /** JSON Pointer. */
  path: string
  rule: 'required' | 'pixKey' | 'document' | 'documentType'
  message: string
}

/** The destination of the money, as it is stored and sent to a provider. */
export type Destination = Omit<WithdrawRequest, 'paymentMethod' | 'amount' | 'withdrawReference' | 'description'>

/** The draft with the type of its Pix key, where it is left out and the key can be of one type only. */
export function withPixType<Draft extends Pick<WithdrawalDraft, 'pixKey' | 'pixType'>>(draft: Draft): Draft {
  if (draft.pixType !== undefined || draft.pixKey === undefined) return draft
  return { ...draft, ...defined({ pixType: pixKeyTypeOf(draft.pixKey) }) }
}

/** Every rule that the draft breaks; empty if it may be paid out. */
export function brokenWithdrawalRules(draft: WithdrawalDraft): BrokenWithdrawalRule[] {
  const { pixKey, pixType, document, documentType, accountDocument } = draft
  const documents = Object.entries({ document, accountDocument }).flatMap(([name, value]) =>
    value === undefined || isDocument(value)
      ? []
      : [{ path: `/${name}`, rule: 'document' as const, message: CHARGE_RULES.document }],
  )
  const isMislabelled =
    document !== undefined &&
    documentType !== undefined &&
    documents.length === 0 &&
    documentTypeOf(document) !== documentType
  return [
    ...missing(draft),
    ...(pixKey !== undefined && pixType !== undefined && !isPixKey(pixType, pixKey)
      ? [{ path: '/pixKey', rule: 'pixKey' as const, message: PIX_KEY_RULES[pixType] }]
      : []),
    ...documents,
    ...(isMislabelled
      ? [{ path: '/documentType', rule: 'documentType' as const, message: 'The document is of the other type' }]
      : []),
  ]
}

/** Each required field of the method that is missing. The account's holder may replace the person, and the other way round. */
function missing(draft: WithdrawalDraft): BrokenWithdrawalRule[] {
  const needed = {
    PIX: { pixKey: draft.pixKey, pixType: draft.pixType },
    BANK_ACCOUNT: {
      bankCode: draft.bankCode,
      branchNumber: draft.branchNumber,
      accountNumber: draft.accountNumber,
      accountHolder: draft.accountHolder ?? draft.name,
      accountDocument: draft.accountDocument ?? draft.document,
    },
    RECEIVER: { receiverId: draft.receiverId },
  } as const satisfies Record<WithdrawMethod, object>
  return Object.entries(needed[draft.paymentMethod]).flatMap(([name, value]) =>
    value === undefined
      ? [{ path: `/${name}`, rule: 'required' as const, message: `is required for ${draft.paymentMethod}` }]
      : [],
  )
}

/** The destination with bare keys and documents, and with derived fields filled in. */
export function destinationOf(draft: WithdrawalDraft & { email?: string }): Destination {
  const { pixKey, pixType, name, email, receiverId, bankCode, accountType, branchNumber, accountNumber } = draft
  const isBank = draft.paymentMethod === 'BANK_ACCOUNT'
  const document = bare(draft.document ?? (isBank ? draft.accountDocument : undefined))
  const fields = {
    pixKey: pixKey !== undefined && pixType !== undefined ? barePixKey(pixType, pixKey) : undefined,
    pixType,
    document,
    documentType: document === undefined ? draft.documentType : documentTypeOf(document),
    name: name ?? (isBank ? draft.accountHolder : undefined),
    email,
    receiverId,
    bankCode,
    accountType,
    branchNumber,
    accountNumber,
    accountHolder: draft.accountHolder ?? (isBank ? name : undefined),
    accountDocument: bare(draft.accountDocument ?? (isBank ? draft.document : undefined)),
  } satisfies Record<Exclude<keyof Destination, 'webhookUrl'>, unknown>
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const bare = (document: string | undefined) => (document === undefined ? undefined : bareDocument(document))
