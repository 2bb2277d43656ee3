/** What waits in the database, read on a scrape, but at most every few seconds. */
import { Gauge, type Registry } from 'prom-client'
import type { DatabasePool } from '../db/client.ts'
import { type Figures, readFigures } from '../db/queries/figures.ts'

const KEPT_MS = 5_000

interface Watched {
  read: DatabasePool['read']
  isDatabaseDown: () => boolean
}

/** While the database is away its figures are missing, and a scrape that METRICS_TOKEN admits still succeeds. */
export function registerWaitingFigures(registry: Registry, { read, isDatabaseDown }: Watched): void {
  const registers = [registry]
  let kept: { at: number; figures: Promise<Figures | undefined> } | undefined
  const figures = (): Promise<Figures | undefined> => {
    if (isDatabaseDown()) return Promise.resolve(undefined)
    if (!kept || Date.now() - kept.at > KEPT_MS) {
      kept = { at: Date.now(), figures: read(readFigures).catch(() => undefined) }
    }
    return kept.figures
  }
  const attention = (name: string, help: string, of: 'count' | 'oldestSeconds') =>
    new Gauge({
      name,
      help,
      labelNames: ['kind', 'reason'],
      registers,
      async collect() {
        this.reset()
        for (const row of (await figures())?.attention ?? []) this.set({ kind: row.kind, reason: row.reason }, row[of])
      },
    })
  const waiting = (thing: string, help: string, of: 'webhooks' | 'deliveries' | 'failingEndpoints') => {
    const gauge = (suffix: string, more: string, value: 'count' | 'oldestSeconds') =>
      new Gauge({
        name: `trilho_${thing}${suffix}`,
        help: `${help}${more}`,
        registers,
        async collect() {
          this.reset()
          const read = await figures()
          if (read) this.set(read[of][value])
          else this.remove()
        },
      })
    gauge('', '.', 'count')
    gauge('_oldest_seconds', ': how long the oldest has waited.', 'oldestSeconds')
  }
  new Gauge({
    name: 'trilho_readings_overdue_seconds',
    help: 'How long the oldest overdue reading at a provider has waited for the reader of its account.',
    labelNames: ['provider', 'reader'],
    registers,
    async collect() {
      this.reset()
      for (const row of (await figures())?.readings ?? [])
        this.set({ provider: row.provider, reader: row.reader }, row.oldestSeconds)
    },
  })
  new Gauge({
    name: 'trilho_dispute_due_seconds',
    help: 'How long a seller still has for the open dispute whose deadline is next.',
    registers,
    async collect() {
      this.reset()
      const seconds = (await figures())?.disputeDueSeconds
      if (seconds == null) this.remove()
      else this.set(seconds)
    },
  })
  attention('trilho_attention', 'What waits for an operator.', 'count')
  attention('trilho_attention_oldest_seconds', 'How long it has waited for an operator: the longest.', 'oldestSeconds')
  waiting('webhooks_waiting', 'Stored webhooks whose turn has come', 'webhooks')
  waiting('deliveries_waiting', 'Messages to sellers whose turn has come', 'deliveries')
  waiting('endpoints_failing', "Sellers' endpoints that took nothing the last time", 'failingEndpoints')
}
