import { useTranslation } from 'react-i18next'

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
  'quantity',
  'document',
  'phone',
  'zipCode',
  'state',
] as const
type TextKey = (typeof TEXTS)[number]

/** The schema's keyword, where it says enough by itself. */
const BY_KEYWORD: Readonly<Record<string, TextKey>> = { minLength: 'tooShort', maxLength: 'tooLong', format: 'email' }

/** Puts an error into the reader's language. `kind` names what the field holds, where the keyword alone would be vague. */
export function useErrorText() {
  const { t } = useTranslation('common')
  return (error: KnownError | undefined, kind?: TextKey): string | undefined => {
    if (!error) return undefined
    const type = String(error.type)
    if (type === 'server' && error.message) return error.message
    const key = TEXTS.find((text) => text === type) ?? kind ?? BY_KEYWORD[type]
    return key ? t(`invalid.${key}`) : t('invalid.invalid')
  }
}
