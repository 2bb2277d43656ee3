import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PERSON_PAPER_PURPOSE } from '../../../../domain/person-paper.ts'
import type { PersonPaper } from '../../api/contract.ts'
import { type ChosenFile, FileField } from '../../ui/file-field.tsx'
import { useRefusedField } from '../../ui/use-refused-field.ts'
import { PaperActions } from './paper-actions.tsx'
import { givePaper, paperAddress, removePaper } from './queries.ts'
import { usePaperFailure } from './use-paper-failure.ts'

interface PaperRowProps {
  userId: string
  name: PersonPaper['name']
  isKept: boolean
}

/** One of the papers; a chosen file is kept as soon as it has been sent. */
export function PaperRow({ userId, name, isKept }: PaperRowProps) {
  const { t } = useTranslation(['profile', 'receivers'])
  const queries = useQueryClient()
  const fail = usePaperFailure()
  const [file, setFile] = useState<ChosenFile | null>(null)
  const give = useMutation(givePaper(queries, userId))
  const label = t(`receivers:form.${name}`)
  const refused = useRefusedField('url')
  const choose = (chosen: ChosenFile | null) => {
    refused.forget()
    setFile(chosen)
  }
  const keep = ({ url }: { url: string }) =>
    give
      .mutateAsync({ name, url })
      .then(
        () => true,
        (error: Error) => {
          if (!refused.refuse(error)) fail(error)
          return false
        },
      )
      .finally(() => setFile(null))
  return (
    <div className="grid gap-2">
      <FileField
        label={label}
        purpose={PERSON_PAPER_PURPOSE}
        value={file ?? (isKept ? { name: t('papers.kept'), url: name } : null)}
        onValueChange={choose}
        keep={keep}
        error={refused.error}
      />
      {isKept && (
        <PaperActions
          label={label}
          addressOf={() => paperAddress(userId, name)}
          removal={removePaper(queries, userId, name)}
        />
      )}
    </div>
  )
}
