/** Histories as readable JSON and back, by the protocol's own message definition. */
import { temporal } from '@temporalio/proto'

const { History } = temporal.api.history.v1

export function historyToJson(history: temporal.api.history.v1.IHistory): string {
  return JSON.stringify(History.toObject(History.create(history), { bytes: String, longs: String, enums: String }))
}

export function historyFromJson(json: string): temporal.api.history.v1.History {
  return History.fromObject(JSON.parse(json))
}
