import type { ButtonHTMLAttributes, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './class-names.ts'
import { isSecondPress } from './second-press.ts'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'small' | 'medium' | 'icon'

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-hover',
  quiet: 'bg-transparent text-ink-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-accent hover:bg-danger-hover border-transparent',
} as const satisfies Record<Look, string>

const SIZES = {
  small: 'h-8 px-3 text-[0.8125rem] max-md:h-11',
  medium: 'h-9 px-4 text-sm max-md:h-11',
  icon: 'size-9 p-0 max-md:size-11',
} as const satisfies Record<Size, string>

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap motion-safe:transition-colors select-none disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0'

interface Appearance {
  look?: Look
  size?: Size
}

/** For an address that only a new page may show. */
export const buttonClass = ({ look = 'secondary', size = 'medium' }: Appearance = {}): string =>
  cx(BASE, LOOKS[look], SIZES[size])

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Appearance {
  /** Given by a button that sends something: it then sends once, however it is clicked. While it is true, the button keeps the focus. */
  busy?: boolean
}

export function Button({
  look = 'secondary',
  size = 'medium',
  busy,
  className,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || (busy !== undefined && isSecondPress(event))) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={cx(BASE, LOOKS[look], SIZES[size], busy && 'motion-safe:animate-breathe', className)}
    />
  )
}

/** For an address that is no page of the console. */
export const SECONDARY_LINK = cx(BASE, LOOKS.secondary, SIZES.medium)

export function LinkButton({ look = 'secondary', size = 'medium', className, ...rest }: LinkProps & Appearance) {
  return <Link {...rest} className={cx(buttonClass({ look, size }), className as string | undefined)} />
}
