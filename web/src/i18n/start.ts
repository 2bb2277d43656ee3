import i18next, { type Resource } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, preferredLanguage, rememberLanguage } from './language.ts'

export type Texts = Record<Language, () => Promise<{ texts: Resource[string] }>>

/** Loads the texts of the reader's language before anything is drawn. */
export async function startTexts(texts: Texts): Promise<void> {
  const language = preferredLanguage()
  const { texts: resources } = await texts[language]()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: resources },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    // A word of the API that has no text here is a defect: the console says so, and every browser test asks the console.
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => console.error(`No text: ${namespace}:${key}`),
  })
  document.documentElement.lang = language
  i18next.on('languageChanged', (next) => {
    document.documentElement.lang = next
  })
}

export async function changeLanguage(language: Language, texts: Texts): Promise<void> {
  const { texts: resources } = await texts[language]()
  for (const [namespace, bundle] of Object.entries(resources)) i18next.addResourceBundle(language, namespace, bundle)
  rememberLanguage(language)
  await i18next.changeLanguage(language)
}
