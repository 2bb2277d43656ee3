import { CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'

/** Whether it is told, and whether it takes what it is told. */
export function EndpointState({ endpoint: { enabled, failingSince } }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('endpoints')
  if (!enabled) {
    return (
      <Badge tone="pending" icon={CircleMinus}>
        {t('states.off')}
      </Badge>
    )
  }
  return failingSince ? (
    <Badge tone="danger" icon={TriangleAlert}>
      {t('states.failing')}
    </Badge>
  ) : (
    <Badge tone="success" icon={CircleCheck}>
      {t('states.on')}
    </Badge>
  )
}
