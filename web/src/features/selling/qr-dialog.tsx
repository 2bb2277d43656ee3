import { useTranslation } from 'react-i18next'
import type { PaymentMethod } from '../../api/contract.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { QrImage } from '../../ui/qr-image.tsx'
import { ShareButton } from '../../ui/share.tsx'
import { NotPayable } from './not-payable.tsx'

interface QrDialogProps {
  title: string
  text?: string
  url: string
  /** How the page is paid; null for every way. */
  methods: readonly PaymentMethod[] | null
  onClose: () => void
}

/** A page's address to be sent, or to be scanned: at a counter, or on paper. */
export function QrDialog({ title, text, url, methods, onClose }: QrDialogProps) {
  const { t } = useTranslation('selling')
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <QrImage code={url} image={null} label={t('qr.label')} className="mx-auto size-56 rounded-lg" />
      <p className="mt-4 text-center text-[0.8125rem] text-ink-soft [overflow-wrap:anywhere]">{url}</p>
      <div className="mt-4 empty:hidden">
        <NotPayable methods={methods} />
      </div>
      <DialogActions>
        <CopyButton text={url} label={t('copy')} />
        <ShareButton url={url} title={title} />
        <LinkButton look="primary" to={url} target="_blank" rel="noreferrer">
          {t('qr.open')}
        </LinkButton>
      </DialogActions>
    </Dialog>
  )
}
