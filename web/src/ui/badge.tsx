import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** What a colour means, everywhere. */
export type Tone = 'pending' | 'success' | 'danger' | 'warning' | 'info'

export const TONE_BADGES = {
  pending: 'bg-pending-soft text-pending-ink border-pending-line',
  success: 'bg-success-soft text-success-ink border-success-line',
  danger: 'bg-danger-soft text-danger-ink border-danger-line',
  warning: 'bg-warning-soft text-warning-ink border-warning-line',
  info: 'bg-info-soft text-info-ink border-info-line',
} as const satisfies Record<Tone, string>

export const TONE_TEXT = {
  pending: 'text-pending-ink',
  success: 'text-success-ink',
  danger: 'text-danger-ink',
  warning: 'text-warning-ink',
  info: 'text-info-ink',
} as const satisfies Record<Tone, string>

interface BadgeProps {
  tone: Tone
  icon?: LucideIcon
  large?: boolean
  children: ReactNode
}

/** The words and the icon say the state; the colour only repeats it. */
export function Badge({ tone, icon: Icon, large = false, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-full border font-medium whitespace-nowrap',
        large ? 'px-3 py-1 text-sm [&_svg]:size-4' : 'px-2 py-px text-xs leading-5 [&_svg]:size-3.5',
        TONE_BADGES[tone],
      )}
    >
      {Icon && <Icon aria-hidden />}
      {children}
    </span>
  )
}

/** A neutral label: a method, a capability. */
export function Tag({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-md border border-line bg-sunken px-1.5 text-xs leading-5 text-ink-soft whitespace-nowrap',
        className,
      )}
    >
      {children}
    </span>
  )
}
