import { useTranslation } from 'react-i18next'
import { isSettled } from '../../../../domain/charge.ts'
import type { Charge } from '../../api/contract.ts'
import { AttentionNotice, AttentionReasons } from '../../ui/attention.tsx'
import { ForOperators } from '../decisions/for-operators.tsx'
import { ChargeActions } from './actions.tsx'
import type { ChargeAction } from './actions-model.ts'

/** Why an operator must decide, and the possible decisions. */
export function AttentionBanner({ charge, actions }: { charge: Charge; actions: readonly ChargeAction[] }) {
  const { t } = useTranslation('charges')
  if (!charge.needsAttention) return null
  return (
    <AttentionNotice
      title={t(isSettled(charge.status) ? 'attention.noticeTitle' : 'attention.title')}
      text={<AttentionReasons of={charge} sentenceOf={(reason) => t(`attention.reasons.${reason}`)} />}
    >
      {actions.length > 0 && (
        <ForOperators ask="decide">
          <ChargeActions charge={charge} actions={actions} />
        </ForOperators>
      )}
    </AttentionNotice>
  )
}
