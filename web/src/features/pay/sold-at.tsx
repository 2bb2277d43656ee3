import { useTranslation } from 'react-i18next'
import type { Checkout } from '../../api/contract.ts'

/** Back to the page where it was bought, which sells it again or says why not; nothing where the seller made the charge. */
export function SoldAt({ checkout: { page } }: { checkout: Checkout }) {
  const { t } = useTranslation('pay')
  if (page === null) return null
  return (
    <a
      href={`/buy/${page}`}
      className="mt-4 flex h-12 w-full items-center justify-center rounded-xl border border-accent-edge bg-accent text-base font-semibold text-on-accent hover:bg-accent-hover"
    >
      {t('buyAnew')}
    </a>
  )
}
