import { Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** Hands an address to the device's own apps, where its browser can. */
export function ShareButton({ url, title }: { url: string; title: string }) {
  const { t } = useTranslation('common')
  if (typeof navigator.share !== 'function') return null
  // It rejects when the user closes it: copying is beside it.
  const share = () => navigator.share({ title, url }).catch(() => undefined)
  return (
    <Button onClick={() => void share()}>
      <Share2 aria-hidden />
      {t('share')}
    </Button>
  )
}
