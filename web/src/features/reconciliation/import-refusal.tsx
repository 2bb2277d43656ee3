import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/client.ts'
import { type ProblemField, STATEMENT_COLUMNS } from '../../api/contract.ts'
import { explain } from '../../ui/states.tsx'

type Translate = TFunction<['reconciliation', 'common']>

/** Why a statement was not imported: each line that cannot be read by its number, and that nothing was done. */
export function ImportRefusal({ error }: { error: Error }) {
  const { t } = useTranslation(['reconciliation', 'common'])
  const fields = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  const refusal = useRef<HTMLDivElement>(null)
  // At a desk it begins behind the dialog's actions.
  useEffect(() => {
    if (error) refusal.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div
      ref={refusal}
      role="alert"
      className="rounded-lg border border-danger-line bg-danger-soft px-4 py-3 text-danger-ink"
    >
      <p>{fields.length > 0 ? t('import.refused') : wholeText(error, t)}</p>
      <ul className="mt-1 list-disc pl-5 text-[0.8125rem] [overflow-wrap:anywhere] empty:hidden">
        {fields.map((field) => (
          <li key={field.path + field.rule}>{textOf(field, t)}</li>
        ))}
      </ul>
    </div>
  )
}

function wholeText(error: Error, t: Translate): string {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 413) return t('import.fault.tooLarge')
  if (status === 429) return t('import.busy')
  return t(`common:error.${explain(error).kind}.text`)
}

const FILE_RULES = [
  'empty',
  'noTable',
  'lineTooLong',
  'tooManyLines',
  'openQuote',
  'noTransaction',
  'span',
  'whole',
] as const

/** A path names the file, a cell of it (`/file/12/amount`), or the heading that stands for something (`/columns/fee`). */
function textOf({ path, rule, value = '', message }: ProblemField, t: Translate): string {
  const [, , place = '', cell] = path.split('/')
  const column = STATEMENT_COLUMNS.find((name) => name === (cell ?? place))
  if (rule === 'unreadable' && column) return t(`import.unreadable.${column}`, { line: place, value })
  if (rule === 'column' && column) return t('import.noColumn', { heading: value, column: t(`import.column.${column}`) })
  if (path === '/columns') return t('import.noColumns')
  const fileRule = FILE_RULES.find((name) => name === rule)
  return fileRule ? t(`import.fault.${fileRule}`) : message
}
