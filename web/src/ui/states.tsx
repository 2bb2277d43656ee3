/** What a place says when it has nothing to show, or could not get it. */
import { CircleAlert, type LucideIcon, RotateCw, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../domain/defined.ts'
import { ApiError } from '../api/client.ts'
import { Button, LinkButton } from './button.tsx'
import { isReadable, wordsOfApi } from './problem-words.ts'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-xl border border-line bg-sunken text-ink-faint">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{title}</p>
      {children && <p className="mt-1 max-w-sm text-ink-soft text-pretty">{children}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}

interface ErrorStateProps {
  error: unknown
  /** While it is tried again, where this stays meanwhile. */
  busy?: boolean
  onRetry?: () => void
}

/** What happened, what is safe, what to do; and the id that support asks for. */
export function ErrorState({ error, busy, onRetry }: ErrorStateProps) {
  const { t } = useTranslation('common')
  const { kind, requestId } = explain(error)
  const problem = error instanceof ApiError ? error.problem : undefined
  const said = problem && wordsOfApi(problem)
  const Icon = kind === 'offline' ? WifiOff : CircleAlert
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-16 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-xl border border-danger-line bg-danger-soft text-danger-ink">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{t(`error.${kind}.title`)}</p>
      <p className="mt-1 max-w-md text-ink-soft text-pretty">{t(`error.${kind}.text`)}</p>
      {said && (
        <p lang={isReadable(problem) ? undefined : 'en'} className="mt-3 max-w-md text-xs text-ink-soft">
          {said}
        </p>
      )}
      {requestId && (
        <p className="mt-3 text-xs text-ink-faint">
          {t('error.requestId')} <code className="font-mono select-all">{requestId}</code>
        </p>
      )}
      {(kind === 'forbidden' || kind === 'notFound') && (
        <LinkButton to="/" className="mt-6">
          {t('error.back')}
        </LinkButton>
      )}
      {onRetry && kind !== 'tooMany' && kind !== 'forbidden' && kind !== 'notFound' && (
        <Button className="mt-6" {...defined({ busy })} onClick={onRetry}>
          <RotateCw aria-hidden />
          {t('error.retry')}
        </Button>
      )}
    </div>
  )
}

type ErrorKind = 'tooMany' | 'offline' | 'notFound' | 'forbidden' | 'unavailable' | 'unexpected'

export function explain(error: unknown): { kind: ErrorKind; requestId?: string } {
  if (!(error instanceof ApiError)) return { kind: 'unexpected' }
  const told = defined({ requestId: error.problem?.requestId })
  if (error.problem?.errors?.some(({ rule }) => rule === 'tooMany')) return { kind: 'tooMany', ...told }
  if (error.status === 0) return { kind: 'offline' }
  if (error.status === 404) return { kind: 'notFound', ...told }
  if (error.status === 403) return { kind: 'forbidden', ...told }
  if (error.status === 502 || error.status === 503 || error.status === 504) return { kind: 'unavailable', ...told }
  return { kind: 'unexpected', ...told }
}
