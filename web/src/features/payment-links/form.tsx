import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import { type Offer, PAYMENT_METHODS, type PaymentLink, type PaymentMethod } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { rowsOf } from '../../ui/paged-table.tsx'
import { SearchedField } from '../../ui/searched-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { offerQueries } from '../offers/queries.ts'
import { productQueries } from '../products/queries.ts'
import { MethodsField } from '../selling/methods-field.tsx'
import { PagePreview } from '../selling/page-preview.tsx'
import { QrDialog } from '../selling/qr-dialog.tsx'
import { SavingDialog } from '../selling/saving-dialog.tsx'
import { useAddressField } from '../selling/use-address-field.tsx'
import { useLimits } from './limits.tsx'
import { addLink, changeLink } from './queries.ts'

const AMOUNT = 'amount'

interface NewLinkProps {
  /** One of its offers is chosen to begin with; left out, an amount is. */
  productId?: string
  onClose: () => void
}

/** A link for an amount or an offer: of one sale, or of as many as come. */
export function NewLinkDialog({ productId, onClose }: NewLinkProps) {
  const { t } = useTranslation('selling')
  const { money } = useFormat()
  const offers = rowsOf(useInfiniteQuery(offerQueries.list(defined({ productId }))))
  const [title, setTitle] = useState('')
  const [amount, setAmount] = useState(0)
  const [chosen, setChosen] = useState<Offer | undefined>()
  const offer = chosen ?? (productId ? offers[0] : undefined)
  const [methods, setMethods] = useState<readonly PaymentMethod[]>(PAYMENT_METHODS)
  const limits = useLimits()
  const address = useAddressField()
  const queries = useQueryClient()
  const [made, setMade] = useState<PaymentLink | null>(null)
  const read = () => {
    const wanted = limits.read()
    if (!wanted || methods.length === 0 || (!offer && amount === 0)) return undefined
    const expiresAt = wanted.expiresAt ?? undefined
    const maxUses = wanted.maxUses ?? undefined
    const paymentMethods = methods.length === PAYMENT_METHODS.length ? undefined : [...methods]
    const slug = address.chosen
    const more = defined({ title: title.trim() || undefined, expiresAt, maxUses, paymentMethods, slug })
    return { ...(offer ? { offerId: offer.id } : { amount }), ...more }
  }
  if (made) {
    const { url, paymentMethods } = made
    const text = t('links.madeText')
    return <QrDialog title={t('links.made')} text={text} url={url} methods={paymentMethods} onClose={onClose} />
  }
  return (
    <SavingDialog
      title={t('links.new')}
      description={t('links.newText')}
      action={t('links.make')}
      mutation={addLink(queries)}
      read={read}
      onClose={onClose}
      onSaved={setMade}
      onRefused={address.refuse}
      beside={<LinkPreview title={title} offer={offer} amount={amount} methods={methods} />}
    >
      {(isTried) => (
        <>
          <TitleField value={title} onValueChange={setTitle} />
          {(offers.length > 0 || productId) && (
            <SearchedField<Offer>
              required
              label={t('links.sells')}
              first={productId ? [] : [{ value: AMOUNT, label: t('links.forAmount') }]}
              list={(q) => offerQueries.list(defined({ productId, q }))}
              optionOf={({ id, name, price }) => ({ value: id, label: name, hint: money(price) })}
              value={offer?.id ?? AMOUNT}
              onValueChange={(_, wanted) => setChosen(wanted)}
            />
          )}
          {!offer && (
            <MoneyField
              required
              label={t('column.amount')}
              value={amount}
              onValueChange={setAmount}
              error={isTried && amount === 0 ? t('amountMissing') : undefined}
            />
          )}
          <MethodsField
            value={methods}
            onValueChange={setMethods}
            error={isTried && methods.length === 0 ? t('edit.methodMissing') : undefined}
          />
          {limits.fields(isTried)}
          {address.field}
        </>
      )}
    </SavingDialog>
  )
}

/** Its name, how it is paid, and for how long and how often it sells; what it asks for stays. */
export function EditLinkDialog({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const { t } = useTranslation('selling')
  const [title, setTitle] = useState(link.title ?? '')
  const [methods, setMethods] = useState<readonly PaymentMethod[]>(link.paymentMethods ?? PAYMENT_METHODS)
  const limits = useLimits(link)
  const address = useAddressField(link)
  const offer = useQuery({ ...offerQueries.one(link.offerId ?? ''), enabled: link.offerId !== null }).data
  const read = () => {
    const wanted = limits.read()
    if (!wanted || methods.length === 0) return undefined
    const paymentMethods = methods.length === PAYMENT_METHODS.length ? null : [...methods]
    return { id: link.id, title: title.trim() || null, paymentMethods, ...wanted, ...defined({ slug: address.chosen }) }
  }
  return (
    <SavingDialog
      title={t('links.editTitle')}
      description={t('edit.text')}
      action={t('edit.save')}
      mutation={changeLink(useQueryClient())}
      read={read}
      onClose={onClose}
      onRefused={address.refuse}
      beside={<LinkPreview title={title} offer={offer} amount={link.amount ?? 0} methods={methods} />}
    >
      {(isTried) => (
        <>
          <TitleField value={title} onValueChange={setTitle} />
          <MethodsField
            value={methods}
            onValueChange={setMethods}
            error={isTried && methods.length === 0 ? t('edit.methodMissing') : undefined}
          />
          {limits.fields(isTried)}
          {address.field}
        </>
      )}
    </SavingDialog>
  )
}

function TitleField({ value, onValueChange }: { value: string; onValueChange: (title: string) => void }) {
  const { t } = useTranslation('selling')
  return (
    <TextField
      maxLength={200}
      label={t('column.title')}
      helper={t('links.titleHelp')}
      value={value}
      onChange={({ target }) => onValueChange(target.value)}
    />
  )
}

interface LinkPreviewProps {
  title: string
  offer: Offer | undefined
  amount: number
  methods: readonly PaymentMethod[]
}

/** A link's own name stands above the offer's; what the offer does not take, the link does not either. */
function LinkPreview({ title, offer, amount, methods }: LinkPreviewProps) {
  const product = useQuery({ ...productQueries.one(offer?.productId ?? ''), enabled: offer !== undefined }).data
  const taken = offer?.paymentMethods ?? PAYMENT_METHODS
  return (
    <PagePreview
      title={title || offer?.name || ''}
      amount={offer?.price ?? amount}
      paymentMethods={taken.filter((method) => methods.includes(method))}
      maxInstallments={offer?.maxInstallments ?? null}
      description={(offer && product?.description) ?? null}
      imageUrl={(offer && product?.imageUrl) ?? null}
    />
  )
}
