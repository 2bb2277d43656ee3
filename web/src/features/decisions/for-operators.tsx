import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mayOperate, useSession } from '../session/session-context.ts'

interface ForOperatorsProps {
  /** What a seller who wants it has to ask for. */
  ask: 'cancel' | 'decide' | 'erase'
  children: ReactNode
}

/** What operators and administrators may do; in its place a seller is told whom to ask. */
export function ForOperators({ ask, children }: ForOperatorsProps) {
  const { t } = useTranslation('decisions')
  if (mayOperate(useSession())) return children
  return <p className="max-w-72 text-[0.8125rem] text-ink-soft text-pretty">{t(`ask.${ask}`)}</p>
}
