import { useTranslation } from 'react-i18next'
import type { ProviderAccount } from '../../api/contract.ts'
import { failureWords } from '../../i18n/failure-words.ts'
import { TONE_TEXT } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { SettingsLink } from './requirements.tsx'
import { outcomeOf, TEST_LOOKS, useOutcomeText } from './test-outcome.tsx'

/** What the last test has found, with the provider's own words, and whether the account is paused. */
export function TestFinding({ account }: { account: ProviderAccount }) {
  const { t } = useTranslation('providers')
  const textOf = useOutcomeText()
  const outcome = outcomeOf(account)
  const { tone, icon: Icon } = TEST_LOOKS[outcome]
  return (
    <div role="status" className="flex gap-4">
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', TONE_TEXT[tone])} />
      <div className="min-w-0">
        <p className="font-semibold">{t(`test.${outcome}.title`)}</p>
        <p className="mt-1 text-ink-soft text-pretty">{textOf(account)}</p>
        {account.lastTest?.message && (
          <p className="mt-2 text-[0.8125rem] text-ink-faint wrap-anywhere">{failureWords(account.lastTest.message)}</p>
        )}
        {outcome === 'notAsked' && (
          <div className="mt-2">
            <SettingsLink />
          </div>
        )}
        {!account.enabled && <p className="mt-2 text-ink-soft text-pretty">{t('test.paused')}</p>}
      </div>
    </div>
  )
}
