import { ExternalLink, Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bringsMoney } from '../../../../domain/charge.ts'
import { mailKindOf } from '../../../../domain/charge-mail.ts'
import type { Charge } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button, SECONDARY_LINK } from '../../ui/button.tsx'
import { useServerNow } from '../../ui/clock.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { ShareButton } from '../../ui/share.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { paidOrAsked } from './paid-or-asked.ts'

/** The ways to the page that the charge's buyer has: where it is paid, and its receipt once it was. */
export function BuyersPage({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges')
  const { money } = useFormat()
  const { payUrl, status, currency } = charge
  const isReceipt = bringsMoney(status)
  const amount = money(paidOrAsked(charge), currency)
  return (
    <>
      <CopyButton text={payUrl} label={t(isReceipt ? 'detail.copyReceipt' : 'detail.copyPayPage')} />
      <ShareButton url={payUrl} title={t('detail.title', { amount })} />
      <MailButton charge={charge} />
      <a href={payUrl} target="_blank" rel="noreferrer" className={SECONDARY_LINK}>
        {t(isReceipt ? 'detail.openReceipt' : 'detail.openPayPage')}
        <ExternalLink aria-hidden />
      </a>
    </>
  )
}

function MailButton({ charge }: { charge: Charge }) {
  const { t } = useTranslation('chargeMails')
  const [isOpen, setOpen] = useState(false)
  const now = useServerNow(20_000)
  const isErased = charge.customer.email === ''
  if (!isOpen && (isErased || !mailKindOf(charge, null, now))) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Mail aria-hidden />
        {t('send')}
      </Button>
      {isOpen && <MailDialog charge={charge} onClose={() => setOpen(false)} />}
    </>
  )
}
