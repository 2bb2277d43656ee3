import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isTestMode } from '../api/mode.ts'
import { unbroken } from './unbroken.ts'

interface PageProps {
  /** Also the document's title. */
  title: string
  heading?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
  narrow?: boolean
}

/** The frame of every signed-in page: heading, actions, content. */
export function Page({ title, heading, lead, actions, children, narrow = false }: PageProps) {
  const { t } = useTranslation('common')
  useEffect(() => {
    document.title = isTestMode ? `${t('mode.title', { title })} · Trilho` : `${title} · Trilho`
  }, [t, title])
  return (
    <div className={`mx-auto w-full px-4 py-6 md:px-8 md:py-8 ${narrow ? 'max-w-3xl' : 'max-w-7xl'}`}>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          {heading ?? <h1 className="text-xl font-semibold tracking-tight">{title}</h1>}
          {lead && <p className="mt-1 max-w-prose text-ink-soft">{typeof lead === 'string' ? unbroken(lead) : lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
