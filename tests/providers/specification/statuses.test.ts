/** Every word for a status that the specification gives a meaning, at every provider that it names. */
import { describe, expect, test } from 'vitest'
import { findProvider, providers } from '../../../providers/index.ts'
import { meaningOf } from './support.ts'
import { ofUnknownWord } from './unknown-words.ts'

type Rows = readonly (readonly [string, Readonly<Record<string, string>>])[]

const BACEN = {
  ATIVA: 'PENDING',
  REMOVIDA_PELO_PSP: 'PENDING',
  LIQUIDATED: 'APPROVED',
  CONCLUIDA: 'APPROVED',
  REFUND: 'CHARGEBACK',
}
const REFLOW2 = {
  created: 'PENDING',
  paid: 'APPROVED',
  infraction: 'APPROVED',
  refund: 'CHARGEBACK',
  failed: 'REJECTED',
  canceled: 'REJECTED',
}

const CHARGES: Rows = [
  ['VILLET', { refunded: 'CHARGEBACK', in_protest: 'CHARGEBACK', chargedback: 'CHARGEBACK' }],
  [
    'ABMEXSPLIT',
    { created: 'PENDING', awaiting_payment: 'PENDING', paid: 'APPROVED', captured: 'APPROVED', refunded: 'REFUNDED' },
  ],
  [
    'CELCOIN',
    {
      pendingPix: 'PENDING',
      notSend: 'PENDING',
      authorized: 'APPROVED',
      payedPix: 'APPROVED',
      reversed: 'REFUNDED',
      chargeback: 'CHARGEBACK',
    },
  ],
  ['PAGARMEBAAS', { canceled: 'REFUNDED' }],
  ['PRONTTUS', { WAITING_PAYMENT: 'PENDING', PAID: 'APPROVED', INFRACTION: 'APPROVED', REFUND: 'CHARGEBACK' }],
  ['ZENDRY', { awaiting_payment: 'PENDING', canceled: 'PENDING', paid: 'APPROVED', error: 'CHARGEBACK' }],
  ['TREEAL', BACEN],
  ['PODPAY', BACEN],
  ['ONZ', BACEN],
  ['VENIT', { refound: 'REFUNDED' }],
  [
    'VENITIP',
    {
      paid: 'APPROVED',
      received: 'APPROVED',
      confirmed: 'APPROVED',
      refused: 'REJECTED',
      refunded: 'REJECTED',
      infraction: 'REJECTED',
      'anything else': 'PENDING',
    },
  ],
  ['BMB', { Paid: 'APPROVED', 'anything else': 'PENDING' }],
  ['HUNTERPAY', { paid: 'APPROVED', infraction: 'APPROVED', in_protest: 'APPROVED' }],
  ['BRAVIVE', { IN_DISPUTE: 'CHARGEBACK' }],
  ['RAPDYN', { med: 'REFUNDED', blocked: 'REFUNDED', returned: 'REFUNDED' }],
  ['REFLOW2', REFLOW2],
]

const WITHDRAWALS: Rows = [
  ['VILLET', { pending: 'PENDING', bank_processing: 'PENDING', success: 'APPROVED', 'anything else': 'REJECTED' }],
  ['PAGARMEBAAS', { transferred: 'APPROVED', canceled: 'CANCELED' }],
  ['ZENDRY', { CONFIRMED: 'APPROVED', PENDING: 'PENDING', PROCESSING: 'PENDING', CANCELED: 'CANCELED' }],
  ['REFLOW2', { 0: 'PENDING', 1: 'APPROVED', 2: 'REJECTED', 3: 'REJECTED', 4: 'REJECTED' }],
]

describe.each(CHARGES)('a charge at %s', (code, words) => {
  test.each(Object.entries(words))('that is %s is %s', (word, status) => {
    expect(meaningOf(code, 'readTransaction', word).status).toBe(status)
  })
})

describe.each(WITHDRAWALS)('a withdrawal at %s', (code, words) => {
  const read = providers[code]?.capabilities.operations.includes('readWithdraw')
  test.each(Object.entries(words))('that is %s is %s', (word, status) => {
    expect(meaningOf(code, read ? 'readWithdraw' : 'withdraw', word).status).toBe(status)
  })
})

/** They answer no reading with a word, or with bare text: what they post has one. */
const NOTICED: Readonly<Record<string, (word: string) => object>> = {
  FIREBANK: (status) => ({ transactionId: '1', movementType: 'CREDIT', status }),
  FLOW2PAY: (evento) => ({ evento, txid: '1', codigoTransacao: '1' }),
  SUITPAY: (statusTransaction) => ({ idTransaction: '1', typeTransaction: 'PIX', statusTransaction }),
}
/** It makes no charges. */
const EMPTY = ['ULTRAGATE']

test.each(Object.keys(providers).filter((code) => !EMPTY.includes(code)))(
  'a word that no table maps at %s is REJECTED, or what the specification says instead',
  (code) => {
    const notice = NOTICED[code]
    const meaning = notice ? posted(code, notice('novidade')) : meaningOf(code, 'readTransaction', 'novidade')
    expect(meaning).toMatchObject({ status: ofUnknownWord(code), rawStatus: 'novidade', unmapped: true })
  },
)

const posted = (code: string, body: object) =>
  findProvider(code).translateWebhook({ headers: {}, query: {}, body: JSON.stringify(body) })

const WITHDRAWAL_WORDS = [
  ...['pending', 'processing', 'request'].map((word) => [word, 'PENDING']),
  ...['pending_analysis', 'pending analysis', 'pending_queue', 'pending queue'].map((word) => [word, 'PENDING']),
  ...['completed', 'paid', 'approved'].map((word) => [word, 'APPROVED']),
] as [string, string][]

/** What every other word means there, the specification says itself. */
const OWN_WITHDRAWAL_WORDS = ['VILLET']
/** Their answers hold no word, or bare text: what they post does. */
const POSTED: Readonly<Record<string, (word: string) => object>> = {
  FLOW2PAY: (status) => ({ evento: 'PixOut', codigoTransacao: '1', status }),
  SUITPAY: (statusTransaction) => ({ idTransaction: '1', typeTransaction: 'PIX_CASHOUT', statusTransaction }),
}
/** It says of no withdrawal how it stands. */
const WORDLESS = ['PAGSTAR']
const PAYING = Object.values(providers).filter(
  ({ code, capabilities }) =>
    capabilities.withdrawMethods.length > 0 && ![...OWN_WITHDRAWAL_WORDS, ...WORDLESS].includes(code),
)

interface Meaning {
  status: string
  unmapped?: boolean
}

describe.each(PAYING.map(({ code }) => code))('generic words at %s', (code) => {
  const reads = providers[code]?.capabilities.operations.includes('readWithdraw')
  const meaning = (word: string) => {
    const post = POSTED[code]
    if (!post) return meaningOf(code, reads ? 'readWithdraw' : 'withdraw', word)
    return posted(code, post(word))
  }

  test.each(WITHDRAWAL_WORDS)('a withdrawal that is %s is %s, in small letters and in capitals', (word, status) => {
    for (const spelled of [word, word.toUpperCase()]) {
      expect(meaning(spelled)).toMatchObject({ status })
      expect(meaning(spelled)).not.toHaveProperty('unmapped')
    }
  })

  test.each(['failed', 'rejected', 'canceled', 'cancelled', 'refunded'])(
    'a withdrawal that is %s is not paid, and in capitals the same',
    (word) => {
      const [small, capital] = [meaning(word), meaning(word.toUpperCase())] as [Meaning, Meaning]
      expect(['REJECTED', 'CANCELED']).toContain(small.status)
      if (!small.unmapped && !capital.unmapped) expect(capital.status).toBe(small.status)
    },
  )

  test('a withdrawal in words that no table maps is REJECTED, and not for good', () => {
    expect(meaning('anything else')).toMatchObject({ status: 'REJECTED', unmapped: true })
  })
})

test.each(['paid', 'approved', 'completed', 'processing', 'request'])(
  'a withdrawal that is %s is REJECTED at VILLET, which has other words, and not for good',
  (word) => {
    expect(meaningOf('VILLET', 'readWithdraw', word)).toMatchObject({ status: 'REJECTED', unmapped: true })
  },
)

const TYPICAL_WORDS = [
  ...['paid', 'authorized', 'confirmed', 'received', 'approved', 'completed'].map((word) => [word, 'APPROVED']),
  ...['processing', 'waiting_payment', 'awaiting_payment', 'waiting', 'pending', 'created'].map((w) => [w, 'PENDING']),
  ['refunded', 'REFUNDED'],
  ...['chargedback', 'in_protest', 'in_dispute', 'held', 'med', 'fraud'].map((word) => [word, 'CHARGEBACK']),
  ...['refused', 'failed', 'expired', 'canceled'].map((word) => [word, 'REJECTED']),
] as [string, string][]

/** Words that the specification gives another meaning at one provider, besides those of CHARGES. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // "authorized maps to PENDING at some providers": an invoice that was only authorised has not been paid.
  IUGU: { authorized: 'PENDING' },
  IUGUBAAS: { authorized: 'PENDING' },
}
/** What every other word means there, the specification says itself. */
const REPLACED = ['VENITIP', 'BMB', 'LORDSPAY', 'FLOW2PAY']
/** It answers a reading with bare text, in which no word stands between quotation marks. */
const UNQUOTED = ['SUITPAY']
const own = new Map(CHARGES)
const READABLE = Object.values(providers)
  .filter(({ capabilities }) => capabilities.operations.includes('readTransaction'))
  .map(({ code }) => code)
  .filter((code) => !REPLACED.includes(code) && !UNQUOTED.includes(code))

describe.each(READABLE)('typical words at %s', (code) => {
  test.each(TYPICAL_WORDS)('a charge that is %s is %s unless the specification says otherwise', (word, status) => {
    const reading = meaningOf(code, 'readTransaction', word)
    expect(reading.status).toBe(own.get(code)?.[word] ?? OTHERWISE[code]?.[word] ?? status)
    expect(reading).not.toHaveProperty('unmapped')
    const { rawStatus: _, ...inCapitals } = meaningOf(code, 'readTransaction', word.toUpperCase())
    expect(reading).toMatchObject(inCapitals)
  })
})

test.each(['chargeback', 'authorized', 'canceled', 'in_protest'])(
  'a charge that is %s waits at LORDSPAY, which has words for nothing but paid, failed, expired and refunded',
  (word) => {
    expect(meaningOf('LORDSPAY', 'readTransaction', word)).toMatchObject({ status: 'PENDING', unmapped: true })
  },
)
