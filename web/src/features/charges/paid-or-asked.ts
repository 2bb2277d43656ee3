import type { Charge } from '../../api/contract.ts'

/** What the buyer has paid or, until then, is asked for, in integer cents. */
export const paidOrAsked = ({ paidAmount, finalValue }: Pick<Charge, 'paidAmount' | 'finalValue'>): number =>
  paidAmount ?? finalValue
