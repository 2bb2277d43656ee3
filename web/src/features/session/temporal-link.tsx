import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Charge, Me } from '../../api/contract.ts'
import { mayOperate, useSession } from './session-context.ts'

/** An operator's way to the workflow behind a charge, a withdrawal or a receiver, where this installation says where Temporal Web is. */
export function TemporalLink({ of }: { of: Pick<Charge, 'workflow'> }) {
  const { t } = useTranslation('charges')
  const me = useSession()
  const { temporal } = me
  if (!temporal || !mayOperate(me)) return null
  return (
    <a
      href={temporalAddress(temporal, of)}
      target="_blank"
      rel="noreferrer"
      className="mt-5 inline-flex h-9 w-full items-center justify-center gap-2 rounded-lg border border-line-strong font-medium hover:bg-hover"
    >
      {t('detail.temporal')}
      <ExternalLink aria-hidden className="size-4 text-ink-faint" />
    </a>
  )
}

/** The workflow's page in Temporal Web. */
export function temporalAddress(temporal: NonNullable<Me['temporal']>, { workflow }: Pick<Charge, 'workflow'>): string {
  const { workflowId, runId } = workflow
  const path = `${temporal.uiUrl}/namespaces/${temporal.namespace}/workflows/${encodeURIComponent(workflowId)}`
  return runId ? `${path}/${runId}/history` : path
}
