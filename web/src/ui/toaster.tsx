import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { heightAs } from './height-as.ts'
import { goesByItself, type Toast, type ToastKind, toast, useToasts } from './toast.ts'

const LOOKS = {
  success: { icon: CircleCheck, ink: 'text-success-ink' },
  info: { icon: Info, ink: 'text-info-ink' },
  warning: { icon: TriangleAlert, ink: 'text-warning-ink' },
  error: { icon: CircleAlert, ink: 'text-danger-ink' },
  loading: { icon: LoaderCircle, ink: 'text-ink-faint motion-safe:animate-breathe' },
} as const satisfies Record<ToastKind, { icon: typeof Info; ink: string }>

const SUCCESS_MS = 6_000
const KEY = 'F8'

/** Where messages stand: at the foot of the sidebar, or above a page that has none; see base.css. */
export function Toaster() {
  const { t } = useTranslation('common')
  const toasts = useToasts()
  const region = useRef<HTMLElement>(null)
  // The page makes room for it.
  useLayoutEffect(() => heightAs('--toasts')(region.current), [])
  const dismiss = useItsFocus(region)
  const list = (isUrgent: boolean) => (
    <ol aria-live={isUrgent ? 'assertive' : 'polite'} className="grid">
      {toasts
        .filter(({ kind }) => (kind === 'error') === isUrgent)
        .map((told) => (
          <Message key={told.telling} told={told} onDismiss={() => dismiss(told.id)} />
        ))}
    </ol>
  )
  return (
    <section
      ref={region}
      aria-label={t('messages.title', { key: KEY })}
      className="toasts pointer-events-auto fixed z-60 overflow-y-auto"
    >
      {list(true)}
      {list(false)}
    </section>
  )
}

function Message({ told, onDismiss }: { told: Toast; onDismiss: () => void }) {
  const { t } = useTranslation('common')
  const { id, kind, title, description, action } = told
  const { icon: Icon, ink } = LOOKS[kind]
  const item = useRef<HTMLLIElement>(null)
  const isShort = goesByItself(told)
  useEffect(() => {
    if (!isShort) return
    // Not while it is being read.
    const timer = setInterval(() => item.current?.matches(':hover, :focus-within') || toast.dismiss(id), SUCCESS_MS)
    return () => clearInterval(timer)
  }, [isShort, id])
  return (
    <li
      ref={item}
      data-toast={kind}
      className="m-2 flex items-start gap-2.5 rounded-xl border border-line-strong bg-surface p-3 text-sm shadow-float"
    >
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {description && <div className="text-ink-soft">{description}</div>}
        {action && (
          <Button
            size="small"
            className="mt-2"
            onClick={() => {
              action.onClick()
              onDismiss()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <Button look="quiet" size="icon" aria-label={t('messages.dismiss')} onClick={onDismiss} className="-m-1.5">
        <X aria-hidden />
      </Button>
    </li>
  )
}

/**
 * A key leads to the messages, also past an open dialog.
 * @returns dismisses one; the focus goes to another, or back to where it was before.
 */
function useItsFocus(region: RefObject<HTMLElement | null>): (id: string) => void {
  const cameFrom = useRef<EventTarget | null>(null)
  useEffect(() => {
    const isOfThis = (target: EventTarget | null) => target instanceof Node && region.current?.contains(target)
    const onMove = (event: FocusEvent, from: EventTarget | null, to: EventTarget | null) => {
      if (!isOfThis(to)) return
      if (!isOfThis(from)) cameFrom.current = from
      // A dialog listens at the document, and would take the focus back.
      event.stopPropagation()
    }
    const onIn = (event: FocusEvent) => onMove(event, event.relatedTarget, event.target)
    const onOut = (event: FocusEvent) => onMove(event, event.target, event.relatedTarget)
    const onKey = ({ key }: KeyboardEvent) => key === KEY && lastButton(region)?.focus()
    document.body.addEventListener('focusin', onIn)
    document.body.addEventListener('focusout', onOut)
    addEventListener('keydown', onKey)
    return () => {
      document.body.removeEventListener('focusin', onIn)
      document.body.removeEventListener('focusout', onOut)
      removeEventListener('keydown', onKey)
    }
  }, [region])
  return (id) => {
    const isHere = region.current?.contains(document.activeElement)
    flushSync(() => toast.dismiss(id))
    const next = lastButton(region) ?? cameFrom.current
    if (isHere && next instanceof HTMLElement) next.focus()
  }
}

const lastButton = (region: RefObject<HTMLElement | null>) =>
  [...(region.current?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1)
