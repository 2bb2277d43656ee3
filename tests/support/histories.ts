/** Histories as readable JSON and back, by the protocol's own message definition. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@temporalio/client'
import { temporal } from '@temporalio/proto'

const { History } = temporal.api.history.v1

export function historyToJson(history: temporal.api.history.v1.IHistory): string {
  return JSON.stringify(History.toObject(History.create(history), { bytes: String, longs: String, enums: String }))
}

export function historyFromJson(json: string): temporal.api.history.v1.History {
  return History.fromObject(JSON.parse(json))
}

/** Stores it for the replay test, where RECORD_HISTORIES names a directory. */
export async function keepHistory(
  { workflow }: Pick<Client, 'workflow'>,
  workflowId: string,
  name: string,
): Promise<void> {
  const directory = process.env.RECORD_HISTORIES
  if (directory) await storeHistory({ workflow }, { workflowId }, directory, name)
}

export async function storeHistory(
  { workflow }: Pick<Client, 'workflow'>,
  { workflowId, runId }: { workflowId: string; runId?: string },
  directory: string,
  name: string,
): Promise<void> {
  const history = await workflow.getHandle(workflowId, runId).fetchHistory()
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, `${name}.json`), `${historyToJson(history)}\n`)
}
