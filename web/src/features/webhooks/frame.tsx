/** What all lists of webhooks have in common: the frame, the tabs and the filters. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { Page } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useAddress, withName } from '../../ui/use-address.ts'

const TABS = [
  { id: 'received', to: '/webhook-events' },
  { id: 'sent', to: '/webhook-deliveries' },
  { id: 'endpoints', to: '/webhook-endpoints' },
] as const

interface FrameProps {
  current: (typeof TABS)[number]['id']
  filters: ReactNode
  children: ReactNode
}

export function WebhooksFrame({ current, filters, children }: FrameProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <nav aria-label={t('title')} className="flex gap-6 self-stretch border-b border-line max-md:w-full">
          {TABS.map(({ id, to }) => (
            <Link
              key={id}
              to={to}
              aria-current={id === current ? 'page' : undefined}
              className={cx(
                '-mb-px flex h-10 items-center border-b-2 px-1 font-medium',
                id === current ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {t(id)}
            </Link>
          ))}
        </nav>
        <div className="flex gap-2 max-md:w-full max-md:*:flex-1 md:*:w-48">{filters}</div>
      </div>
      {children}
    </Page>
  )
}

interface FilterProps<T extends string> {
  name: string
  label: string
  placeholder: string
  options: readonly { value: T; label: string }[]
}

/** A dropdown whose choice stands in the address. */
export function AddressFilter<T extends string>({ name, label, placeholder, options }: FilterProps<T>) {
  const [search, setSearch] = useAddress()
  const chosen = options.find(({ value }) => value === search.get(name))?.value ?? null
  return (
    <SelectField
      hideLabel
      clearable
      label={label}
      placeholder={placeholder}
      options={options}
      value={chosen}
      onValueChange={(value) => setSearch((before) => withName(before, name, value))}
    />
  )
}

/** Which one is looked at stands in the address too, so that it can be shared and gone back to. */
export function useOpened(): [id: string | null, open: (id: string | null) => void] {
  const [search, setSearch] = useAddress()
  return [search.get('open'), (id) => setSearch((before) => withName(before, 'open', id))]
}
