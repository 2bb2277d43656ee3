import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EVIDENCE_PURPOSE, isOpenDispute } from '../../../../domain/dispute.ts'
import type { DisputeEvidence, DisputeWithEvidence } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { type ChosenFile, FileField } from '../../ui/file-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useRefusedField } from '../../ui/use-refused-field.ts'
import { addEvidence, evidenceAddress } from './queries.ts'

/** Files that speak for the seller; a chosen one is kept as soon as it has been sent. */
export function EvidencePanel({ dispute }: { dispute: DisputeWithEvidence }) {
  const { t } = useTranslation(['disputes', 'common'])
  const [file, setFile] = useState<ChosenFile | null>(null)
  const add = useMutation(addEvidence(useQueryClient(), dispute))
  const fail = (error: Error) => {
    tellFailure(t('evidence.failed'), error)
  }
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
          if (!refused.refuse(error)) fail(error)
          return false
        },
      )
      .finally(() => setFile(null))
  const show = (evidence: DisputeEvidence) => {
    // Opened at once: a browser lets no page open another one later.
    const tab = window.open('', '_blank')
    evidenceAddress(dispute.id, evidence.id).then(
      ({ url }) => {
        if (tab) tab.location.href = url
      },
      (error: Error) => {
        tab?.close()
        fail(error)
      },
    )
  }
  const isOpen = isOpenDispute(dispute.state)
  return (
    <Panel title={t('evidence.title')}>
      {dispute.evidence.length === 0 && (
        <p className="text-ink-soft">{t(isOpen ? 'evidence.emptyText' : 'evidence.none')}</p>
      )}
      <ul aria-label={t('evidence.title')} className="grid gap-2 empty:hidden">
        {dispute.evidence.map((evidence) => (
          <li key={evidence.id} className="flex min-w-0 items-center gap-2">
            <FileText aria-hidden className="size-4 shrink-0 text-ink-faint" />
            <div className="min-w-0">
              <Button look="quiet" className="max-w-full" onClick={() => show(evidence)}>
                <span className="truncate">{evidence.name}</span>
              </Button>
            </div>
            <span className="ml-auto shrink-0 text-[0.8125rem] text-ink-faint">
              <RelativeTime at={evidence.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {isOpen && (
        <div className="mt-4">
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
