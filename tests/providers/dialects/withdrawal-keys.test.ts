/** How the providers that pay out by Pix key take the key and its kind. */
import { describe, expect, test } from 'vitest'
import { isPixKey } from '../../../domain/pix-key.ts'
import { readPath } from '../../../providers/kit/json.ts'
import { type Fixture, type GoldenCase, loadFixtures } from '../support/fixtures.ts'
import { inputOf, networkOf, play, startCase } from '../support/play.ts'
import { run, sentBody } from '../support/start.ts'

const RANDOM = '7D9F0335-8dcc-4054-9bf9-0dbd61d36906'

/** As a request may carry them. */
const KEYS = {
  CPF: '111.444.777-35',
  CNPJ: '11.222.333/0001-81',
  PHONE: '(11) 98765-4321',
  EMAIL: 'Maria@Example.com',
  RANDOM,
} as const
type Kind = keyof typeof KEYS
const KINDS = Object.keys(KEYS) as Kind[]

const DIGITS = { ...KEYS, CPF: '11144477735', CNPJ: '11222333000181', PHONE: '11987654321' }
const INTERNATIONAL = { ...DIGITS, PHONE: '+5511987654321' }
const DIRECTORY = { ...INTERNATIONAL, EMAIL: 'maria@example.com', RANDOM: RANDOM.toLowerCase() }

const OWN_NAMES = { CPF: 'CPF', CNPJ: 'CNPJ', PHONE: 'PHONE', EMAIL: 'EMAIL', RANDOM: 'RANDOM' }
const EVP = { CPF: 'cpf', CNPJ: 'cnpj', EMAIL: 'email', PHONE: 'phone', RANDOM: 'EVP' }
const SMALL_EVP = { ...EVP, RANDOM: 'evp' }
const CAPITAL_EVP = { ...OWN_NAMES, RANDOM: 'EVP' }
const SMALL = { ...EVP, RANDOM: 'random' }
const PORTUGUESE = { ...OWN_NAMES, PHONE: 'TELEFONE', RANDOM: 'CHAVE_ALEATORIA' }
const SUITPAY = { CPF: 'document', CNPJ: 'document', PHONE: 'phoneNumber', EMAIL: 'email', RANDOM: 'randomKey' }
const RANDOMKEY = { ...EVP, RANDOM: 'randomkey' }
const TOKEN = { CPF: 'cpf', CNPJ: 'cnpj', PHONE: 'phone', EMAIL: 'email', RANDOM: 'token' }

function sentKey(code: string, kind: Kind, at: string): unknown {
  const input = { like: 'withdrawPix', set: { pixKey: KEYS[kind], pixType: kind } } as const
  return readPath(sentBody(run(code, 'withdraw', input)), at)
}

describe.each([
  ['MEDIUS', 'pixkey', DIGITS],
  ['CASHTIME', 'pixKey', DIGITS],
  ['REFLOWPAY', 'pixKey', DIGITS],
  ['REFLOW2', 'pixKey', DIGITS],
  ['ZENDRY', 'pix_key', INTERNATIONAL],
  ['PRIMEPAG', 'pix_key', INTERNATIONAL],
  ['TREEAL', 'pixKey', DIRECTORY],
  ['PODPAY', 'pixKey', DIRECTORY],
  ['ONZ', 'pixKey', DIRECTORY],
  ['VOLUTI', 'pixKey', DIRECTORY],
  ['NEWLEVEL', 'pixKey', KEYS],
  ['PAGNET', 'pixKey', KEYS],
  ['AXISBANK', 'pixKey', KEYS],
  ['NOXPAY', 'pixkey', INTERNATIONAL],
  ['FLOW2PAY', 'chavePixDestino', INTERNATIONAL],
  ['PAGSTAR', 'pix_key', INTERNATIONAL],
  ['SIMPAY', 'key', INTERNATIONAL],
  ['VEXYPAYMENTS', 'pixKey', INTERNATIONAL],
  ['SYNCPAY', 'pix_key', INTERNATIONAL],
  ['WITETEC', 'pixKey', INTERNATIONAL],
  ['RAPDYN', 'pix_key', KEYS],
] as const)('%s', (code, at, expected) => {
  test.each(KINDS)('gets a key that is a %s in its form', (kind) => {
    expect(sentKey(code, kind, at)).toBe(expected[kind])
  })
})

describe.each([
  ['MEDIUS', 'pixkeytype', EVP],
  ['ZENDRY', 'pix_key_type', TOKEN],
  ['PRIMEPAG', 'pix_key_type', TOKEN],
  ['CASHTIME', 'pixKeyType', OWN_NAMES],
  ['REFLOWPAY', 'pixKeyType', OWN_NAMES],
  ['NEWLEVEL', 'pixType', OWN_NAMES],
  ['AXISBANK', 'pixType', OWN_NAMES],
  ['ASAAS', 'pixAddressKeyType', CAPITAL_EVP],
  ['WITETEC', 'pixKeyType', CAPITAL_EVP],
  ['SYNCPAY', 'pix_key_type', CAPITAL_EVP],
  ['PAGOUAI', 'pixKeyType', SMALL_EVP],
  ['ORBITA', 'pixKeyType', SMALL_EVP],
  ['GATYWAY', 'pixKeyType', SMALL_EVP],
  ['PAYSHARKGATEWAY', 'pixKeyType', SMALL_EVP],
  ['PODPAY2', 'pixKeyType', SMALL_EVP],
  ['RAPDYN', 'pix_key_type', RANDOMKEY],
  ['IUGU', 'receiver.pix.type', SMALL_EVP],
  ['PLUGGOU', 'key_type', SMALL],
  ['PLUGGO', 'key_type', SMALL],
  ['EZZEBANK', 'creditParty.keyType', PORTUGUESE],
  ['TRANSFEERA', 'transfers.0.destination_bank_account.pix_key_type', PORTUGUESE],
  ['SUITPAY', 'typeKey', SUITPAY],
] as const)('%s', (code, at, expected) => {
  test.each(KINDS)('calls a key that is a %s by its name for it', (kind) => {
    expect(sentKey(code, kind, at)).toBe(expected[kind])
  })
})

/** The specification says what the kinds are called, and not where. */
test.each([['BRAVIVE', 'RANDOM', 'EVP'], ...KINDS.map((kind) => ['VELTRAX', kind, kind] as const)] as const)(
  '%s is told that a key is a %s by the word %s',
  (code, kind, word) => {
    const input = { like: 'withdrawPix', set: { pixKey: KEYS[kind], pixType: kind } } as const
    expect(Object.values(sentBody(run(code, 'withdraw', input)) as object)).toContain(word)
  },
)

/** A mobile number of São Paulo whose eleven digits are a valid CPF too. */
const BOTH = '11912345684'

const PAID_BY_KEY = loadFixtures().flatMap((fixture) => {
  const golden = fixture.cases.find(
    (one) => one.operation === 'withdraw' && one.result !== undefined && inputOf(one).paymentMethod === 'PIX',
  )
  return golden ? [{ provider: fixture.provider, fixture, golden }] : []
})

function sentFor(fixture: Fixture, golden: GoldenCase, pixType: Kind): string {
  const input = { like: 'withdrawPix', set: { pixKey: BOTH, pixType } } as const
  const { requests } = play(startCase(fixture, { ...golden, input }), networkOf(golden))
  return JSON.stringify(requests)
}

test('the number is a phone and a CPF', () => {
  expect([isPixKey('PHONE', BOTH), isPixKey('CPF', BOTH)]).toEqual([true, true])
})

test.each(PAID_BY_KEY)('$provider is told whether eleven digits are a phone or a CPF', ({ fixture, golden }) => {
  const [phone, document] = [sentFor(fixture, golden, 'PHONE'), sentFor(fixture, golden, 'CPF')]
  expect(document).toContain('withdraw')
  expect(phone).not.toBe(document)
})
