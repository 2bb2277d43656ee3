import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { EXAM_STATES, type ExamGrade } from '../../domain/exam.ts'
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
    /** As they were when it began. */
    url: text('url').notNull(),
    stateUrl: text('state_url'),
    state: text('state', { enum: EXAM_STATES }).notNull().default('RUNNING'),
    /** In the order of the questions; as many as have been graded. */
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
