import { type Static, Type } from 'typebox'
import { EXAM_FAULTS, EXAM_KINDS, EXAM_QUESTION_NAMES, EXAM_STATES } from '../../domain/exam.ts'
import { REQUEST_QUESTION_NAMES } from '../../domain/exam-requests.ts'
import { Nullable, Time, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'

export const NewExam = Type.Object(
  {
    kind: Type.Optional(
      Word(
        EXAM_KINDS,
        '`events`: how your system takes what it is told. `requests`: what it does when its own requests to charge go wrong.',
        'events',
      ),
    ),
    endpointId: Uuid(
      'One of your test webhook endpoints: its secret signs the messages, and its system is the one that charges.',
    ),
    stateUrl: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2000,
        pattern: 'charge-id',
        description:
          'Where `GET` answers what your system holds of a charge, at the endpoint’s own host, with `charge-id` where its id goes: `{ "status": "APPROVED", "paid": 1 }`, 404 for one that it does not know. Without it only answers are graded.',
      }),
    ),
  },
  { additionalProperties: false },
)

const ExamGrade = Type.Object({
  question: Word([...EXAM_QUESTION_NAMES, ...REQUEST_QUESTION_NAMES]),
  passed: Type.Boolean(),
  fault: Nullable(Word(EXAM_FAULTS)),
  answers: Type.Array(
    Type.Object({
      type: Type.String({ description: 'Of the event that was sent; or the request that was answered.' }),
      status: Type.Integer({ description: '0: no answer.' }),
      milliseconds: Type.Integer(),
    }),
  ),
  mend: Nullable(Type.String({ description: 'How to pass it, where it was failed.' })),
})

export const Exam = Type.Object({
  id: Uuid(),
  kind: Word(EXAM_KINDS),
  endpointId: Uuid(),
  url: Type.String(),
  stateUrl: Nullable(Type.String()),
  state: Word(EXAM_STATES, 'FAILED: it could not be carried out, which says nothing of your system.'),
  passed: Type.Integer({ description: 'Questions, of `questions`.' }),
  questions: Type.Integer(),
  grades: Type.Array(ExamGrade),
  createdBy: Type.String(),
  createdAt: Time(),
  finishedAt: Nullable(Time()),
})

export const ExamList = ListOf(Exam)

export type NewExam = Static<typeof NewExam>
export type Exam = Static<typeof Exam>
export type ExamList = Static<typeof ExamList>
