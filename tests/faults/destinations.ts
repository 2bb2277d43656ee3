/** Where each withdrawal's money goes: every lifecycle pays another person. */
import type { WithdrawMethod } from '../../domain/payment-method.ts'
import type { SandboxWithdrawal } from '../support/sandbox-client.ts'
import type { WithdrawalLife } from './plan.ts'

type Whose = Pick<WithdrawalLife, 'index' | 'method'>

const DOCUMENT = '52998224725'
const keyOf = (index: number) => `recebedor-${index}@example.com`
const accountOf = (index: number) => String(1_000_000 + index)
const receiverOf = (index: number) => `re_${index}`

const ASKED = {
  PIX: (index) => ({
    pixKey: keyOf(index),
    pixType: 'EMAIL',
    document: DOCUMENT,
    documentType: 'CPF',
    name: 'Ana Souza',
    email: 'ana@example.com',
  }),
  BANK_ACCOUNT: (index) => ({
    bankCode: '341',
    branchNumber: '1234',
    accountNumber: accountOf(index),
    accountType: 'CHECKING',
    accountHolder: 'Ana Souza',
    accountDocument: DOCUMENT,
  }),
  RECEIVER: (index) => ({ receiverId: receiverOf(index) }),
} as const satisfies Record<WithdrawMethod, (index: number) => object>

const BOOKED = {
  PIX: (index) => ({ key: keyOf(index), kind: 'EMAIL' }),
  BANK_ACCOUNT: (index) => ({ bank: '341', branch: '1234', account: accountOf(index), document: DOCUMENT }),
  RECEIVER: (index) => ({ receiver: receiverOf(index) }),
} as const satisfies Record<WithdrawMethod, (index: number) => SandboxWithdrawal['destination']>

/** The fields of the seller's request. */
export const destinationOf = ({ index, method }: Whose): object => ASKED[method](index)

/** As a provider's books must have it. */
export const bookedDestinationOf = ({ index, method }: Whose): SandboxWithdrawal['destination'] => BOOKED[method](index)
