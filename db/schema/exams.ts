import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  EXAM_KINDS,
  EXAM_QUESTION_NAMES,
  EXAM_STATES,
  type ExamGrade,
  type ExamQuestionName,
} from '../../domain/exam.ts'
import { REQUEST_QUESTION_NAMES } from '../../domain/exam-requests.ts'
import { createdAt, id, time } from './columns.ts'
import { platforms } from './platforms.ts'
import { webhookEndpoints } from './webhooks.ts'

export const exams = pgTable(
  'exams',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id),
    kind: text('kind', { enum: EXAM_KINDS }).notNull().default('events'),
    /** The endpoint's URLs when the exam began. */
    url: text('url').notNull(),
    stateUrl: text('state_url'),
    state: text('state', { enum: EXAM_STATES }).notNull().default('RUNNING'),
    /** The grades so far, in the order of the questions. */
    grades: jsonb('grades').$type<ExamGrade[]>().notNull().default([]),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    index('exams_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    uniqueIndex('exams_one_at_a_time').on(table.platformId).where(sql`state = 'RUNNING'`),
  ],
)

/** The made-up charges of which an exam has told. They are in no list, figure or search. */
export const examCharges = pgTable('exam_charges', {
  id: uuid('id').primaryKey(),
  examId: uuid('exam_id')
    .notNull()
    .references(() => exams.id, { onDelete: 'cascade' }),
  question: text('question', { enum: EXAM_QUESTION_NAMES as [ExamQuestionName, ...ExamQuestionName[]] }).notNull(),
  /** How many of the question's messages have been sent, or are being sent. */
  told: integer('told').notNull(),
})

/** A seller's requests while an exam of its requests was running. */
export const examRequests = pgTable(
  'exam_requests',
  {
    id: id(),
    examId: uuid('exam_id')
      .notNull()
      .references(() => exams.id, { onDelete: 'cascade' }),
    question: text('question', { enum: REQUEST_QUESTION_NAMES }).notNull(),
    /** A hash of the order, the same for all its requests. */
    order: text('order_hash').notNull(),
    /** A hash of the Idempotency-Key; null without one. */
    keyHash: text('key_hash'),
    chargeId: uuid('charge_id'),
    status: integer('status'),
    milliseconds: integer('milliseconds'),
    /** When the charge was first read. */
    followedAt: time('followed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('exam_requests_of_exam').on(table.examId, table.createdAt),
    index('exam_requests_by_charge').on(table.chargeId).where(sql`charge_id IS NOT NULL`),
  ],
)
