import { useTranslation } from 'react-i18next'
import type { Withdrawal } from '../../api/contract.ts'
import { maskDocument } from '../../ui/masks.ts'
import { Fact } from '../../ui/panel.tsx'
import { useReceiver } from '../receivers/use-receiver.ts'
import { destinationText, holderOf } from './destination.ts'

/** Who gets it, and by what, for one who is about to send it: a key that was mistyped is seen here or nowhere. */
export function DestinationFacts({ paymentMethod, destination }: Pick<Withdrawal, 'paymentMethod' | 'destination'>) {
  const { t } = useTranslation(['disbursements', 'charges'])
  const { pixKey, document, accountDocument, receiverId } = destination
  const receiver = useReceiver(receiverId)
  const holder = [holderOf(destination), maskDocument(accountDocument ?? document ?? '')].filter(Boolean).join(' · ')
  const shownHolder = holder || (pixKey && t('form.holderUnknown'))
  return (
    <>
      <Fact label={t('form.destination')}>
        <span className="figures font-semibold">{destinationText(t, { paymentMethod, destination })}</span>
      </Fact>
      {receiverId && <Fact label={t('form.receiverId')}>{receiver?.name}</Fact>}
      {shownHolder && <Fact label={t('detail.holder')}>{shownHolder}</Fact>}
    </>
  )
}
