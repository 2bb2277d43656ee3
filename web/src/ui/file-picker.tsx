import { Upload } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from './class-names.ts'
import { CONTROL, type ControlAttributes } from './field.tsx'

interface FilePickerProps {
  control: ControlAttributes
  types: readonly string[]
  onChoose: (file: File) => void
  busy?: boolean
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLInputElement> | undefined
  /** What was chosen; without it, that something can be. */
  children?: ReactNode
}

/** The browser's own control speaks the browser's language: this one is its label, and speaks the page's. */
export function FilePicker({ control, types, onChoose, busy = false, onBlur, ref, children }: FilePickerProps) {
  const { t } = useTranslation('common')
  const { 'aria-required': isRequired, ...rest } = control
  return (
    <>
      <input
        {...rest}
        ref={ref}
        type="file"
        required={isRequired ?? false}
        accept={types.join(',')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // So that choosing the same file once more is noticed.
          target.value = ''
          if (file && !busy) onChoose(file)
        }}
        onBlur={onBlur}
        className="peer sr-only"
      />
      <label
        htmlFor={control.id}
        className={cx(
          CONTROL,
          'relative flex cursor-pointer items-center gap-2 overflow-hidden peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-aria-invalid:border-danger-ink',
          busy && 'cursor-progress',
        )}
      >
        {children ?? (
          <>
            <Upload aria-hidden className="size-4 shrink-0 text-ink-faint" />
            {t('upload.choose')}
          </>
        )}
      </label>
    </>
  )
}

/** The name of a file that was chosen, and that another may be. */
export function ChosenName({ icon, name }: { icon: ReactNode; name: string }) {
  const { t } = useTranslation('common')
  return (
    <>
      {icon}
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className="shrink-0 text-xs text-ink-faint">{t('upload.another')}</span>
    </>
  )
}
