/** Follows an export to its end, across page changes. */
import type { TFunction } from 'i18next'
import { isExportFailed, isExportOver, isExportReady } from '../../../../domain/export.ts'
import type { Export } from '../../api/contract.ts'
import { tellFailure } from '../../ui/failure.tsx'
import { explain } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { readExport, saveExport } from './queries.ts'

const BETWEEN_MS = 1_500

type Translate = TFunction<['exports', 'common']>

/** A ready export is saved at once. For any other, a toast says when it is ready. @param show opens the list of files. */
export async function followExport(asked: Export, t: Translate, show: () => void): Promise<void> {
  const told = toast.ofSession()
  if (isExportReady(asked.state)) {
    await saveExport(asked.id)
    told.success(t('saved', { count: asked.rows }))
    return
  }
  const id = told.loading(t('writing'), {
    description: t('writingText'),
    action: { label: t('show'), onClick: show },
  })
  void untilOver(asked, (now) =>
    told.loading(t('writing'), { id, description: t('written', { count: now.rows }) }),
  ).then(
    (over) => {
      if (isExportFailed(over.state)) return told.error(t('failed'), { id, description: reasonOf(over, t) })
      return told.success(t('ready', { count: over.rows }), {
        id,
        action: { label: t('download'), onClick: () => void save(over.id, t) },
      })
    },
    // The outcome is unknown here. The list of files shows it once it can be read.
    () => told.info(t('lost'), { id }),
  )
}

/** @throws ApiError when it cannot be read. */
async function untilOver(asked: Export, onNews: (now: Export) => void): Promise<Export> {
  for (let now = asked; ; now = await readExport(asked.id)) {
    if (isExportOver(now.state)) return now
    onNews(now)
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
  }
}

export async function save(id: string, t: Translate): Promise<void> {
  await saveExport(id).catch((error: unknown) => tellFailure(t(`common:error.${explain(error).kind}.title`), error))
}

export const reasonOf = ({ failure }: Pick<Export, 'failure'>, t: Translate) => t(`failure.${failure ?? 'notWritten'}`)
