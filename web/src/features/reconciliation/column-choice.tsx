import { useTranslation } from 'react-i18next'
import { STATEMENT_COLUMNS, type StatementColumn } from '../../api/contract.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { StatementPreview } from './preview.ts'

export type ChosenColumns = Partial<Record<StatementColumn, string>>

interface ColumnChoiceProps {
  preview: StatementPreview
  chosen: ChosenColumns
  /** Something was chosen by the headings alone. */
  isGuessed: boolean
  onChoose: (column: StatementColumn, heading: string | null) => void
}

/** Which of the file's headings is what, and the file's first lines under it. */
export function ColumnChoice({ preview, chosen, isGuessed, onChoose }: ColumnChoiceProps) {
  const { t } = useTranslation('reconciliation')
  const named = [...new Set(preview.headings)].filter((heading) => heading !== '')
  const optionsFor = (column: StatementColumn) =>
    named
      .filter((heading) => STATEMENT_COLUMNS.every((other) => other === column || chosen[other] !== heading))
      .map((heading) => ({ value: heading, label: heading }))
  // Of two columns of one name the first is read.
  const meaningOf = (heading: string, index: number) =>
    preview.headings.indexOf(heading) === index
      ? STATEMENT_COLUMNS.find((column) => chosen[column] === heading)
      : undefined
  return (
    <>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-[0.8125rem] text-ink-soft">
          {t(isGuessed ? 'import.guessed' : 'import.columns')}
        </legend>
        {STATEMENT_COLUMNS.map((column) => (
          <SelectField
            key={column}
            clearable
            label={t(`import.column.${column}`)}
            options={optionsFor(column)}
            value={chosen[column] ?? null}
            onValueChange={(heading) => onChoose(column, heading)}
          />
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard, too */}
      <section aria-label={t('import.preview')} tabIndex={0} className="overflow-x-auto rounded-lg border border-line">
        <table className="w-full text-left text-[0.8125rem]">
          <caption className="sr-only">{t('import.preview')}</caption>
          <thead className="bg-sunken">
            <tr>
              {preview.headings.map((heading, index) => {
                const meaning = meaningOf(heading, index)
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a file may have a heading twice
                  <th key={index} scope="col" className="max-w-48 truncate px-3 py-2 font-medium whitespace-nowrap">
                    {heading}
                    {meaning && (
                      <span className="block text-xs font-normal text-accent-ink">{t(`import.column.${meaning}`)}</span>
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {preview.lines.map((line) => (
              <tr key={line.join('\n')} className="border-t border-line">
                {preview.headings.map((_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
                  <td key={index} className="figures max-w-48 truncate px-3 py-1.5 text-ink-soft">
                    {line[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
