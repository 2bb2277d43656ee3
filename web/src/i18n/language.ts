import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../domain/language.ts'
import { onDevice } from '../ui/storage.ts'

export { LANGUAGES, type Language }

const KEY = 'trilho.language'

/** The chosen one, else Portuguese: sellers and buyers are Brazilian, whatever language their computers came in. */
export function preferredLanguage(): Language {
  return readChoice() ?? DEFAULT_LANGUAGE
}

export function rememberLanguage(language: Language): void {
  onDevice.set(KEY, language)
}

function readChoice(): Language | undefined {
  const chosen = onDevice.get(KEY)
  return LANGUAGES.find((language) => language === chosen)
}
