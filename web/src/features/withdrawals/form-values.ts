/** The form as one fills it in, and the request that it becomes. */
import { typeboxResolver } from '@hookform/resolvers/typebox'
import { type Resolver, set } from 'react-hook-form'
import { defined } from '../../../../domain/defined.ts'
import { brokenWithdrawalRules } from '../../../../domain/withdrawal-rules.ts'
import { BANK_CODES, type BankName, type PixKeyType, type WithdrawMethod } from '../../api/contract.ts'
import { NewWithdrawal } from '../../api/schemas.ts'
import { fieldAt } from '../../ui/field-at.ts'
import { nameMissing } from '../../ui/missing-fields.ts'
import { toMetadata, type WithMetadata, withWrongKeys } from '../metadata/values.ts'

export interface WithdrawalForm extends WithMetadata {
  amount: number
  paymentMethod: WithdrawMethod
  providerAccountId: string | null
  pixType: PixKeyType
  pixKey: string
  name: string
  document: string
  /** The bank by its name: several brands share one code. */
  bankCode: BankName | ''
  branchNumber: string
  accountNumber: string
  accountType: 'CHECKING' | 'SAVINGS'
  receiverId: string
  description: string
}

export const EMPTY_WITHDRAWAL: WithdrawalForm = {
  amount: 0,
  paymentMethod: 'PIX',
  providerAccountId: null,
  pixType: 'CPF',
  pixKey: '',
  name: '',
  document: '',
  bankCode: '',
  branchNumber: '',
  accountNumber: '',
  accountType: 'CHECKING',
  receiverId: '',
  description: '',
  metadata: [],
}

/** Only what the way of paying out needs; what was left empty is left out. */
const FIELDS = {
  PIX: ['pixKey', 'name', 'document', 'receiverId'],
  BANK_ACCOUNT: ['bankCode', 'branchNumber', 'accountNumber', 'name', 'document'],
  RECEIVER: ['receiverId'],
} as const satisfies Record<WithdrawMethod, readonly (keyof WithdrawalForm)[]>

export function toNewWithdrawal(form: WithdrawalForm): NewWithdrawal {
  const { amount, paymentMethod, providerAccountId, pixType, accountType } = form
  const values = { ...form, bankCode: form.bankCode === '' ? '' : BANK_CODES[form.bankCode] }
  const texts = [...FIELDS[paymentMethod], 'description' as const].map((name) => [name, values[name].trim()] as const)
  return {
    amount,
    paymentMethod,
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    ...defined({
      pixType: paymentMethod === 'PIX' ? pixType : undefined,
      accountType: paymentMethod === 'BANK_ACCOUNT' ? accountType : undefined,
      providerAccountId: providerAccountId || undefined,
      metadata: toMetadata(form.metadata),
    }),
  }
}

const bySchema = typeboxResolver(NewWithdrawal)

/** The API's own schema, then the rules that it keeps besides: nothing that passes here should be refused there. */
export const resolveWithdrawal: Resolver<WithdrawalForm, unknown, NewWithdrawal> = async (form, context, options) => {
  const withdrawal = toNewWithdrawal(form)
  const { errors } = await bySchema(withdrawal, context, options as unknown as Parameters<typeof bySchema>[2])
  const found = withWrongKeys(errors, form)
  for (const { path, rule } of brokenWithdrawalRules(withdrawal)) {
    const field = fieldOf(path)
    if (!(field in found)) set(found, field, { type: rule })
  }
  return Object.keys(found).length === 0
    ? { values: withdrawal, errors: {} }
    : { values: {}, errors: nameMissing(found, form) }
}

/** The form's field for a JSON Pointer into the request. */
export const fieldOf = (path: string): string => HOLDER_FIELDS[path] ?? fieldAt(path)

/** The holder of the account is the person on this form. */
const HOLDER_FIELDS: Readonly<Record<string, string>> = { '/accountHolder': 'name', '/accountDocument': 'document' }
