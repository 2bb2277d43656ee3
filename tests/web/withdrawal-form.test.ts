import { expect, test } from 'vitest'
import {
  EMPTY_WITHDRAWAL,
  resolveWithdrawal,
  toNewWithdrawal,
  type WithdrawalForm,
} from '../../web/src/features/withdrawals/form-values.ts'

const FILLED: WithdrawalForm = { ...EMPTY_WITHDRAWAL, amount: 2_500, pixKey: '111.444.777-35' }
const resolve = (change: Partial<WithdrawalForm>) =>
  resolveWithdrawal({ ...FILLED, ...change }, undefined, { fields: {}, shouldUseNativeValidation: false })

test('a bank that was chosen by its name is sent by its code', () => {
  const bank = { ...FILLED, paymentMethod: 'BANK_ACCOUNT', bankCode: 'Next', branchNumber: '1', accountNumber: '2-3' }
  expect(toNewWithdrawal(bank as WithdrawalForm)).toEqual({
    amount: 2_500,
    paymentMethod: 'BANK_ACCOUNT',
    bankCode: '237',
    branchNumber: '1',
    accountNumber: '2-3',
    accountType: 'CHECKING',
  })
})

test('facts are sent as a record, and none where there are none', async () => {
  expect(toNewWithdrawal(FILLED)).not.toHaveProperty('metadata')
  const { values } = await resolve({ metadata: [{ key: ' loja ', value: ' Centro ' }] })
  expect(values).toMatchObject({ metadata: { loja: 'Centro' } })
})

test.each([
  ['bankCode', { paymentMethod: 'BANK_ACCOUNT' }, 'required'],
  ['receiverId', { paymentMethod: 'RECEIVER' }, 'required'],
  ['pixKey', { pixKey: '111.444.777-36' }, 'pixKey'],
  ['pixKey', { pixType: 'PHONE', pixKey: '(11) 91234-567890' }, 'pixKey'],
  ['metadata.0.key', { metadata: [{ key: 'mês', value: 'x' }] }, 'key'],
] as const)('says of %s what is wrong', async (path, change, type) => {
  const { errors } = await resolve(change as unknown as Partial<WithdrawalForm>)
  expect(errors).toHaveProperty(`${path}.type`, type)
})
