import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { ApiError } from '../../api/client.ts'
import type { StatementColumnNames } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { CONTROL, FieldLabel } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { explain } from '../../ui/states.tsx'
import { providerQueries } from '../providers/queries.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { type ChosenColumns, ColumnChoice } from './column-choice.tsx'
import { previewOf, type StatementPreview } from './preview.ts'
import { importStatement } from './queries.ts'

/** The provider's file, whose account it is of, and, the first time, which column says what. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['reconciliation', 'common'])
  const providerName = useProviderName()
  const accounts = useQuery(providerQueries.accounts())
  const [file, setFile] = useState<File | null>(null)
  const [accountId, setAccountId] = useState<string | null>(null)
  const [preview, setPreview] = useState<StatementPreview | null>(null)
  const [columns, setColumns] = useState<ChosenColumns>({})
  const fileId = useId()
  const send = useMutation(importStatement(useQueryClient()))
  const given = Object.fromEntries(Object.entries(columns).filter(([, heading]) => heading !== undefined))
  const take = async (chosen: File | null) => {
    setFile(chosen)
    setColumns({})
    setPreview(chosen && (await previewOf(chosen)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!file || !accountId) return
    const named = Object.keys(given).length > 0 ? { columns: given as StatementColumnNames } : {}
    send.mutate(
      { file, providerAccountId: accountId, ...named },
      {
        onSuccess: ({ rows, matched, items }) => {
          toast.success(t('import.done', { rows, matched, count: items }))
          onClose()
        },
      },
    )
  }
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
          options={(accounts.data?.data ?? []).map(({ id, provider, name }) => ({
            value: id,
            label: `${providerName(provider)} · ${name}`,
          }))}
          value={accountId}
          onValueChange={setAccountId}
        />
        <div>
          <FieldLabel htmlFor={fileId} required>
            {t('import.file')}
          </FieldLabel>
          <input
            id={fileId}
            type="file"
            accept=".csv,.txt,text/csv"
            className={`${CONTROL} py-2`}
            onChange={({ target }) => void take(target.files?.[0] ?? null)}
          />
        </div>
        {preview && (
          <ColumnChoice
            preview={preview}
            chosen={columns}
            onChoose={(column, heading) => setColumns((before) => ({ ...before, [column]: heading ?? undefined }))}
          />
        )}
        {send.isError && <Refusal error={send.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={send.isPending} disabled={!file || !accountId}>
            {t('import.do')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** What the file would have to say otherwise, line by line. */
function Refusal({ error }: { error: Error }) {
  const { t } = useTranslation(['reconciliation', 'common'])
  const { kind, detail } = explain(error)
  const fields = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return (
    <div role="alert" className="rounded-lg border border-danger-line bg-danger-soft px-4 py-3 text-danger-ink">
      <p>{fields.length > 0 ? t('import.refused') : (detail ?? t(`common:error.${kind}.text`))}</p>
      <ul className="mt-1 list-disc pl-5 text-[0.8125rem]">
        {fields.map(({ path, message }) => (
          <li key={path + message}>
            <span className="font-mono">{path}</span> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
