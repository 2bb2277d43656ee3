import { FileCheck2, LoaderCircle, Upload } from 'lucide-react'
import { type ChangeEvent, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { defined } from '../../../domain/defined.ts'
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '../api/schemas.ts'
import { sendFile } from '../api/upload.ts'
import { cx } from './class-names.ts'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

/** A chosen file; it has no address while it is on its way. */
export interface ChosenFile {
  name: string
  url: string | null
}

export const PICTURES: readonly string[] = UPLOAD_TYPES.filter((type) => type.startsWith('image/'))

interface FileFieldProps extends FieldTexts {
  /** What the file is for: names its folder in the store. */
  purpose: string
  /** What it may be; a paper or a picture when left out. */
  types?: readonly string[]
  value: ChosenFile | null
  onValueChange: (value: ChosenFile | null) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** Sends a file as soon as it is chosen; its value is where the store has it. */
export function FileField({
  purpose,
  types = UPLOAD_TYPES,
  value,
  onValueChange,
  onBlur,
  ref,
  label,
  required,
  error,
  helper,
}: FileFieldProps) {
  const { t } = useTranslation('common')
  const [sent, setSent] = useState(0)
  const [trouble, setTrouble] = useState<'wrongFile' | 'again' | null>(null)
  const isSending = value?.url === null

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // So that choosing the same file once more is noticed.
    target.value = ''
    if (!file || isSending) return
    if (!isAcceptable(file, types)) {
      setTrouble('wrongFile')
      return
    }
    setTrouble(null)
    setSent(0)
    onValueChange({ name: file.name, url: null })
    try {
      onValueChange({ name: file.name, url: await sendFile(file, purpose, setSent) })
      toast.success(t('upload.done'))
    } catch {
      onValueChange(null)
      setTrouble('again')
      toast.error(t('upload.failed'))
    }
  }
  return (
    <Field label={label} error={trouble ? t(`upload.${trouble}`) : error} helper={helper} {...defined({ required })}>
      {({ 'aria-required': isRequired, ...control }) => (
        <>
          <input
            {...control}
            ref={ref}
            type="file"
            required={isRequired ?? false}
            accept={types.join(',')}
            onChange={(event) => void choose(event)}
            onBlur={onBlur}
            className="peer sr-only"
          />
          <label
            htmlFor={control.id}
            className={cx(
              CONTROL,
              'relative flex cursor-pointer items-center gap-2 overflow-hidden peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-aria-invalid:border-danger-ink',
              isSending && 'cursor-progress',
            )}
          >
            <FileLine value={value} sent={sent} />
          </label>
        </>
      )}
    </Field>
  )
}

function FileLine({ value, sent }: { value: ChosenFile | null; sent: number }) {
  const { t } = useTranslation('common')
  if (value === null) {
    return (
      <>
        <Upload aria-hidden className="size-4 shrink-0 text-ink-faint" />
        {t('upload.choose')}
      </>
    )
  }
  if (value.url === null) {
    return (
      <>
        <LoaderCircle aria-hidden className="size-4 shrink-0 text-ink-faint motion-safe:animate-spin" />
        <span role="status" className="truncate">
          {t('upload.sending', { name: value.name })}
        </span>
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent"
          style={{ transform: `scaleX(${sent})` }}
        />
      </>
    )
  }
  return (
    <>
      <FileCheck2 aria-hidden className="size-4 shrink-0 text-success-ink" />
      <span className="min-w-0 flex-1 truncate">{value.name}</span>
      <span className="shrink-0 text-xs text-ink-faint">{t('upload.another')}</span>
    </>
  )
}

function isAcceptable({ type, size }: File, types: readonly string[]): boolean {
  return types.includes(type) && size > 0 && size <= MAX_UPLOAD_BYTES
}
