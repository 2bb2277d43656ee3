/** What a list may be narrowed by, as its own query takes it. */
import { type TObject, type TProperties, Type } from 'typebox'
import { defined } from '../../domain/defined.ts'
import type { ExportedList } from '../../domain/export.ts'
import { ApiProblem, problem } from '../problem.ts'
import { AuditQuery } from '../schemas/audit.ts'
import { ChargeListQuery } from '../schemas/charge.ts'
import { CustomerListQuery } from '../schemas/customer.ts'
import { DisputeListQuery } from '../schemas/dispute.ts'
import { ReceiverListQuery } from '../schemas/receiver.ts'
import { RefundListQuery } from '../schemas/refund.ts'
import { WithdrawalListQuery } from '../schemas/withdrawal.ts'
import { queryOf, validatorCompiler } from '../validation.ts'

/** Pages are its own affair. */
function filtersOf({ properties }: TObject): TObject {
  const { limit: _limit, cursor: _cursor, ...filters } = properties as TProperties
  return queryOf(Type.Object(filters))
}

const judge = (query: TObject) =>
  validatorCompiler({ schema: filtersOf(query), method: 'GET', url: '', httpPart: 'querystring' })

const JUDGES = {
  charges: judge(ChargeListQuery),
  refunds: judge(RefundListQuery),
  withdrawals: judge(WithdrawalListQuery),
  receivers: judge(ReceiverListQuery),
  customers: judge(CustomerListQuery),
  disputes: judge(DisputeListQuery),
  'audit-log': judge(AuditQuery),
} as const satisfies Record<ExportedList, unknown>

/** @throws ApiProblem 400 with what is wrong, by its place in `filters`. */
export function readFilters(resource: ExportedList, filters: Record<string, string>): Record<string, unknown> {
  const judged = JUDGES[resource](filters) as { value: Record<string, unknown> } | { error: unknown }
  if ('value' in judged) return judged.value
  if (!(judged.error instanceof ApiProblem)) throw judged.error
  const errors = judged.error.options.errors?.map((field) => ({ ...field, path: `/filters${field.path}` }))
  throw problem('malformed_request', defined({ errors }))
}

/** As the audit log says them, which outlives a customer: what was searched for may name one. */
export const withoutWords = (filters: Record<string, unknown>): Record<string, unknown> =>
  'q' in filters ? { ...filters, q: '•••' } : filters
