/** `POST /v1/operations/:workflowId/{retry,resolve,cancel}`: what an operator decides about a charge, refund or withdrawal that is waiting. */
import { type Static, Type } from 'typebox'
import { DECISION_KINDS, VOID_REASONS } from '../../domain/decision.ts'
import { Word } from './common.ts'

export const Resolution = Type.Object(
  {
    outcome: Word(
      ['created', 'notCreated', 'approved'],
      'Did the provider make the transaction? `approved`: of a withdrawal that waits for a second operator, by that operator.',
    ),
    transactionId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "The provider's id, when created; of a receiver, too.",
      }),
    ),
    receiverId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "A receiver's id at the provider, when created: then without `transactionId`.",
      }),
    ),
    status: Type.Optional(
      Word(
        ['APPROVED', 'REJECTED', 'CANCELED'],
        'Of a withdrawal: what became of it, when you know. Of a charge with `statusUnmapped`: its own status, which then stands, and the seller is told.',
      ),
    ),
  },
  { additionalProperties: false },
)

export const DecisionQuery = Type.Object({
  shown: Type.Optional(
    Type.String({
      pattern: '^([A-Za-z]+(,[A-Za-z]+)*)?$',
      maxLength: 500,
      description:
        'The `attentionReasons` that the operator was shown, with commas between them; empty where there were none. Where something else is asked by now, or one of them has been answered, nothing is done: 409.',
    }),
  ),
  updatedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'The `updatedAt` of what the operator was shown. Where it has changed since, as by one more notice, nothing is done: 409.',
    }),
  ),
})

export const OperationAccepted = Type.Object({
  workflowId: Type.String(),
  operation: Word(DECISION_KINDS),
  decisionId: Type.String({ description: 'Its event in the history has it, too.' }),
  became: Word(
    ['accepted', 'carriedOut', 'void'],
    'What became of it so far; `accepted` is still being carried out. The events tell the end.',
  ),
  why: Type.Optional(Word(VOID_REASONS, 'Why nothing was done, when void.')),
})

export type Resolution = Static<typeof Resolution>
export type OperationAccepted = Static<typeof OperationAccepted>
