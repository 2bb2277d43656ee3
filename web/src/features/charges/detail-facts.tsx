import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Charge } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId } from '../../ui/copy.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ContactFacts } from '../customers/buyer.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { TemporalLink } from '../session/temporal-link.tsx'
import { OriginFacts } from './detail-origin.tsx'
import { CardLine } from './detail-payment.tsx'

export function ItemsPanel({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges')
  const { money } = useFormat()
  const { items, amount, finalValue, paidAmount, currency, refundedAmount } = charge
  return (
    <Panel title={t('detail.items')}>
      <ul className="grid gap-3">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a charge never change
          <li key={`${index}-${item.title}`} className="flex justify-between gap-4">
            <span className="min-w-0">
              <span className="block">{item.title}</span>
              {item.quantity > 1 && (
                <span className="figures block text-[0.8125rem] text-ink-faint">
                  {t('detail.quantity', { count: item.quantity, price: money(item.unitPrice, currency) })}
                </span>
              )}
            </span>
            <span className="figures shrink-0">{money(item.unitPrice * item.quantity, currency)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid gap-1 border-t border-line pt-4">
        {finalValue !== amount && (
          <div className="flex justify-between text-ink-soft">
            <dt>{t('detail.interest')}</dt>
            <dd className="figures">{money(finalValue - amount, currency)}</dd>
          </div>
        )}
        <div className="flex justify-between font-semibold">
          <dt>{t('detail.total')}</dt>
          <dd className="figures">{money(finalValue, currency)}</dd>
        </div>
        {paidAmount !== null && paidAmount !== finalValue && (
          <div className="flex justify-between font-semibold">
            <dt>{t('detail.paidAmount')}</dt>
            <dd className="figures">{money(paidAmount, currency)}</dd>
          </div>
        )}
        {refundedAmount > 0 && (
          <div className="flex justify-between text-info-ink">
            <dt>{t('detail.refunded')}</dt>
            <dd className="figures">{money(refundedAmount, currency)}</dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}

export function CustomerPanel({ charge: { customer, customerId, address } }: { charge: Charge }) {
  const { t } = useTranslation(['charges', 'customers'])
  return (
    <Panel
      title={t('detail.customer')}
      aside={
        customerId && (
          <Link
            to={`/customers/${customerId}`}
            className="text-[0.8125rem] font-medium text-accent-ink hover:underline"
          >
            {t('customers:seeAll')}
          </Link>
        )
      }
    >
      {customer.name === '' ? (
        <p className="text-ink-soft text-pretty">{t('customers:erasedText')}</p>
      ) : (
        <ContactFacts of={customer} address={address} />
      )}
    </Panel>
  )
}

export function DetailsPanel({ charge }: { charge: Charge }) {
  const isOperator = mayOperate(useSession())
  const { t } = useTranslation(['charges', 'common'])
  const { date, exact } = useFormat()
  const providerName = useProviderName()
  const { id, orderId, provider, transactionId, expiresAt, paidAt, createdAt, updatedAt, description, workflow } =
    charge
  return (
    <Panel title={t('detail.details')}>
      <Facts>
        <Fact label={t('detail.field.id')}>
          <ShortId id={id} />
        </Fact>
        <Fact label={t('detail.field.order')}>{orderId}</Fact>
        {description && <Fact label={t('detail.field.description')}>{description}</Fact>}
        <Fact label={t('detail.field.provider')}>{provider && providerName(provider)}</Fact>
        {charge.card && (
          <Fact label={t('form.card.title')}>
            <span className="figures">
              <CardLine charge={charge} />
            </span>
          </Fact>
        )}
        <OriginFacts charge={charge} />
        <Fact label={t('detail.field.transaction')}>{transactionId && <ShortId id={transactionId} />}</Fact>
        <Fact label={t('detail.field.created')}>
          <span className="figures">{exact(createdAt)}</span>
        </Fact>
        <Fact label={t('detail.field.paid')}>{paidAt && <span className="figures">{exact(paidAt)}</span>}</Fact>
        <Fact label={t('detail.field.updated')}>
          <RelativeTime at={updatedAt} />
        </Fact>
        <Fact label={t('detail.field.expires')}>
          {expiresAt && (
            <span className="figures">{charge.paymentMethod === 'BILLET' ? date(expiresAt) : exact(expiresAt)}</span>
          )}
        </Fact>
        {isOperator && (
          <Fact label={t('detail.field.workflow')}>
            <ShortId id={workflow.workflowId} />
          </Fact>
        )}
      </Facts>
      {isOperator && <WebhookLinks chargeId={id} />}
      <TemporalLink of={charge} />
    </Panel>
  )
}

/** To what providers told us of a charge, and to what its seller was told. */
function WebhookLinks({ chargeId }: { chargeId: string }) {
  const { t } = useTranslation('charges')
  return (
    <nav aria-label={t('detail.webhooks')} className="mt-5 flex flex-wrap gap-x-4 gap-y-2 text-[0.8125rem]">
      <Link to={`/webhook-deliveries?chargeId=${chargeId}`} className="font-medium text-accent-ink hover:underline">
        {t('detail.sent')}
      </Link>
      <Link to={`/webhook-events?chargeId=${chargeId}`} className="font-medium text-accent-ink hover:underline">
        {t('detail.received')}
      </Link>
    </nav>
  )
}
