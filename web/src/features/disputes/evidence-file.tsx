import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpenDispute } from '../../../../domain/dispute.ts'
import type { Dispute, DisputeEvidence } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { deleteEvidence, evidenceAddress } from './queries.ts'

interface EvidenceFileProps {
  dispute: Dispute
  evidence: DisputeEvidence
}

/** A kept file: opened, and deleted while the dispute is open. */
export function EvidenceFile({ dispute, evidence }: EvidenceFileProps) {
  const { t } = useTranslation('disputes')
  const { id, name, createdAt } = evidence
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation(deleteEvidence(useQueryClient(), dispute, id))
  const show = () => {
    // Opened at once: a browser lets no page open another one later.
    const tab = window.open('', '_blank')
    evidenceAddress(dispute.id, id).then(
      ({ url }) => {
        if (tab) tab.location.href = url
      },
      (error: Error) => {
        tab?.close()
        tellFailure(t('evidence.failed'), error)
      },
    )
  }
  const erase = () =>
    remove.mutate(undefined, {
      onSuccess: () => toast.success(t('evidence.deleted')),
      onError: (error) => tellFailure(t('evidence.notDeleted'), error),
      onSettled: () => setAsking(false),
    })
  return (
    <li className="flex min-w-0 items-center gap-2">
      <FileText aria-hidden className="size-4 shrink-0 text-ink-faint" />
      <div className="min-w-0">
        <Button look="quiet" className="max-w-full" onClick={show}>
          <span className="truncate">{name}</span>
        </Button>
      </div>
      <span className="ml-auto shrink-0 text-[0.8125rem] text-ink-faint">
        <RelativeTime at={createdAt} />
      </span>
      {isOpenDispute(dispute.state) && (
        <Button
          look="quiet"
          size="icon"
          aria-label={t('evidence.deleteNamed', { name })}
          onClick={() => setAsking(true)}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('evidence.sure')}
        text={t('evidence.sureText', { name })}
        deed={t('evidence.delete')}
        look="danger"
        busy={remove.isPending}
        onConfirm={erase}
        onClose={() => setAsking(false)}
      />
    </li>
  )
}
