/** Who sells, and what: the top of a page that sells something, also where its seller looks at it beforehand. */
import { useTranslation } from 'react-i18next'
import type { CheckoutPage } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { initial } from '../../ui/initials.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

type Option = CheckoutPage['installments'][number]

export interface ShownPage
  extends Pick<CheckoutPage, 'seller' | 'logoUrl' | 'title' | 'description' | 'imageUrl' | 'installments'> {
  /** Undefined until it is known. Integer cents. */
  amount: number | undefined
}

/** Pictures have their room before they arrive: nothing that stands below moves under a finger. */
export function PageHeader({ page }: { page: ShownPage }) {
  const { money } = useFormat()
  const { seller, logoUrl, title, description, imageUrl, amount } = page
  return (
    <header className="mb-4">
      <SellerLine seller={seller} logoUrl={logoUrl} />
      <div className="overflow-hidden rounded-2xl border border-line bg-surface">
        {imageUrl && (
          <img
            src={imageUrl}
            alt=""
            width={1200}
            height={800}
            decoding="async"
            fetchPriority="high"
            className="aspect-3/2 h-auto w-full object-contain"
          />
        )}
        <div className="p-5">
          <h1 className="font-semibold text-pretty [overflow-wrap:anywhere]">{title || seller}</h1>
          {description && (
            <p className="mt-1 text-ink-soft whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{description}</p>
          )}
          {amount === undefined ? (
            <Skeleton className="mt-3 h-9 w-32" />
          ) : (
            <p className="figures mt-3 text-3xl font-semibold tracking-tight">{money(amount)}</p>
          )}
          <InstallmentHint page={page} />
        </div>
      </div>
    </header>
  )
}

/** A logo of any shape stands above the middle of the name: beside it, a narrow one would push the name aside as it arrives. */
export function SellerLine({ seller, logoUrl }: { seller: string; logoUrl: string | null }) {
  const name = <span className="min-w-0 max-w-full truncate font-medium">{seller}</span>
  if (logoUrl) {
    return (
      <span className="mb-4 flex flex-col items-center gap-2">
        <img src={logoUrl} alt="" width={192} height={40} decoding="async" className="h-10 w-48 object-contain" />
        {name}
      </span>
    )
  }
  return (
    <span className="mb-4 flex min-h-10 items-center justify-center gap-3">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-xl border border-accent-edge bg-accent font-semibold text-on-accent"
      >
        {initial(seller)}
      </span>
      {name}
    </span>
  )
}

/** The most installments without interest, and the most of all, before the buyer has chosen a card. */
function InstallmentHint({ page: { amount, installments } }: { page: ShownPage }) {
  const { t } = useTranslation('buy')
  const { money, installments: partsOf } = useFormat()
  const isFree = ({ finalValue }: Option) => amount !== undefined && finalValue <= amount
  const longest = installments.at(-1)
  const shown = new Set([installments.findLast(isFree), longest])
  return [...shown].map((option) => {
    if (!option || option.installmentNumber < 2) return null
    const { installmentNumber, finalValue } = option
    const parts = partsOf(finalValue, installmentNumber)
    return (
      <p key={installmentNumber} className="figures mt-1 text-ink-soft text-pretty">
        {t(isFree(option) ? 'hintFree' : 'hint', { parts, total: money(finalValue) })}
      </p>
    )
  })
}
