import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StatementColumnNames } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { ChosenName, FilePicker } from '../../ui/file-picker.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useAccountOptions } from '../providers/use-account-options.ts'
import { type ChosenColumns, ColumnChoice } from './column-choice.tsx'
import { guessColumns } from './guess-columns.ts'
import { ImportRefusal } from './import-refusal.tsx'
import { type FileFault, previewOf, type StatementPreview } from './preview.ts'
import { importStatement, reconciliationQueries } from './queries.ts'

const STATEMENTS = ['.csv', '.txt', 'text/csv']

/** The provider's file, whose account it is of, and, the first time, which column says what. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['reconciliation', 'common'])
  const accounts = useAccountOptions()
  const [file, setFile] = useState<File | null>(null)
  const [accountId, setAccountId] = useState<string | null>(null)
  const [preview, setPreview] = useState<StatementPreview | FileFault | null>(null)
  const [columns, setColumns] = useState<ChosenColumns>({})
  const [isTried, setTried] = useState(false)
  const send = useMutation(importStatement(useQueryClient()))
  const stored = useQuery({ ...reconciliationQueries.columns(accountId ?? ''), enabled: accountId !== null }).data
  const guessed = stored === null && preview && typeof preview !== 'string' ? guessColumns(preview.headings) : {}
  /** What the user chose, or left empty, counts before what the headings look like. */
  const shown: ChosenColumns = { ...guessed, ...columns }
  const given = Object.fromEntries(Object.entries(shown).filter(([, heading]) => heading !== undefined))
  const take = async (chosen: File) => {
    setFile(chosen)
    setColumns({})
    if (send.isError) send.reset()
    setPreview(await previewOf(chosen))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!file || !accountId || typeof preview === 'string' || send.isPending) return
    const named = Object.keys(given).length > 0 ? { columns: given as StatementColumnNames } : {}
    send.mutate(
      { file, providerAccountId: accountId, ...named },
      {
        onSuccess: ({ rows, ignored, matched, items }) => {
          toast.success(t('import.done', { rows, matched, items }), {
            description: ignored > 0 ? t('import.ignored', { count: ignored }) : undefined,
          })
          onClose()
        },
      },
    )
  }
  const fault = typeof preview === 'string' ? t(`import.fault.${preview}`) : undefined
  const fileError = fault ?? (isTried && !file ? t('common:invalid.required') : undefined)
  return (
    <Dialog
      open
      wide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('import.title')}
      description={t('import.text')}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <SelectField
          required
          label={t('import.account')}
          placeholder={t('import.choose')}
          options={accounts}
          value={accountId}
          onValueChange={setAccountId}
          error={isTried && !accountId ? t('common:invalid.required') : undefined}
        />
        <Field required label={t('import.file')} error={fileError}>
          {(control) => (
            <FilePicker control={control} types={STATEMENTS} onChoose={(chosen) => void take(chosen)}>
              {file && (
                <ChosenName
                  icon={<FileSpreadsheet aria-hidden className="size-4 shrink-0 text-ink-faint" />}
                  name={file.name}
                />
              )}
            </FilePicker>
          )}
        </Field>
        {preview && typeof preview !== 'string' && (
          <ColumnChoice
            preview={preview}
            chosen={shown}
            isGuessed={Object.keys(guessed).length > 0}
            onChoose={(column, heading) => setColumns((before) => ({ ...before, [column]: heading ?? undefined }))}
          />
        )}
        {send.isError && <ImportRefusal error={send.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={send.isPending}>
            {t('import.do')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
