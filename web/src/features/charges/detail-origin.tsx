import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Charge } from '../../api/contract.ts'
import { ShortId } from '../../ui/copy.tsx'
import { Fact } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useActorName } from '../history/actor.ts'
import { offerQueries } from '../offers/queries.ts'
import { linkQueries } from '../payment-links/queries.ts'
import { productQueries } from '../products/queries.ts'

/** What a charge sold, by which link its buyer came, and who made it. */
export function OriginFacts({ charge: { offerId, paymentLinkId, createdByUser } }: { charge: Charge }) {
  const { t } = useTranslation('charges')
  const nameOf = useActorName()
  return (
    <>
      {offerId && (
        <Fact label={t('detail.field.offer')}>
          <SoldOffer id={offerId} />
        </Fact>
      )}
      {paymentLinkId && (
        <Fact label={t('detail.field.link')}>
          <SoldLink id={paymentLinkId} />
        </Fact>
      )}
      <Fact label={t('detail.field.createdBy')}>{createdByUser && nameOf(createdByUser)}</Fact>
    </>
  )
}

/** An offer by its name, and its product where that has another one. */
function SoldOffer({ id }: { id: string }) {
  const offer = useQuery(offerQueries.one(id))
  const product = useQuery({
    ...productQueries.one(offer.data?.productId ?? ''),
    enabled: offer.data !== undefined,
  }).data
  return (
    <Named id={id} query={offer}>
      {({ name, productId }) => (
        <>
          <Link to={`/products/${productId}?offer=${id}`} className="text-accent-ink hover:underline">
            {name}
          </Link>
          {product && product.name !== name && <span className="block text-ink-soft">{product.name}</span>}
        </>
      )}
    </Named>
  )
}

/** A link by its title or else its address, as in files. */
function SoldLink({ id }: { id: string }) {
  return (
    <Link to={`/payment-links?link=${id}`} className="text-accent-ink hover:underline">
      <Named id={id} query={useQuery(linkQueries.one(id))}>
        {({ title, url }) => title ?? url.replace(/^https?:\/\//, '')}
      </Named>
    </Link>
  )
}

interface NamedProps<Row> {
  id: string
  query: UseQueryResult<Row>
  children: (row: Row) => ReactNode
}

/** Without its name, what cannot be read is known by its id. */
function Named<Row>({ id, query: { data, isError }, children }: NamedProps<Row>) {
  if (data !== undefined) return children(data)
  return isError ? <ShortId id={id} /> : <Skeleton className="w-24" />
}
