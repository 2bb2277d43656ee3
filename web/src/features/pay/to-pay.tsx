import type { Checkout } from '../../api/contract.ts'
import { Card } from '../../ui/message-card.tsx'
import { type CodeMethod, NotReady } from './not-ready.tsx'
import { PayBoleto } from './pay-boleto.tsx'
import { PayPix } from './pay-pix.tsx'

/** What a buyer pays by, once it is there. */
export function ToPay({ checkout, method }: { checkout: Checkout; method: CodeMethod }) {
  const { pixCode, pixQrCode, billetCode, billetUrl, expiresAt } = checkout
  if (method === 'PIX' && pixCode) {
    return (
      <Card>
        <PayPix code={pixCode} image={pixQrCode} expiresAt={expiresAt} />
      </Card>
    )
  }
  if (method === 'BILLET' && (billetCode || billetUrl)) {
    return (
      <Card>
        <PayBoleto checkout={checkout} />
      </Card>
    )
  }
  return <NotReady checkout={checkout} method={method} />
}
