import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from './class-names.ts'

export interface FieldTexts {
  label: string
  required?: boolean
  error?: string | undefined
  helper?: string | undefined
}

interface FieldProps extends FieldTexts {
  /** Draws the control; the given attributes tie it to its label, help and error. */
  children: (control: ControlAttributes) => ReactNode
  className?: string
}

export interface ControlAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export const CONTROL =
  'block h-10 w-full min-w-0 rounded-lg border border-control/55 bg-surface px-3 text-sm text-ink placeholder:text-ink-faint motion-safe:transition-colors hover:border-control focus-visible:outline-offset-0 focus-visible:border-accent-edge disabled:opacity-60 aria-invalid:border-danger-ink max-md:h-12 max-md:text-base'

/** A label above, the control, and below it what is wrong or, if nothing is, what helps. */
export function Field({ label, required = false, error, helper, children, className }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? helper
  return (
    <div className={cx('min-w-0', className)}>
      <FieldLabel htmlFor={id} required={required}>
        {label}
      </FieldLabel>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      <FieldNote id={noteId} error={error} helper={helper} />
    </div>
  )
}

export function FieldLabel({
  required,
  children,
  ...rest
}: {
  required: boolean
  children: ReactNode
  htmlFor?: string
  id?: string
}) {
  const { t } = useTranslation('common')
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller ties it to its control by `htmlFor`
    <label {...rest} className="mb-1.5 block text-[0.8125rem] font-medium">
      {children}
      {required && (
        <span className="ml-1 text-danger-ink" title={t('required')} aria-hidden>
          *
        </span>
      )}
    </label>
  )
}

export function FieldNote({
  id,
  error,
  helper,
}: {
  id: string
  error: string | undefined
  helper: string | undefined
}) {
  if (error) {
    return (
      <p id={id} className="mt-1.5 flex items-start gap-1.5 text-[0.8125rem] text-danger-ink">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {error}
      </p>
    )
  }
  if (!helper) return null
  return (
    <p id={id} className="mt-1.5 text-[0.8125rem] text-ink-faint">
      {helper}
    </p>
  )
}
