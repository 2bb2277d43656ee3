/** ABMEXSPLIT: sales that are split among marketplaces, which is what it calls receivers. Companies at known banks alone. */
import { Type } from 'typebox'
import { ABMEXSPLIT_BANKS } from '../../domain/banks.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { BankAccount, ReceiverRequest } from '../../domain/receiver.ts'
import { abmexSells } from '../dialects/abmex-sells.ts'
import { defineProvider } from '../kit/define-provider.ts'
import type { Derived } from '../kit/derived.ts'
import { Id, Maybe } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Marketplace = Type.Object({ id: Id, created_at: Maybe(Type.String()) })

/** Of these banks it takes no branch with a digit. */
const WITHOUT_BRANCH_DIGIT: readonly string[] = ['001', '036', '246', '204', '237']

/** A phone is required, and receivers have none here. */
const PHONE = '5511999999999'
const DESCRIPTION = 'Descrição do marketplace'
const PRICES = [50, 150_000] as const
const ACCOUNT_TYPES = { CHECKING: 'cc', SAVINGS: 'cp' } as const

export const abmexsplit = defineProvider({
  ...abmexSells({
    code: 'ABMEXSPLIT',
    name: 'Abmex Split',
    host: 'https://api.abmexsplit.invalid',
    methods: ['PIX', 'CREDIT_CARD'],
    splits: ['FIXED', 'PERCENTAGE'],
  }),
  receiverRequires: ['cnpj'],

  *createReceiver(request, { wire, derived }) {
    if (request.documentType === 'CPF')
      throw new ProviderError('InvalidRequest', 'Adquirente não aceita CPF', { path: '/documentType' })
    assertBank(request.bankAccount)
    const body = marketplace(request, derived)
    return toReceiver(yield* wire.post('/marketplaces', body, Marketplace, { risk: 'money' }))
  },
  *readReceiver({ receiverId }, { wire }) {
    return toReceiver(yield* wire.get(path`/marketplaces/${receiverId}`, Marketplace))
  },
})

/** One that has been created is active. */
function toReceiver({ id, created_at }: { id: string | number; created_at?: string | null }) {
  return { receiverId: id, status: created_at ? 'ACTIVE' : 'PENDING' } as const
}

function assertBank({ bankCode, branchDigit = '0' }: BankAccount): void {
  const refusesDigit = WITHOUT_BRANCH_DIGIT.includes(bankCode) && branchDigit > '0'
  if (refusesDigit || !ABMEXSPLIT_BANKS.includes(bankCode)) {
    const wrong = refusesDigit ? 'branchDigit' : 'bankCode'
    throw new ProviderError('InvalidRequest', MESSAGES.unsupportedBank, { path: `/bankAccount/${wrong}` })
  }
}

function marketplace({ name, document, email, description, address, bankAccount }: ReceiverRequest, derived: Derived) {
  return {
    name,
    document,
    email,
    description: description ?? DESCRIPTION,
    price_range: derived.between('price range', ...PRICES),
    phone: PHONE,
    address,
    bank_account: {
      bank_code: bankAccount.bankCode,
      branch: bankAccount.branchNumber,
      account: bankAccount.accountNumber,
      account_digit: bankAccount.accountDigit,
      type: ACCOUNT_TYPES[bankAccount.accountType],
    },
  }
}
