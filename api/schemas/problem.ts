/** Errors as RFC 9457 problem details (`application/problem+json`). `code` is stable: clients may branch on it. */
import { type Static, Type } from 'typebox'
import { Word } from './common.ts'

export const PROBLEM_CODES = [
  'malformed_request',
  'refund_not_approved',
  'unauthenticated',
  'invalid_signature',
  'wrong_credentials',
  'wrong_code',
  'sign_in_expired',
  'forbidden',
  'second_factor_needed',
  'cross_site_request',
  'not_found',
  'conflict',
  'request_in_progress',
  'payload_too_large',
  'headers_too_large',
  'request_too_slow',
  'unsupported_media_type',
  'rule_broken',
  'idempotency_key_reused',
  'method_not_supported',
  'no_provider_account',
  'rate_limited',
  'internal_error',
  'provider_refused',
  'provider_failed',
  'unavailable',
  'outcome_unknown',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

export const ProblemField = Type.Object({
  path: Type.String({ description: 'JSON Pointer into the input, e.g. /customer/document.' }),
  message: Type.String(),
  rule: Type.String({ description: 'Stable name of what is wrong: a JSON Schema keyword or a rule of ours.' }),
  value: Type.Optional(Type.String({ description: 'What stands there, where the input is a file of many lines.' })),
})

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'A URI that identifies the kind of problem.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "What happened; a provider's message stands here letter for letter." }),
    code: Word(PROBLEM_CODES),
    errors: Type.Optional(Type.Array(ProblemField, { description: 'What is wrong with the input, field by field.' })),
    chargeId: Type.Optional(
      Type.String({ description: 'The charge that the problem left behind, where there is one.' }),
    ),
    disbursementId: Type.Optional(
      Type.String({ description: 'The refund or withdrawal that the problem left behind, where there is one.' }),
    ),
    receiverId: Type.Optional(
      Type.String({ description: 'The receiver that the problem left behind, where there is one.' }),
    ),
    requestId: Type.String({ description: 'Quote it to support.' }),
  },
  { $id: 'Problem' },
)

export type ProblemField = Static<typeof ProblemField>
export type Problem = Static<typeof Problem>
