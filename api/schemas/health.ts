import { type Static, Type } from 'typebox'
import { Word } from './common.ts'

export const PARTS = ['database', 'temporal', 'worker'] as const

const Part = Word(['up', 'down'])

/** `GET /health/ready`: 200 when a charge can be made, else 503 and what is down. */
export const Readiness = Type.Object({
  status: Word(['ready', 'notReady']),
  checks: Type.Object({ database: Part, temporal: Part, worker: Part }),
  down: Type.Array(Word(PARTS), { description: 'What is down.' }),
})

export type Readiness = Static<typeof Readiness>
