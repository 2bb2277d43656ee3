/** Who bought, wherever a charge is shown: whose data was erased has no name any more. */
import { useTranslation } from 'react-i18next'
import type { Charge } from '../../api/contract.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { cx } from '../../ui/class-names.ts'
import { maskDocument, maskPhone, maskZipCode } from '../../ui/masks.ts'
import { Fact, Facts } from '../../ui/panel.tsx'

type Buyer = Charge['customer']

export function useBuyerName(): (buyer: Pick<Buyer, 'name'>) => string {
  const { t } = useTranslation('customers')
  return ({ name }) => name || t('erased')
}

export function BuyerName({ customer, className }: { customer: Pick<Buyer, 'name'>; className?: string }) {
  const nameOf = useBuyerName()
  return <span className={cx(className, !customer.name && 'text-ink-faint')}>{nameOf(customer)}</span>
}

interface ContactFactsProps {
  of: Buyer
  address?: Charge['address']
}

export function ContactFacts({ of: { name, email, document, phone }, address }: ContactFactsProps) {
  const { t } = useTranslation('charges')
  return (
    <Facts>
      <Fact label={t('detail.field.name')}>{name}</Fact>
      <Fact label={t('detail.field.email')}>
        <Breakable text={email} />
      </Fact>
      <Fact label={t('detail.field.document')}>
        <span className="figures">{maskDocument(document)}</span>
      </Fact>
      {phone && (
        <Fact label={t('detail.field.phone')}>
          <span className="figures">{maskPhone(phone)}</span>
        </Fact>
      )}
      {address && (
        <Fact label={t('detail.field.address')}>
          {`${address.address}, ${address.number} · ${address.district} · ${address.city}, ${address.state} · `}
          <span className="figures whitespace-nowrap">{maskZipCode(address.zipCode)}</span>
        </Fact>
      )}
    </Facts>
  )
}
