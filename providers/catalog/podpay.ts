/** PODPAY: the specification gives it TREEAL's wire. PODPAY2 is another API. No host is public. */
import { bacenPix } from '../dialects/bacen-pix.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const podpay = defineProvider(
  bacenPix({
    code: 'PODPAY',
    name: 'PodPay',
    evidence: 'specification',
    host: 'https://api.podpay.invalid',
    cashOut: {
      url: 'https://accounts.podpay.invalid',
      token: 'standard',
      approvedAtOnce: true,
      ownReceiverOnly: true,
    },
  }),
)
