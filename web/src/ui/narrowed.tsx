import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { useAddress, withName } from './use-address.ts'

/** A filter that a link has put into the address, with the way out of it; `text` is what a person calls its value. */
export function Narrowed({ name, text }: { name: string; text?: string | undefined }) {
  const { t } = useTranslation('common')
  const [search, setSearch] = useAddress()
  const value = search.get(name)
  if (!value) return null
  const what = text || value
  return (
    <Button
      aria-label={t('stopFiltering', { what })}
      onClick={() => setSearch((before) => withName(before, name, null))}
      className="max-w-full"
    >
      <span className="truncate">{what}</span>
      <X aria-hidden />
    </Button>
  )
}
