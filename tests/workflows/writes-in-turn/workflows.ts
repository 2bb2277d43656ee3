/** Two things under way at once: each writes, and then does what its history shows. */
import {
  proxyActivities,
  proxyLocalActivities,
  proxySinks,
  type Sinks,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import { SEARCH_ATTRIBUTES } from '../../../workflows/messages.ts'

export interface Work {
  write(what: string): Promise<void>
  ask(): Promise<void>
}

export interface Telling extends Sinks {
  test: { shown(): void }
}

const OPTIONS = { startToCloseTimeout: '10 seconds' } as const
const { write } = proxyLocalActivities<Pick<Work, 'write'>>(OPTIONS)
const { ask } = proxyActivities<Pick<Work, 'ask'>>(OPTIONS)
const { test } = proxySinks<Telling>()

export async function together(): Promise<void> {
  const learn = async () => write('first')
  const show = async () => {
    await learn()
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: 'APPROVED' }])
    test.shown()
  }
  const look = async () => {
    await write('second')
    await ask()
  }
  await Promise.all([show(), look()])
}
