import { FileCheck2, LoaderCircle, X } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../domain/defined.ts'
import { beginsAs, FIRST_BYTES } from '../../../domain/file-beginning.ts'
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '../api/schemas.ts'
import { sendFile } from '../api/upload.ts'
import { useFormat } from '../i18n/format.ts'
import { Field, type FieldTexts } from './field.tsx'
import { ChosenName, FilePicker } from './file-picker.tsx'
import { smallerPicture } from './smaller-picture.ts'
import { toast } from './toast.ts'

/** A chosen file; it has no address while it is on its way. */
export interface ChosenFile {
  name: string
  url: string | null
}

/** `otherFile`: what is in it is not of the kind that its name says. */
export type FileTrouble = 'emptyFile' | 'wrongFile' | 'otherFile' | 'again'

const TYPE_NAMES = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPG',
  'image/webp': 'WebP',
} as const satisfies Record<(typeof UPLOAD_TYPES)[number], string>

export const PICTURES = UPLOAD_TYPES.filter((type) => type.startsWith('image/'))

interface FileFieldProps extends FieldTexts {
  /** What the file is for: names its folder in the store. */
  purpose: string
  /** What it may be; a paper or a picture when left out. */
  types?: readonly (typeof UPLOAD_TYPES)[number][]
  /** It is a picture that buyers load: it is sent no larger than they are shown it. */
  isForBuyers?: boolean
  value: ChosenFile | null
  onValueChange: (value: ChosenFile | null) => void
  /** Where it is kept as soon as it has been sent: whether it was, of which this tells all but the success. */
  keep?: (file: ChosenFile & { url: string }) => Promise<boolean>
  /** From the beginning, of a file that was chosen before. */
  trouble?: FileTrouble | undefined
  /** What keeps the chosen file from being taken; null once another is chosen or it is given up. */
  onTrouble?: (trouble: FileTrouble | null) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** Sends a file as soon as it is chosen; its value is where the store has it. */
export function FileField({
  purpose,
  types = UPLOAD_TYPES,
  isForBuyers = false,
  value,
  onValueChange,
  keep = async () => true,
  trouble: firstTrouble,
  onTrouble,
  onBlur,
  ref,
  label,
  required,
  error,
  helper,
}: FileFieldProps) {
  const { t } = useTranslation(['common', 'rules'])
  const { either } = useFormat()
  const [sent, setSent] = useState(0)
  const [trouble, setTrouble] = useState(firstTrouble ?? null)
  const isSending = value?.url === null

  const said = (what: FileTrouble) =>
    what === 'otherFile'
      ? t('rules:fileType')
      : t(`upload.${what}`, { types: either(types.map((type) => TYPE_NAMES[type])) })
  const tell = (found: FileTrouble | null) => {
    setTrouble(found)
    if (found !== trouble) onTrouble?.(found)
  }
  const choose = async (file: File) => {
    const wrong = await troubleWith(file, types).catch(() => 'again' as const)
    tell(wrong)
    if (wrong) return
    setSent(0)
    onValueChange({ name: file.name, url: null })
    try {
      const sendable = isForBuyers ? await smallerPicture(file) : file
      const sentFile = { name: file.name, url: await sendFile(sendable, purpose, setSent) }
      onValueChange(sentFile)
      if (await keep(sentFile)) toast.success(t('upload.done'))
    } catch {
      onValueChange(null)
      tell('again')
      toast.error(t('upload.failed'))
    }
  }
  return (
    <Field label={label} error={trouble ? said(trouble) : error} helper={helper} {...defined({ required })}>
      {(control) => (
        <div className="relative">
          <FilePicker
            control={control}
            types={types}
            busy={isSending}
            onBlur={onBlur}
            ref={ref}
            onChoose={(file) => void choose(file)}
          >
            {value && <FileLine value={value} sent={sent} />}
          </FilePicker>
          {trouble && onTrouble && (
            <button
              type="button"
              aria-label={t('select.clear', { label })}
              onClick={() => tell(null)}
              className="absolute inset-y-0 right-1 my-auto grid size-7 place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          )}
        </div>
      )}
    </Field>
  )
}

function FileLine({ value, sent }: { value: ChosenFile; sent: number }) {
  const { t } = useTranslation('common')
  if (value.url !== null) {
    return (
      <ChosenName icon={<FileCheck2 aria-hidden className="size-4 shrink-0 text-success-ink" />} name={value.name} />
    )
  }
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

/** The API looks at the same bytes once the file is asked for: by then it would have been sent in vain. */
async function troubleWith(file: File, types: FileFieldProps['types'] = []): Promise<FileTrouble | null> {
  if (file.size === 0) return 'emptyFile'
  const type = types.find((each) => each === file.type)
  if (!type || file.size > MAX_UPLOAD_BYTES) return 'wrongFile'
  const beginning = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer())
  return beginsAs(beginning, type) ? null : 'otherFile'
}
