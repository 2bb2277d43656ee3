import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EVIDENCE_PURPOSE, isOpenDispute } from '../../../../domain/dispute.ts'
import type { DisputeWithEvidence } from '../../api/contract.ts'
import { tellFailure } from '../../ui/failure.tsx'
import { type ChosenFile, FileField } from '../../ui/file-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useRefusedField } from '../../ui/use-refused-field.ts'
import { EvidenceFile } from './evidence-file.tsx'
import { addEvidence } from './queries.ts'

/** Files that speak for the seller; a chosen one is kept as soon as it has been sent. */
export function EvidencePanel({ dispute }: { dispute: DisputeWithEvidence }) {
  const { t } = useTranslation(['disputes', 'common'])
  const [file, setFile] = useState<ChosenFile | null>(null)
  const add = useMutation(addEvidence(useQueryClient(), dispute))
  const refused = useRefusedField('url')
  const choose = (chosen: ChosenFile | null) => {
    refused.forget()
    setFile(chosen)
  }
  const keep = ({ url, name }: { url: string; name: string }) =>
    add
      .mutateAsync({ url, name: name.slice(-200) })
      .then(
        () => true,
        (error: Error) => {
          if (!refused.refuse(error)) tellFailure(t('evidence.failed'), error)
          return false
        },
      )
      .finally(() => setFile(null))
  const isOpen = isOpenDispute(dispute.state)
  return (
    <Panel title={t('evidence.title')}>
      {dispute.evidence.length === 0 && (
        <p className="text-ink-soft">{t(isOpen ? 'evidence.emptyText' : 'evidence.none')}</p>
      )}
      <ul aria-label={t('evidence.title')} className="grid gap-2 empty:hidden">
        {dispute.evidence.map((evidence) => (
          <EvidenceFile key={evidence.id} dispute={dispute} evidence={evidence} />
        ))}
      </ul>
      {isOpen && (
        <div className="mt-4 grid gap-4">
          <p className="text-ink-soft text-pretty">{t('evidence.kept')}</p>
          <FileField
            label={t('evidence.add')}
            purpose={EVIDENCE_PURPOSE}
            value={file}
            onValueChange={choose}
            keep={keep}
            error={refused.error}
          />
        </div>
      )}
    </Panel>
  )
}
