import { useTranslation } from 'react-i18next'
import { APP_TEXTS } from '../../i18n/app-texts.ts'
import { LANGUAGES } from '../../i18n/language.ts'
import { changeLanguage } from '../../i18n/start.ts'
import { cx } from '../../ui/class-names.ts'

/** For who is not signed in, and has no menu. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation(['docs', 'common'])
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t('language')}</legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => void changeLanguage(language, APP_TEXTS)}
          className={cx(
            'h-8 rounded-md px-3 text-[0.8125rem] font-medium max-md:h-11',
            i18n.language === language ? 'bg-hover text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {t(`common:account.languages.${language}`)}
        </button>
      ))}
    </fieldset>
  )
}
