import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import { type Offer, PAYMENT_METHODS, type Product } from '../../api/contract.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useProductFields } from '../products/fields.tsx'
import { MethodsField } from '../selling/methods-field.tsx'
import { PagePreview } from '../selling/page-preview.tsx'
import { NameField, SavingDialog } from '../selling/saving-dialog.tsx'
import { useAddressField } from '../selling/use-address-field.tsx'
import { addOffer, changeOffer } from './queries.ts'

/** What an offer asks for: of a new one what a shop begins with. */
function useOfferFields(offer?: Offer, suggestedName = '') {
  const { t } = useTranslation('selling')
  const [name, setName] = useState(offer?.name ?? suggestedName)
  const [price, setPrice] = useState(offer?.price ?? 0)
  const [paymentMethods, setMethods] = useState<Offer['paymentMethods']>(offer?.paymentMethods ?? [...PAYMENT_METHODS])
  const [installments, setInstallments] = useState(String(offer?.maxInstallments ?? ''))
  const address = useAddressField(offer)
  const maxInstallments = Number(installments) > 0 ? Number(installments) : null
  const isWrong = name.trim() === '' || price === 0 || paymentMethods.length === 0
  const read = () =>
    isWrong
      ? undefined
      : {
          ...{ name: name.trim(), price, paymentMethods, maxInstallments },
          ...defined({ slug: address.chosen }),
        }
  const nameField = (isTried: boolean) => <NameField value={name} onValueChange={setName} isTried={isTried} />
  const fields = (isTried: boolean) => (
    <>
      <MoneyField
        required
        label={t('column.amount')}
        value={price}
        onValueChange={setPrice}
        error={isTried && price === 0 ? t('amountMissing') : undefined}
      />
      <MethodsField
        value={paymentMethods}
        onValueChange={(methods) => setMethods([...methods])}
        error={isTried && paymentMethods.length === 0 ? t('edit.methodMissing') : undefined}
      />
      {paymentMethods.includes('CREDIT_CARD') && (
        <TextField
          inputMode="numeric"
          label={t('edit.installments')}
          helper={t('edit.installmentsHelp')}
          value={installments}
          onChange={({ target }) => setInstallments(target.value.replace(/\D/g, '').slice(0, 2))}
        />
      )}
      {address.field}
    </>
  )
  return {
    read,
    nameField,
    fields,
    refuse: address.refuse,
    shown: { title: name, amount: price, paymentMethods, maxInstallments },
  }
}

interface NewOfferProps {
  /** A further offer of it; left out, a product is made with its first offer. */
  product?: Product
  onClose: () => void
}

export function NewOfferDialog({ product, onClose }: NewOfferProps) {
  const { t } = useTranslation('selling')
  const offer = useOfferFields(undefined, product?.name)
  const sold = useProductFields(product)
  const read = () => {
    const terms = offer.read()
    if (!terms || sold.isSending) return undefined
    const { maxInstallments, ...asked } = terms
    const { description, imageUrl, tangible } = sold.values
    const of = product
      ? { productId: product.id }
      : {
          product: {
            ...{ name: asked.name, tangible },
            ...defined({ description: description ?? undefined, imageUrl: imageUrl ?? undefined }),
          },
        }
    return { ...of, ...asked, ...defined({ maxInstallments: maxInstallments ?? undefined }) }
  }
  return (
    <SavingDialog
      title={t('offers.new')}
      description={t(product ? 'offers.newText' : 'offers.newProductText')}
      action={t('offers.make')}
      mutation={addOffer(useQueryClient())}
      read={read}
      disabled={sold.isSending}
      onClose={onClose}
      onRefused={(error) => [sold.refuse(error), offer.refuse(error)].some(Boolean)}
      beside={<PagePreview {...offer.shown} {...sold.values} />}
    >
      {(isTried) => (
        <>
          {offer.nameField(isTried)}
          {!product && sold.fields}
          {offer.fields(isTried)}
        </>
      )}
    </SavingDialog>
  )
}

interface EditOfferProps {
  offer: Offer
  /** Undefined while it is on its way. */
  product: Product | undefined
  onClose: () => void
}

/** What the page asks for from now on: charges that are made already keep what they were made with. */
export function EditOfferDialog({ offer, product, onClose }: EditOfferProps) {
  const { t } = useTranslation('selling')
  const { read, nameField, fields, refuse, shown } = useOfferFields(offer)
  return (
    <SavingDialog
      title={t('edit.title')}
      description={t('edit.text')}
      action={t('edit.save')}
      mutation={changeOffer(useQueryClient())}
      read={() => {
        const terms = read()
        return terms && { id: offer.id, ...terms }
      }}
      onClose={onClose}
      onRefused={refuse}
      beside={
        <PagePreview {...shown} description={product?.description ?? null} imageUrl={product?.imageUrl ?? null} />
      }
    >
      {(isTried) => (
        <>
          {nameField(isTried)}
          {fields(isTried)}
        </>
      )}
    </SavingDialog>
  )
}
