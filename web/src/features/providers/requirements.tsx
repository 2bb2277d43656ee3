/** What a provider requires beyond the usual: of a charge, of a receiver, and of the platform's settings. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PlatformSetting } from '../../../../domain/requirements.ts'
import type { Platform, Provider } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { useSettingLabel } from './use-setting-label.ts'

interface RequirementsProps {
  provider: Provider
  /** Where the reader is one who may change its settings. */
  linked: boolean
  /** Whose settings are compared with what is required. */
  platform?: Platform | null | undefined
}

export function Requirements({ provider, linked, platform }: RequirementsProps) {
  const { t } = useTranslation(['requirements', 'common'])
  const labelOf = useSettingLabel()
  const { paymentMethods, requires, receiverRequires, platformRequires } = provider
  const asking = paymentMethods.flatMap((method) => {
    const fields = requires[method] ?? []
    return fields.length === 0 ? [] : [{ method, fields }]
  })
  return (
    <div className="grid gap-2 text-ink-soft">
      {!requiresMore(provider) && <p>{t('nothing')}</p>}
      {asking.length > 0 && (
        <ul className="grid gap-1">
          {asking.map(({ method, fields }) => (
            <li key={method}>
              {t(`common:method.${method}`)}: {fields.map((field) => t(`field.${field}`)).join(', ')}
            </li>
          ))}
        </ul>
      )}
      {receiverRequires.length > 0 && (
        <p>{t('receivers', { what: receiverRequires.map((one) => t(`receiver.${one}`)).join(', ') })}</p>
      )}
      {platformRequires.length > 0 && (
        <>
          <p>{t('platform')}</p>
          <ul className="grid gap-1">
            {platformRequires.map((setting) => (
              <li key={setting} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span>
                  {labelOf(setting)}: {t(`setting.${setting}`)}
                </span>
                {platform && <Standing isSet={IS_SET[setting](platform)} />}
              </li>
            ))}
          </ul>
          {linked && <SettingsLink />}
        </>
      )}
    </div>
  )
}

const IS_SET = {
  certCashInUrl: ({ certCashInUrl }) => certCashInUrl !== null,
  certCashOutUrl: ({ certCashOutUrl }) => certCashOutUrl !== null,
  privateKey: ({ hasPrivateKey }) => hasPrivateKey,
  defaultReceiverId: ({ defaultReceiverId }) => defaultReceiverId !== null,
} as const satisfies Record<PlatformSetting, (platform: Platform) => boolean>

function Standing({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation('requirements')
  return <Badge tone={isSet ? 'success' : 'warning'}>{t(isSet ? 'isSet' : 'isMissing')}</Badge>
}

export function SettingsLink() {
  const { t } = useTranslation('requirements')
  return (
    <p>
      <Link to="/settings" className="font-medium text-accent-ink underline">
        {t('toSettings')}
      </Link>
    </p>
  )
}

/** Whether there is more to say than that nothing is required. */
export const requiresMore = ({ requires, receiverRequires, platformRequires }: Provider): boolean =>
  [...Object.values(requires), receiverRequires, platformRequires].some((required) => required.length > 0)
