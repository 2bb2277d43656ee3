/** Who is paid where adapters are held against the fakes' books, and how the books have each. */
import type { WithdrawMethod } from '../../domain/payment-method.ts'
import type { PixKeyType } from '../../domain/withdrawal.ts'
import { INPUTS } from '../providers/support/inputs.ts'

export const WITHDRAWALS = {
  PIX: INPUTS.withdrawPix,
  BANK_ACCOUNT: INPUTS.withdrawBank,
  RECEIVER: INPUTS.withdrawReceiver,
} as const satisfies Record<WithdrawMethod, object>

/** Where they go, as the books have it; a receiver is its provider's own. */
export const DESTINATIONS = {
  PIX: { key: '11144477735', kind: 'CPF' },
  BANK_ACCOUNT: { bank: '341', branch: '1234', account: '567890', document: '11144477735' },
} as const

/** As the product keeps them, and how the books have each. */
export const PIX_KEYS = {
  CPF: ['52998224725', '52998224725'],
  CNPJ: ['12ABC34501DE35', '12ABC34501DE35'],
  PHONE: ['11987654321', '11987654321'],
  EMAIL: ['Maria@Example.com', 'maria@example.com'],
  RANDOM: ['7D9F0335-8dcc-4054-9bf9-0dbd61d36906', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
} as const satisfies Record<PixKeyType, readonly [string, string]>
