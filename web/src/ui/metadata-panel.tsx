import { useTranslation } from 'react-i18next'
import { Fact, Facts, Panel } from './panel.tsx'

/** The seller's own facts of a thing; nothing where there are none. */
export function MetadataPanel({ of: { metadata } }: { of: { metadata: Record<string, string> } }) {
  const { t } = useTranslation('metadata')
  const entries = Object.entries(metadata)
  if (entries.length === 0) return null
  return (
    <Panel title={t('panel')}>
      <Facts>
        {entries.map(([key, value]) => (
          <Fact key={key} label={key}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Panel>
  )
}
