import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/panel.tsx'
import { useSingleKeys } from '../../ui/single-keys.ts'

/** Kept on this device, as what it is typed on is. */
export function KeysPanel() {
  const { t } = useTranslation('profile')
  const [singleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Panel title={t('keys.title')}>
      <label className="flex cursor-pointer gap-3">
        <input
          type="checkbox"
          checked={singleKeys === 'on'}
          onChange={({ target }) => setSingleKeys(target.checked ? 'on' : 'off')}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span>
          <span className="block font-medium">{t('keys.single')}</span>
          <span className="block text-[0.8125rem] text-ink-soft text-pretty">{t('keys.singleHint')}</span>
        </span>
      </label>
    </Panel>
  )
}
