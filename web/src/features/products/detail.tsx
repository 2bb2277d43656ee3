import { useQuery } from '@tanstack/react-query'
import { ImageOff, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Product } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ShortId } from '../../ui/copy.tsx'
import { BackLink, Loaded } from '../../ui/detail-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { useActorName } from '../history/actor.ts'
import { NewOfferDialog } from '../offers/form.tsx'
import { OffersTable } from '../offers/table.tsx'
import { NewLinkDialog } from '../payment-links/form.tsx'
import { LinksTable } from '../payment-links/table.tsx'
import { EditProductDialog } from './edit.tsx'
import { productQueries } from './queries.ts'

export function ProductPage() {
  const { id = '' } = useParams()
  return <Loaded query={useQuery(productQueries.one(id))}>{(product) => <ProductView product={product} />}</Loaded>
}

function ProductView({ product }: { product: Product }) {
  const { t } = useTranslation('selling')
  const [opened, setOpened] = useState<'edit' | 'offer' | 'link' | null>(null)
  const close = () => setOpened(null)
  const wanted = { productId: product.id }
  const heading = (
    <>
      <BackLink to="/offers">{t('offers.pageTitle')}</BackLink>
      <h1 className="text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">{product.name}</h1>
    </>
  )
  const add = (what: 'offer' | 'link', text: string) => (
    <Button size="small" onClick={() => setOpened(what)}>
      <Plus aria-hidden />
      {text}
    </Button>
  )
  return (
    <Page
      title={product.name}
      heading={heading}
      actions={<Button onClick={() => setOpened('edit')}>{t('product.edit')}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <AboutPanel product={product} />
        <OffersTable wanted={wanted} title={t('offers.title')} aside={add('offer', t('offers.new'))} />
        <LinksTable
          wanted={wanted}
          title={t('links.title')}
          aside={product.offerCount > 0 && add('link', t('links.new'))}
        />
      </div>
      {opened === 'edit' && <EditProductDialog product={product} onClose={close} />}
      {opened === 'offer' && <NewOfferDialog product={product} onClose={close} />}
      {opened === 'link' && <NewLinkDialog productId={product.id} onClose={close} />}
    </Page>
  )
}

/** What buyers see of it, and what it is to its seller. */
function AboutPanel({ product }: { product: Product }) {
  const { t } = useTranslation(['selling', 'common'])
  const nameOf = useActorName()
  const { exact } = useFormat()
  const { id, imageUrl, description, tangible, createdByUser, createdAt } = product
  return (
    <Panel title={t('product.about')}>
      <div className="grid items-start gap-4 md:grid-cols-[14rem_minmax(0,1fr)] md:gap-6">
        {imageUrl ? (
          <img src={imageUrl} alt={t('product.image')} className="max-h-72 w-full rounded-lg object-contain" />
        ) : (
          <p className="grid h-32 place-content-center justify-items-center gap-2 rounded-lg bg-sunken text-ink-faint">
            <ImageOff aria-hidden className="size-5" />
            {t('product.noImage')}
          </p>
        )}
        <Facts>
          <Fact label={t('offers.description')}>
            {description && <span className="whitespace-pre-line">{description}</span>}
          </Fact>
          <Fact label={t('product.kind')}>{t(tangible ? 'product.tangible' : 'product.intangible')}</Fact>
          <Fact label={t('product.createdBy')}>{createdByUser && nameOf(createdByUser)}</Fact>
          <Fact label={t('product.createdAt')}>
            <span className="figures">{exact(createdAt)}</span>
          </Fact>
          <Fact label={t('product.id')}>
            <ShortId id={id} />
          </Fact>
        </Facts>
      </div>
    </Panel>
  )
}
