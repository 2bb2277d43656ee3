import { Check, Copy, ExternalLink, Pause, Pencil, Play, QrCode, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { useCopy } from '../../ui/use-copy.ts'

interface RowActionsProps {
  /** So that each button says by itself what it is about. */
  name: string
  url: string
  enabled: boolean
  /** The list of its charges. */
  charges: string
  onScan: () => void
  onEdit: () => void
  onPause: () => void
}

export function RowActions({ name, url, enabled, charges, onScan, onEdit, onPause }: RowActionsProps) {
  const { t } = useTranslation(['selling', 'common'])
  const { copied, copy } = useCopy(url)
  const Icon = copied ? Check : Copy
  return (
    <span className="relative z-10 inline-flex gap-1">
      <Button
        look="quiet"
        size="icon"
        aria-label={`${copied ? t('common:copied') : t('copy')}: ${name}`}
        onClick={copy}
      >
        <Icon aria-hidden className={copied ? 'text-success-ink' : ''} />
      </Button>
      <MoreMenu
        label={`${t('actions')}: ${name}`}
        choices={[
          { icon: ExternalLink, text: t('qr.open'), to: url, beside: true },
          { icon: QrCode, text: t('qr.show'), onSelect: onScan },
          { icon: ReceiptText, text: t('charges'), to: charges },
          { icon: Pencil, text: t('edit.show'), onSelect: onEdit },
          { icon: enabled ? Pause : Play, text: t(enabled ? 'pause' : 'resume'), onSelect: onPause },
        ]}
      />
    </span>
  )
}
