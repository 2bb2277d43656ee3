import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { bringsMoney } from '../../../../domain/charge.ts'
import type { Charge } from '../../api/contract.ts'
import { SECONDARY_LINK } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'

/** The two ways to the page that the charge's buyer has: where it is paid, and its receipt once it was. */
export function BuyersPage({ charge: { payUrl, status } }: { charge: Charge }) {
  const { t } = useTranslation('charges')
  const isReceipt = bringsMoney(status)
  return (
    <>
      <CopyButton text={payUrl} label={t(isReceipt ? 'detail.copyReceipt' : 'detail.copyPayPage')} />
      <a href={payUrl} target="_blank" rel="noreferrer" className={SECONDARY_LINK}>
        {t(isReceipt ? 'detail.openReceipt' : 'detail.openPayPage')}
        <ExternalLink aria-hidden />
      </a>
    </>
  )
}
