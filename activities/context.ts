/** The dependencies of all activities, created once when the worker starts. */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { KeyRing } from '../config/keys.ts'
import type { DatabasePool } from '../db/client.ts'
import type { ProviderAccountRow } from '../db/queries/account/read.ts'
import type { Rhythm } from '../domain/poll-rhythm.ts'
import type { BudgetLimits } from '../gateway/budget.ts'
import type { HttpClient } from '../gateway/http-client.ts'
import type { ProviderMetrics } from '../gateway/metrics.ts'
import type { Shares } from '../gateway/shares.ts'
import type { Mailer } from '../mail/smtp.ts'
import type { ObjectStorage } from '../storage/storage.ts'

export interface ActivityDependencies {
  database: DatabasePool
  temporal: Client
  /** 32-byte keys that open sealed database values. */
  sealKey: KeyRing
  /** The keys that sign the links in mails. */
  linkKeys: KeyRing
  http: HttpClient
  /** For accounts in test mode. */
  testHttp: HttpClient
  /** For the addresses of sellers. What they keep busy or open is none of the providers' connections. */
  sellerHttp: HttpClient
  storage: ObjectStorage
  /** Undefined: no mail is sent. */
  mailer: Mailer | undefined
  /** How many requests to providers this process may run at once. */
  providerRequests: BudgetLimits
  /** Slots of the deliveries queue, which platforms share. */
  deliveries: Shares
  /** How many days events sent to sellers are kept. */
  sellerEventDays: number
  /** How many days requests to providers and messages from them are kept. */
  providerRecordDays: number
  /** How long a provider may still process a request that was cut off, in milliseconds. */
  settleMs: number
  /** How often open movements are read. */
  rhythm: Rhythm
  /** The URL to which the provider of this account posts its webhooks. */
  webhookUrl(account: ProviderAccountRow): string
  /** The public base URL of links for buyers and sellers. */
  publicUrl: string
  /** Aborted when the worker is told to stop. Activities that only wait stop waiting. */
  stopping: AbortSignal
  logger: Logger
  metrics: ProviderMetrics
}
