import { Type } from 'typebox'
import { VERIFICATIONS } from '../../domain/proof.ts'
import { Nullable, Uuid, Word } from './common.ts'

/** Of an event of a history. */
export const DECISION_ID = Nullable(
  Type.String({ description: 'Of the decision that it tells of, as its answer named it.' }),
)

/** What an event of a history rests on, where it is kept. */
export const PROOF = {
  notice: Nullable(
    Type.Object(
      {
        webhookEventId: Uuid('As in `GET /v1/webhook-events`.'),
        verified: Word(VERIFICATIONS, 'What shows that the provider sent it.'),
      },
      { description: 'The webhook that said it.' },
    ),
  ),
  attempt: Nullable(Type.Integer({ description: 'The number of the attempt that it tells of, as in `/attempts`.' })),
  decisionId: DECISION_ID,
} as const
