/** What a list says that shows nothing because it was narrowed, with the way to all of it again. */
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { EmptyState } from './states.tsx'
import { useAddress, withName } from './use-address.ts'

interface NoneFoundProps {
  title: string
  children?: ReactNode
  /** What narrows the list: these names leave the address; all of them where none are given. */
  names?: readonly string[]
}

export function NoneFound({ title, children, names }: NoneFoundProps) {
  const { t } = useTranslation('common')
  const [, setSearch] = useAddress()
  const clear = () =>
    setSearch((before) => names?.reduce((left, name) => withName(left, name, null), before) ?? new URLSearchParams())
  return (
    <EmptyState icon={SearchX} title={title} action={<Button onClick={clear}>{t('filters.clear')}</Button>}>
      {children}
    </EmptyState>
  )
}
