import { useTranslation } from 'react-i18next'
import type { PlatformSetting } from '../../../../domain/requirements.ts'

const LABELS = {
  certCashInUrl: 'certificates.cashIn',
  certCashOutUrl: 'certificates.cashOut',
  privateKey: 'certificates.key',
  defaultReceiverId: 'money.receiver',
} as const satisfies Record<PlatformSetting, string>

/** What a setting is called on the page that sets it. */
export function useSettingLabel(): (setting: PlatformSetting) => string {
  const { t } = useTranslation('platform')
  return (setting) => t(LABELS[setting])
}
