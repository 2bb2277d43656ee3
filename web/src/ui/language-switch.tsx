import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../i18n/language.ts'
import { changeLanguage, type Texts } from '../i18n/start.ts'
import { cx } from './class-names.ts'

/** For who is not signed in, and has no menu. @param texts those of the page. */
export function LanguageSwitch({ texts }: { texts: Texts }) {
  const { t, i18n } = useTranslation('common')
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t('account.language')}</legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => void changeLanguage(language, texts)}
          className={cx(
            'h-8 rounded-md px-3 text-[0.8125rem] font-medium max-md:h-11',
            i18n.language === language ? 'bg-hover text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {t(`account.languages.${language}`)}
        </button>
      ))}
    </fieldset>
  )
}
