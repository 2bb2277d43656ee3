import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { Charge } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/csv.ts'
import { explain } from '../../ui/states.tsx'
import { EXPORT_LIMIT, toCsv } from './csv.ts'
import type { ChargeQuery } from './filters.ts'
import { fetchCharges } from './queries.ts'

/** Everything that the filters let through, not only the rows that happen to be loaded. */
export function ExportButton({ query, disabled }: { query: ChargeQuery; disabled: boolean }) {
  const { t, i18n } = useTranslation(['charges', 'common', 'timeline'])
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { charges, cut } = await collect(query)
      download(`trilho-${new Date().toISOString().slice(0, 10)}.csv`, toCsv(charges, { t, language: i18n.language }))
      toast.success(t('list.exported', { count: charges.length }), {
        ...(cut ? { description: t('list.exportCut', { count: charges.length }) } : {}),
      })
    } catch (error) {
      toast.error(t(`common:error.${explain(error).kind}.title`))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} disabled={disabled} onClick={() => void run()}>
      <Download aria-hidden />
      {busy ? t('list.exporting') : t('list.export')}
    </Button>
  )
}

async function collect(query: ChargeQuery): Promise<{ charges: Charge[]; cut: boolean }> {
  const charges: Charge[] = []
  let cursor: string | undefined
  do {
    const page = await fetchCharges(query, cursor, 100)
    charges.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && charges.length < EXPORT_LIMIT)
  return { charges, cut: cursor !== undefined }
}
