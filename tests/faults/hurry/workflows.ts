/** The product's workflows, each of whose waits is shorter. What they do is what they do in production. */
import { CHARGE_TIMING } from '../../../workflows/charge/timing.ts'
import { charge as chargeAtLeisure } from '../../../workflows/charge/workflow.ts'
import { DISBURSEMENT_TIMING } from '../../../workflows/disbursement/timing.ts'
import type { ChargeInput, DisbursementInput, ReceiverInput } from '../../../workflows/messages.ts'
import { RECEIVER_TIMING } from '../../../workflows/receiver/timing.ts'
import { receiver as receiverAtLeisure } from '../../../workflows/receiver/workflow.ts'
import { refund as refundAtLeisure } from '../../../workflows/refund/workflow.ts'
import { sweep as sweepAtLeisure } from '../../../workflows/sweep.ts'
import { withdrawal as withdrawalAtLeisure } from '../../../workflows/withdrawal/workflow.ts'
import { hurriedAll } from './pace.ts'

export * from '../../../workflows/index.ts'

export const charge = ({ timing, ...input }: ChargeInput): ReturnType<typeof chargeAtLeisure> =>
  chargeAtLeisure({ ...input, timing: hurriedAll({ ...CHARGE_TIMING, ...timing }) })

const inHurry = ({ timing, ...input }: DisbursementInput): DisbursementInput => ({
  ...input,
  timing: timing ?? hurriedAll(DISBURSEMENT_TIMING),
})
export const refund = (input: DisbursementInput): ReturnType<typeof refundAtLeisure> => refundAtLeisure(inHurry(input))
export const withdrawal = (input: DisbursementInput): ReturnType<typeof withdrawalAtLeisure> =>
  withdrawalAtLeisure(inHurry(input))

export const receiver = (input: ReceiverInput): ReturnType<typeof receiverAtLeisure> =>
  receiverAtLeisure({ ...input, timing: hurriedAll(RECEIVER_TIMING) })

export const sweep = (): Promise<void> => sweepAtLeisure(hurriedAll({ everyMs: 10_000, lastsMs: 4 * 60 * 60_000 }))
