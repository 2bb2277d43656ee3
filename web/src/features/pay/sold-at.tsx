import { useTranslation } from 'react-i18next'
import type { Checkout } from '../../api/contract.ts'
import { BUYER_BUTTON } from '../../ui/buyer-button.ts'
import { cx } from '../../ui/class-names.ts'

/** Back to the page where it was bought, which sells it again or says why not; nothing where the seller made the charge. */
export function SoldAt({ checkout: { page } }: { checkout: Checkout }) {
  const { t } = useTranslation('pay')
  if (page === null) return null
  return (
    <a href={`/buy/${page}`} className={cx(BUYER_BUTTON, 'mt-4 flex items-center justify-center')}>
      {t('buyAnew')}
    </a>
  )
}
