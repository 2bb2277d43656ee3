import { Type } from 'typebox'
import { CHARGE_SIMULATIONS, WITHDRAWAL_SIMULATIONS } from '../../domain/simulation.ts'
import { Word } from './common.ts'

const STRICT = { additionalProperties: false } as const

export const NewChargeSimulation = Type.Object(
  {
    action: Word(
      CHARGE_SIMULATIONS,
      '`refund`: in the provider’s dashboard. `refuseRefunds`: from then on its provider refuses every refund of it. `dispute`: a chargeback, or a MED. `winDispute`: it is decided for the seller.',
    ),
  },
  STRICT,
)

export const NewWithdrawalSimulation = Type.Object(
  { action: Word(WITHDRAWAL_SIMULATIONS, '`return`: the bank gives it back after it was paid.') },
  STRICT,
)
