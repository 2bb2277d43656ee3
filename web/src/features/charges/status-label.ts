import type { Ending } from '../../../../domain/ending.ts'
import type { Charge, ChargeStatus } from '../../api/contract.ts'

type Translate = (key: `common:status.${ChargeStatus}` | `common:ending.${Ending}`) => string

/** A charge that an operator cancelled, or that expired, is not shown as refused. */
export function statusLabel(t: Translate, { status, ending }: Pick<Charge, 'status' | 'ending'>): string {
  return ending ? t(`common:ending.${ending}`) : t(`common:status.${status}`)
}
