/** Seals with TRILHO_MASTER_KEY what TRILHO_READABLE_MASTER_KEYS have sealed. docs/operations.md, "The master key". */
import { readSettings } from '../config/env.ts'
import { deriveKey } from '../config/keys.ts'
import { connectDatabase } from '../db/client.ts'
import { reseal } from '../gateway/reseal.ts'

const { databaseUrl, masterKey } = readSettings()
const pool = connectDatabase({ databaseUrl, maxConnections: 1 })
try {
  const counts = await reseal(pool.writer, deriveKey(masterKey, 'seal'))
  for (const { place, resealed, changed, unreadable } of counts) {
    console.log(`${place}: ${resealed} sealed anew, ${changed} changed meanwhile, ${unreadable} unreadable`)
  }
  const isDone = counts.every(({ resealed, changed, unreadable }) => resealed + changed + unreadable === 0)
  console.log(isDone ? 'Nothing is left that another key has sealed.' : 'Run it again, until nothing is left.')
  if (counts.some(({ unreadable }) => unreadable > 0)) process.exitCode = 1
} finally {
  await pool.close()
}
