import type { Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'
import proto from '@temporalio/proto'
import { SEARCH_ATTRIBUTE_TYPES } from '../temporal.ts'
import { waitFor } from './wait.ts'

const { IndexedValueType } = proto.temporal.api.enums.v1
const TYPES = {
  Keyword: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  Bool: IndexedValueType.INDEXED_VALUE_TYPE_BOOL,
} as const
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Makes the namespace and its search attributes unless they are there, and waits until the server uses them. */
export async function registerNamespace(connection: Connection, namespace: string): Promise<void> {
  await connection.workflowService
    .registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs(RETENTION_MS) })
    .catch((error) => ignoreExisting(error))
  const wanted = Object.entries(SEARCH_ATTRIBUTE_TYPES)
  const searchAttributes = Object.fromEntries(wanted.map(([name, type]) => [name, TYPES[type]]))
  await waitFor(
    async () => {
      await connection.operatorService
        .addSearchAttributes({ namespace, searchAttributes })
        .catch((error) => ignoreExisting(error))
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace })
      if (!wanted.every(([name]) => customAttributes?.[name] !== undefined)) return false
      // A query by attribute answers only once the visibility store knows them. Quoted: Status is a word of the query language.
      const query = wanted.map(([name, type]) => `\`${name}\` = ${type === 'Bool' ? 'true' : '"x"'}`).join(' AND ')
      await connection.workflowService.countWorkflowExecutions({ namespace, query })
      return true
    },
    { what: `Temporal namespace ${namespace} becoming usable`, everyMs: 100 },
  )
}

function ignoreExisting(error: unknown): void {
  const ALREADY_EXISTS = 6
  if ((error as { code?: number }).code !== ALREADY_EXISTS) throw error
}
