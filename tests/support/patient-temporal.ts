import type { Client } from '@temporalio/client'
import { vi } from 'vitest'

/** For what hangs. */
const PATIENCE_MS = 60_000

/** Every deadline for an answer of Temporal is a minute from now on: one that is only busy does not count as away. */
export function waitingForTemporal({ temporal }: { temporal: Client }) {
  const { connection } = temporal
  const real = connection.withDeadline.bind(connection)
  return vi.spyOn(connection, 'withDeadline').mockImplementation((_, ask) => real(Date.now() + PATIENCE_MS, ask))
}
