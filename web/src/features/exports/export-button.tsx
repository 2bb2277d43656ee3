import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { EXPORT_LANGUAGES, type ExportedList } from '../../../../domain/export.ts'
import type { Query } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { explain } from '../../ui/states.tsx'
import { followExport } from './follow.ts'
import { askForExport, exportQueries } from './queries.ts'

interface ExportButtonProps {
  resource: ExportedList
  /** The list's own query. */
  query: Query
  disabled: boolean
}

/** Everything that the filters let through, not only the rows that happen to be loaded. */
export function ExportButton({ resource, query, disabled }: ExportButtonProps) {
  const { t, i18n } = useTranslation(['exports', 'common'])
  const queries = useQueryClient()
  const navigate = useNavigate()
  const language = EXPORT_LANGUAGES.find((known) => known === i18n.language) ?? 'en'
  const exporting = useMutation({
    mutationFn: () => askForExport({ resource, language, filters: asTexts(query) }),
    onSuccess: (asked) => followExport(asked, t, () => void navigate('/exports')),
    onError: (error) => tellFailure(t(`common:error.${explain(error).kind}.title`), error),
    onSettled: () => queries.invalidateQueries({ queryKey: exportQueries.all() }),
  })
  return (
    <Button busy={exporting.isPending} disabled={disabled} onClick={() => exporting.mutate()}>
      <Download aria-hidden />
      {t('export')}
    </Button>
  )
}

const asTexts = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
