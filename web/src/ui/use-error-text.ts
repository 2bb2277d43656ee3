import { useTranslation } from 'react-i18next'
import { MAX_AMOUNT, type ProblemField } from '../api/contract.ts'
import { useFormat } from '../i18n/format.ts'
import { hasText } from './problem-words.ts'

/** What a form knows of one field's error: of react-hook-form's own shape all we need. */
interface KnownError {
  type?: unknown
  message?: string | undefined
}

const TEXTS = [
  'required',
  'email',
  'uri',
  'tooShort',
  'tooLong',
  'amount',
  'amountTooLarge',
  'quantity',
  'quantityTooLarge',
  'document',
  'cpf',
  'pixKey',
  'phone',
  'birthDate',
  'zipCode',
  'state',
  'cardNumber',
  'expiry',
  'expired',
  'cvv',
  'holderName',
  'digits',
  'checkDigit',
  'sending',
  'companyOnly',
  'typedCard',
  'receiverElsewhere',
  'receiverSeveral',
  'receiverUnknown',
] as const
export type TextKey = (typeof TEXTS)[number]

/** Of these the pages do not know all themselves, as what a provider requires. */
const ONLY_THE_API: readonly TextKey[] = ['required', 'receiverElsewhere', 'receiverSeveral', 'receiverUnknown']

/** The schema's keyword, where it says enough by itself. */
const BY_KEYWORD: Readonly<Record<string, TextKey>> = { minLength: 'tooShort', maxLength: 'tooLong', format: 'email' }

/** What is too much of a kind; without it a kind's text speaks of too little, or of a wrong shape. */
const TOO_LARGE: Partial<Record<TextKey, TextKey>> = { amount: 'amountTooLarge', quantity: 'quantityTooLarge' }

/** What the API says of a field: in the reader's language where the rule has a text of its own, else in the API's words. */
export function saidByApi({ rule, message }: Pick<ProblemField, 'rule' | 'message'>): {
  type: string
  message: string
} {
  const isKnown = hasText(rule) || ONLY_THE_API.some((text) => text === rule)
  return { type: isKnown ? rule : 'server', message }
}

/** Puts an error into the reader's language. `kind` names what the field holds, where the keyword alone would be vague. */
export function useErrorText() {
  const { t } = useTranslation(['common', 'rules'])
  const { money } = useFormat()
  return (error: KnownError | undefined, kind?: TextKey): string | undefined => {
    if (!error) return undefined
    const type = String(error.type)
    if (type === 'server' && error.message) return error.message
    if (hasText(type)) return t(`rules:${type}`)
    const tooLarge = type === 'maximum' && kind ? TOO_LARGE[kind] : undefined
    const key = TEXTS.find((text) => text === type) ?? tooLarge ?? kind ?? BY_KEYWORD[type]
    return key ? t(`invalid.${key}`, { max: money(MAX_AMOUNT) }) : t('invalid.invalid')
  }
}
