/** `POST /v1/operations/:workflowId/{retry,resolve,cancel}`: what an operator decides about a charge, refund or withdrawal that is waiting. */
import { type Static, Type } from 'typebox'
import { Word } from './common.ts'

export const OPERATIONS = ['retry', 'resolve', 'cancel'] as const
export type OperatorAction = (typeof OPERATIONS)[number]

export const Resolution = Type.Object(
  {
    outcome: Word(['created', 'notCreated'], 'Did the provider make the transaction?'),
    transactionId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "The provider's id, when created." }),
    ),
    status: Type.Optional(
      Word(['APPROVED', 'REJECTED', 'CANCELED'], 'Of a withdrawal: what became of it, when you know.'),
    ),
  },
  { additionalProperties: false },
)

export const OperationAccepted = Type.Object({ workflowId: Type.String(), operation: Word(OPERATIONS) })

export type Resolution = Static<typeof Resolution>
export type OperationAccepted = Static<typeof OperationAccepted>
