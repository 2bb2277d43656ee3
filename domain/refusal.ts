/** Why a charge was not paid, as a few reasons that can be counted. The provider's own word is kept with the charge. */
import type { ProviderErrorKind } from './provider-error.ts'

export const REFUSAL_REASONS = [
  'insufficientFunds',
  'limitExceeded',
  'invalidCard',
  'expiredCard',
  'blockedCard',
  'suspectedFraud',
  /** The bank refused without a reason. */
  'notAuthorized',
  /** The charge's data was not accepted, so the buyer's bank was not asked. */
  'invalidRequest',
  /** The account or its provider could not process it. */
  'providerFault',
  /** The provider ended the charge before we did. */
  'expiredThere',
  'canceledThere',
  'other',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** The reasons of all unpaid charges: refusals, and our own endings. */
export const UNPAID_REASONS = [...REFUSAL_REASONS, 'expired', 'canceled'] as const
export type UnpaidReason = (typeof UNPAID_REASONS)[number]

/**
 * Words of banks and providers in Portuguese, English and codes such as `cc_rejected_high_risk`, without accents, capitals and
 * punctuation. The first match counts, so that "security code" is found before "security".
 */
const WORDS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/insufficient|insuficiente|(sem|falta de) (saldo|limite|fundos)|not enough|no funds/, 'insufficientFunds'],
  [
    /(card|cartao) (has |is |esta |foi )?(expired|vencid|expirad)|(expired|vencid[oa]?|expirad[oa]?) (card|cartao)/,
    'expiredCard',
  ],
  [
    /cv[vc]\b|(security|verification) code|codigo de (seguranca|verificacao)|bad filled|invalid ?(credit ?)?card|(incorrect|invalid) (number|expir)|card number|numero do cartao|dados do cartao|cartao invalid|data de validade|invalid (holder|card data)/,
    'invalidCard',
  ],
  [
    /lost|stolen|perdid|roubad|furtad|extraviad|bloquead|blocked|restrict|restrit|card disabled|desativad|pick ?up/,
    'blockedCard',
  ],
  [
    /fraud|high risk|alto risco|\brisk|\brisco|blacklist|lista negra|suspeit|suspect|suspicious|seguranca|security/,
    'suspectedFraud',
  ],
  [
    /(limite?|quantidade|numero|valor)( \w+){0,3} (excedid|ultrapassad|exceeded|reached)|exce(ed|de)(s|u)?( \w+){0,3} limite?|max attempts|(many|muitas) (attempts|tentativas)|withdrawal limit/,
    'limitExceeded',
  ],
]

/** A bank's refusal or the provider's ending, for a charge that was created or if no pattern above matches. */
const ENDS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/expir|overdue|vencid|timed? ?out|prazo/, 'expiredThere'],
  [/cancel|void|delet|remov|abandon|baixad/, 'canceledThere'],
  [
    /nao (foi )?(autoriz|aprov)|not (authori|approved)|unauthori|recusad|rejei|reprov|negad|refus|reject|declin|denied|do ?not ?honou?r|contate|contact|call for auth/,
    'notAuthorized',
  ],
]

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')

const reasonIn = (words: typeof WORDS, text: string): RefusalReason | undefined =>
  words.find(([pattern]) => pattern.test(text))?.[1]

/** The reason for an error whose message does not tell. */
const UNSAID = {
  Declined: 'other',
  InvalidRequest: 'invalidRequest',
  NotSupported: 'invalidRequest',
  Unauthorized: 'providerFault',
  NotFound: 'providerFault',
  NotSent: 'providerFault',
  RateLimited: 'providerFault',
  OutcomeUnknown: 'providerFault',
  MalformedResponse: 'providerFault',
  Mismatch: 'providerFault',
} as const satisfies Record<ProviderErrorKind, RefusalReason>

/** The kinds whose message is about the buyer's payment and not about us. Only for these the words decide. */
const TELLING: readonly string[] = ['Declined', 'InvalidRequest'] satisfies ProviderErrorKind[]

/** @param message the provider's message for a charge that it did not create. */
export function refusalOf(kind: ProviderErrorKind, message: string): RefusalReason {
  if (!TELLING.includes(kind)) return UNSAID[kind]
  const text = plain(message)
  const isBanks = kind === 'Declined' || /autoriz|authori/.test(text)
  return reasonIn(WORDS, text) ?? (isBanks ? reasonIn(ENDS, text) : undefined) ?? UNSAID[kind]
}

/** @param word the provider's status of a charge that it had created and that ended: `refused`, `EXPIRED`, `cc_rejected_high_risk`. */
export function refusalOfWord(word: string | undefined): RefusalReason {
  const text = plain(word ?? '')
  return reasonIn(WORDS, text) ?? reasonIn(ENDS, text) ?? 'other'
}
