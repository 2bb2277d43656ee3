/** Follows an export to its end, across page changes. */
import type { TFunction } from 'i18next'
import { toast } from 'sonner'
import { isExportFailed, isExportOver, isExportReady } from '../../../../domain/export.ts'
import type { Export } from '../../api/contract.ts'
import { router } from '../../routes/router.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { explain } from '../../ui/states.tsx'
import { readExport, saveExport } from './queries.ts'

const BETWEEN_MS = 1_500
/** A toast with a button stays long enough to be seen. */
const LONG_MS = 60_000

type Translate = TFunction<['exports', 'common']>

/** A ready export is saved at once. For any other, a toast says when it is ready. */
export async function followExport(asked: Export, t: Translate): Promise<void> {
  if (isExportReady(asked.state)) {
    await saveExport(asked.id)
    toast.success(t('saved', { count: asked.rows }))
    return
  }
  const id = toast.loading(t('writing'), {
    description: t('writingText'),
    action: { label: t('show'), onClick: () => void router.navigate('/exports') },
  })
  void untilOver(asked, (now) =>
    toast.loading(t('writing'), { id, description: t('written', { count: now.rows }) }),
  ).then(
    (over) => {
      if (isExportFailed(over.state)) return toast.error(t('failed'), { id, description: reasonOf(over, t) })
      return toast.success(t('ready', { count: over.rows }), {
        id,
        duration: LONG_MS,
        description: '',
        action: { label: t('download'), onClick: () => void save(over.id, t) },
      })
    },
    // The outcome is unknown here. The list of files shows it once it can be read.
    () => toast.info(t('lost'), { id, description: '' }),
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
