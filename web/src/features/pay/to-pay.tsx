import { useTranslation } from 'react-i18next'
import type { Checkout } from '../../api/contract.ts'
import { Card } from '../../ui/message-card.tsx'
import { type CodeMethod, NotReady } from './not-ready.tsx'
import { PayBoleto } from './pay-boleto.tsx'
import { PayPix } from './pay-pix.tsx'

/** What a buyer pays by, once it is there. */
export function ToPay({ checkout, method }: { checkout: Checkout; method: CodeMethod }) {
  const { t } = useTranslation('pay')
  const { pixCode, pixQrCode, billetCode, billetUrl, expiresAt } = checkout
  const heading = (
    <h2 tabIndex={-1} className="mb-3 scroll-mt-4 text-center font-semibold outline-none">
      {t(`toPay.${method}`)}
    </h2>
  )
  if (method === 'PIX' && pixCode) {
    return (
      <Card>
        {heading}
        <PayPix code={pixCode} image={pixQrCode} expiresAt={expiresAt} />
      </Card>
    )
  }
  if (method === 'BILLET' && (billetCode || billetUrl)) {
    return (
      <Card>
        {heading}
        <PayBoleto checkout={checkout} />
      </Card>
    )
  }
  return <NotReady checkout={checkout} method={method} />
}
