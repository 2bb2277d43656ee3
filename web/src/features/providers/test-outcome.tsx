/** What a test of an account's keys has found, in words and as a badge. */
import { CircleAlert, CircleCheck, CircleHelp, CircleX, type LucideIcon, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AccountTestResult, ProviderAccount } from '../../api/contract.ts'
import { failureWords } from '../../i18n/failure-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { toast } from '../../ui/toast.ts'
import { useSettingLabel } from './use-setting-label.ts'

export type ShownOutcome = AccountTestResult['outcome'] | 'untested'

export const TEST_LOOKS = {
  accepted: { tone: 'success', icon: CircleCheck },
  refused: { tone: 'danger', icon: CircleX },
  notAsked: { tone: 'warning', icon: CircleAlert },
  unanswered: { tone: 'warning', icon: WifiOff },
  unclear: { tone: 'warning', icon: CircleHelp },
  impossible: { tone: 'pending', icon: CircleHelp },
  untested: { tone: 'pending', icon: CircleHelp },
} as const satisfies Record<ShownOutcome, { tone: Tone; icon: LucideIcon }>

export const outcomeOf = ({ lastTest }: ProviderAccount): ShownOutcome => lastTest?.outcome ?? 'untested'

/** Whether an account takes no charge until another test has found otherwise. */
export const isBarred = (outcome: ShownOutcome): outcome is 'refused' | 'notAsked' =>
  outcome === 'refused' || outcome === 'notAsked'

/** What the outcome means, and which setting of the platform is to be mended. */
export function useOutcomeText(): (account: ProviderAccount) => string {
  const { t } = useTranslation('providers')
  const labelOf = useSettingLabel()
  return (account) => {
    const setting = account.lastTest?.setting
    return t(`test.${outcomeOf(account)}.text`, { setting: setting ? labelOf(setting) : '' })
  }
}

/** In a toast. */
export function useToldOutcome(): (account: ProviderAccount) => void {
  const { t } = useTranslation('providers')
  const textOf = useOutcomeText()
  return (account) => {
    const outcome = outcomeOf(account)
    const title = t(`test.${outcome}.title`)
    const said = outcome === 'notAsked' ? null : account.lastTest?.message
    const description = said ? failureWords(said) : textOf(account)
    if (outcome === 'accepted') toast.success(title)
    else toast.warning(title, { description })
  }
}

export function TestBadge({ account }: { account: ProviderAccount }) {
  const { t } = useTranslation('providers')
  const { exactly } = useFormat()
  const outcome = outcomeOf(account)
  const { tone, icon } = TEST_LOOKS[outcome]
  return (
    <span title={account.lastTest ? exactly(account.lastTest.at) : undefined}>
      <Badge tone={tone} icon={icon}>
        {t(`test.${outcome}.short`)}
      </Badge>
    </span>
  )
}
