/** What providers said, translated again by today's tables. docs/operations.md, "Correction after the fact". */
import { parseArgs } from 'node:util'
import { readSettings } from '../config/env.ts'
import { connectDatabase } from '../db/client.ts'
import { defined } from '../domain/defined.ts'
import { retranslate } from '../inbox/retranslate.ts'
import { processLogger } from '../telemetry/logger.ts'
import { temporalClient } from '../temporal/client.ts'

const { values } = parseArgs({ options: { apply: { type: 'boolean', default: false }, after: { type: 'string' } } })
const settings = readSettings()
const database = connectDatabase({ ...settings, maxConnections: 2 })
const temporal = temporalClient(settings)
const logger = processLogger('retranslate', settings)
try {
  const count = await retranslate(
    { database, temporal, logger },
    {
      apply: values.apply,
      ...defined({ after: values.after }),
      onFound: ({ movement, from, to, provider, rawStatus, because }) =>
        console.log(`${movement}  ${from} -> ${to}  ${provider} said "${rawStatus ?? ''}"  ${because}`),
      onProgress: (lastId) =>
        console.error(`looked at webhooks up to ${lastId}; go on from there with --after ${lastId}`),
    },
  )
  const done = values.apply ? 'taken to their movements' : 'would change; --apply takes them to their movements'
  console.log(count === 0 ? 'Nothing means anything else now.' : `${count} ${done}`)
} finally {
  await Promise.all([database.close(), temporal.connection.close()])
}
