export const LANGUAGES = ['pt-BR', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

const KEY = 'trilho.language'

/** The chosen one, else Portuguese: sellers and buyers are Brazilian, whatever language their computers came in. */
export function preferredLanguage(): Language {
  return readChoice() ?? 'pt-BR'
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

function readChoice(): Language | undefined {
  try {
    return LANGUAGES.find((language) => language === localStorage.getItem(KEY))
  } catch {
    return undefined
  }
}
