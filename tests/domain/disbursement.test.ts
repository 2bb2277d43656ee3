import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canDisbursementMove,
  type DisbursementStatus,
  isDisbursementRefused,
  isDisbursementSettled,
  isPaidOut,
  refundStateOf,
} from '../../domain/disbursement.ts'
import { barePixKey, isPixKey } from '../../domain/pix-key.ts'
import { PIX_KEY_TYPES, WITHDRAWAL_STATUSES } from '../../domain/withdrawal.ts'
import { brokenWithdrawalRules, destinationOf, type WithdrawalDraft } from '../../domain/withdrawal-rules.ts'

const QUESTIONS = { isDisbursementSettled, isPaidOut, isDisbursementRefused }
test.each<[DisbursementStatus, (keyof typeof QUESTIONS)[], string]>([
  ['PENDING', [], 'PENDING'],
  ['APPROVED', ['isDisbursementSettled', 'isPaidOut'], 'APPROVED'],
  ['REJECTED', ['isDisbursementSettled', 'isDisbursementRefused'], 'REJECTED'],
  ['CANCELED', ['isDisbursementSettled'], 'REJECTED'],
])('%s is %j and nothing else; of a refund it is %s', (status, answers, state) => {
  const yes = Object.entries(QUESTIONS).filter(([, question]) => question(status))
  expect(yes.map(([name]) => name)).toEqual(answers)
  expect(refundStateOf(status)).toBe(state)
})

describe('the life of a disbursement', () => {
  test('a final status stays, whatever comes later', () => {
    for (const from of WITHDRAWAL_STATUSES) {
      for (const to of WITHDRAWAL_STATUSES) {
        expect(canDisbursementMove(from, to, false), `${from} to ${to}`).toBe(from === 'PENDING' && to !== 'PENDING')
      }
    }
  })

  test('what came from an unknown word may still be corrected', () => {
    expect(canDisbursementMove('REJECTED', 'APPROVED', true)).toBe(true)
    expect(canDisbursementMove('REJECTED', 'PENDING', true)).toBe(false)
  })
})

describe('Pix keys', () => {
  test.each([
    ['CPF', '529.982.247-25', '52998224725'],
    ['CPF', '52998224725', '52998224725'],
    ['CNPJ', '12.345.678/0001-95', '12345678000195'],
    ['CNPJ', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['PHONE', '+55 (11) 98765-4321', '11987654321'],
    ['PHONE', '1133334444', '1133334444'],
    ['EMAIL', ' Ana@Example.com ', 'Ana@Example.com'],
    ['RANDOM', '123e4567-e12b-12d1-a456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ] as const)('%s: %s', (type, key, bare) => {
    expect(isPixKey(type, key)).toBe(true)
    expect(barePixKey(type, key)).toBe(bare)
  })

  test.each([
    ['CPF', '5299822472'],
    ['CPF', '12.345.678/0001-95'],
    ['CPF', 'x52998224725'],
    ['CNPJ', '52998224725'],
    ['PHONE', '987654321'],
    ['PHONE', 'ana@example.com'],
    ['EMAIL', 'ana'],
    ['EMAIL', '52998224725'],
    ['EMAIL', 'ana@example'],
    ['RANDOM', '52998224725'],
    ['RANDOM', 'ana@example.com'],
  ] as const)('not a %s: %s', (type, key) => {
    expect(isPixKey(type, key)).toBe(false)
  })

  test('are the same after they have been made bare', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PIX_KEY_TYPES), fc.string(), (type, key) => {
        expect(barePixKey(type, barePixKey(type, key))).toBe(barePixKey(type, key))
      }),
    )
  })
})

describe('a withdrawal', () => {
  const BANK: WithdrawalDraft = {
    paymentMethod: 'BANK_ACCOUNT',
    bankCode: '341',
    branchNumber: '1234',
    accountNumber: '12345-6',
    accountHolder: 'Ana',
    accountDocument: '529.982.247-25',
  }

  test.each<[string, WithdrawalDraft, string[]]>([
    ['by Pix', { paymentMethod: 'PIX', pixType: 'CPF', pixKey: '529.982.247-25' }, []],
    ['by Pix without a key', { paymentMethod: 'PIX' }, ['/pixKey', '/pixType']],
    [
      'by Pix with a key of another kind',
      { paymentMethod: 'PIX', pixType: 'CNPJ', pixKey: '52998224725' },
      ['/pixKey'],
    ],
    ['to a CPF whose digits do not fit', { paymentMethod: 'PIX', pixType: 'CPF', pixKey: '52998224724' }, ['/pixKey']],
    [
      'to a CNPJ whose digits do not fit',
      { paymentMethod: 'PIX', pixType: 'CNPJ', pixKey: '12.345.678/0001-96' },
      ['/pixKey'],
    ],
    ['to a CNPJ with letters', { paymentMethod: 'PIX', pixType: 'CNPJ', pixKey: '12.ABC.345/01DE-35' }, []],
    ['to a bank', BANK, []],
    ['to a bank for a mistyped CPF', { ...BANK, accountDocument: '52998224724' }, ['/accountDocument']],
    ['to a bank, the person as holder', { ...withoutHolder(BANK), name: 'Ana', document: '52998224725' }, []],
    ['to a bank without a holder', withoutHolder(BANK), ['/accountHolder', '/accountDocument']],
    [
      'to a bank alone',
      { paymentMethod: 'BANK_ACCOUNT' },
      ['/bankCode', '/branchNumber', '/accountNumber', '/accountHolder', '/accountDocument'],
    ],
    ['of a receiver', { paymentMethod: 'RECEIVER', receiverId: 're_1' }, []],
    ['of no receiver', { paymentMethod: 'RECEIVER' }, ['/receiverId']],
    [
      'for a document of no kind',
      { paymentMethod: 'RECEIVER', receiverId: 're_1', document: '123456789012' },
      ['/document'],
    ],
    [
      'for a document of the other kind',
      { paymentMethod: 'RECEIVER', receiverId: 're_1', document: '52998224725', documentType: 'CNPJ' },
      ['/documentType'],
    ],
  ])('%s', (_, draft, paths) => {
    expect(brokenWithdrawalRules(draft).map(({ path }) => path)).toEqual(paths)
  })

  test('goes to a destination with bare numbers; a document of 11 characters is a CPF, another a CNPJ', () => {
    expect(destinationOf(BANK)).toEqual({
      bankCode: '341',
      branchNumber: '1234',
      accountNumber: '12345-6',
      accountHolder: 'Ana',
      accountDocument: '52998224725',
      name: 'Ana',
      document: '52998224725',
      documentType: 'CPF',
    })
    const pix = { paymentMethod: 'PIX', pixType: 'PHONE', pixKey: '+55 11 98765-4321' } as const
    expect(destinationOf({ ...pix, document: '12.345.678/0001-95' })).toEqual({
      pixType: 'PHONE',
      pixKey: '11987654321',
      document: '12345678000195',
      documentType: 'CNPJ',
    })
  })
})

function withoutHolder({ accountHolder: _, accountDocument: __, ...rest }: WithdrawalDraft): WithdrawalDraft {
  return rest
}
