import { onDevice } from '../ui/storage.ts'

export const LANGUAGES = ['pt-BR', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

const KEY = 'trilho.language'

/** The chosen one, else Portuguese: sellers and buyers are Brazilian, whatever language their computers came in. */
export function preferredLanguage(): Language {
  return readChoice() ?? 'pt-BR'
}

export function rememberLanguage(language: Language): void {
  onDevice.set(KEY, language)
}

function readChoice(): Language | undefined {
  const chosen = onDevice.get(KEY)
  return LANGUAGES.find((language) => language === chosen)
}
