import { QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'

interface RowActionsProps {
  /** So that each button says by itself what it is about. */
  name: string
  url: string
  enabled: boolean
  onScan: () => void
  onEdit: () => void
  onPause: () => void
}

export function RowActions({ name, url, enabled, onScan, onEdit, onPause }: RowActionsProps) {
  const { t } = useTranslation('selling')
  const pause = t(enabled ? 'pause' : 'resume')
  return (
    <span className="relative z-10 flex w-full flex-wrap gap-2 max-md:py-1 max-md:[&>button]:grow md:flex-nowrap md:justify-end">
      <CopyButton text={url} label={t('copy')} of={name} />
      <Button size="icon" aria-label={`${t('qr.show')}: ${name}`} onClick={onScan}>
        <QrCode aria-hidden />
      </Button>
      <Button aria-label={`${t('edit.show')}: ${name}`} onClick={onEdit}>
        {t('edit.show')}
      </Button>
      <Button aria-label={`${pause}: ${name}`} onClick={onPause}>
        {pause}
      </Button>
    </span>
  )
}
