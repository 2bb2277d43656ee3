import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { PERSON_PAPER_PURPOSE } from '../../../../domain/person-paper.ts'
import type { PersonPaper } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { type ChosenFile, FileField } from '../../ui/file-field.tsx'
import { explain } from '../../ui/states.tsx'
import { givePaper, paperAddress, removePaper } from './queries.ts'

interface PaperRowProps {
  userId: string
  name: PersonPaper['name']
  isKept: boolean
}

/** One of the papers; a chosen file is kept as soon as it has been sent. */
export function PaperRow({ userId, name, isKept }: PaperRowProps) {
  const { t } = useTranslation(['profile', 'receivers', 'common'])
  const queries = useQueryClient()
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [isAsking, setAsking] = useState(false)
  const give = useMutation(givePaper(queries, userId))
  const remove = useMutation(removePaper(queries, userId))
  const label = t(`receivers:form.${name}`)
  const fail = (error: Error) => {
    const { kind, detail } = explain(error)
    toast.error(t('failed'), { description: detail ?? t(`common:error.${kind}.text`) })
  }
  const choose = (chosen: ChosenFile | null) => {
    setFile(chosen)
    if (chosen?.url) give.mutate({ name, url: chosen.url }, { onError: fail, onSettled: () => setFile(null) })
  }
  const show = () => {
    // Opened at once: a browser lets no page open another one later.
    const tab = window.open('', '_blank')
    paperAddress(userId, name).then(
      (url) => {
        if (tab && url) tab.location.href = url
        else tab?.close()
      },
      (error: Error) => {
        tab?.close()
        fail(error)
      },
    )
  }
  const erase = () =>
    remove.mutate(name, {
      onSuccess: () => toast.success(t('papers.removed')),
      onError: fail,
      onSettled: () => setAsking(false),
    })
  return (
    <div className="grid gap-2">
      <FileField
        label={label}
        purpose={PERSON_PAPER_PURPOSE}
        value={file ?? (isKept ? { name: t('papers.kept'), url: name } : null)}
        onValueChange={choose}
      />
      {isKept && !isAsking && (
        <div className="flex gap-2">
          <Button size="small" aria-label={t('papers.openNamed', { name: label })} onClick={show}>
            {t('papers.open')}
          </Button>
          <Button size="small" aria-label={t('papers.removeNamed', { name: label })} onClick={() => setAsking(true)}>
            {t('papers.remove')}
          </Button>
        </div>
      )}
      {isKept && isAsking && (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="pb-2 text-pretty">{t('papers.sure', { name: label })}</legend>
          <Button size="small" autoFocus onClick={() => setAsking(false)}>
            {t('common:cancel')}
          </Button>
          <Button size="small" look="danger" busy={remove.isPending} onClick={erase}>
            {t('papers.remove')}
          </Button>
        </fieldset>
      )}
    </div>
  )
}
