/** What activities are given, once, when the worker starts. */

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
  /** 32 bytes: opens what is sealed in the database. */
  sealKey: KeyRing
  /** Make the links in mails. */
  linkKeys: KeyRing
  http: HttpClient
  /** For accounts of test mode. */
  testHttp: HttpClient
  storage: ObjectStorage
  /** Undefined: no mail is sent. */
  mailer: Mailer | undefined
  /** How many requests to providers this process may have under way. */
  providerRequests: BudgetLimits
  /** Slots of the deliveries' queue, which platforms share. */
  deliveries: Shares
  /** How long what sellers were told is kept. */
  sellerEventDays: number
  /** How long what providers wrote and were written is kept. */
  providerRecordDays: number
  /** How long a cut-off request may still be working its way through a provider, in milliseconds. */
  settleMs: number
  /** How often what is open is read. */
  rhythm: Rhythm
  /** Where the provider of this account posts its webhooks. */
  webhookUrl(account: ProviderAccountRow): string
  /** Where buyers and sellers reach us: the addresses that we tell start with it. */
  publicUrl: string
  /** Aborted when the worker is told to stop: whoever only waits, stops waiting. */
  stopping: AbortSignal
  logger: Logger
  metrics: ProviderMetrics
}
