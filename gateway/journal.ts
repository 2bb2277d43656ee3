/** One attempt's journal: which requests were answered, whether money may have moved, and the redacted exchange for operators. */
import type { KeyRing } from '../config/keys.ts'
import { open, seal } from '../config/seal.ts'
import type { ExchangeEntry, JournalEntry } from '../db/schema/charges.ts'
import { isNotProcessed } from '../domain/provider-error.ts'
import type { Risk } from '../providers/contract.ts'
import type { Journal } from './drive.ts'
import { redactExchange } from './redact.ts'

export interface AttemptJournal extends Journal {
  /** Sealed answers so far; null while there are none. */
  sealed(): string | null
  exchange(): ExchangeEntry[]
  /** The risk of the last request that was sent. */
  lastRisk(): Risk
  /** True once the adapter has accepted the answer to a money request. After that, a later error is no refusal of the attempt. */
  moneyAccepted(): boolean
}

export interface JournalOptions {
  sealedJournal: string | null
  exchange: readonly ExchangeEntry[]
  sealKey: KeyRing
  /** Commits that money is about to be sent. */
  claim(sealedJournal: string | null): Promise<void>
  /** Commits the answer to a money request before the flow continues. */
  save(sealedJournal: string): Promise<void>
}

/** A provider may be unreachable for days. The first and the last entries are kept, because those help an operator most. */
const MOST_KEPT = 40

type Entry = JournalEntry & { risk: Risk }

/** An answer enters the journal once the adapter has accepted it, that is, when the flow continues with its next request. */
export function openJournal(options: JournalOptions): AttemptJournal {
  const { sealKey } = options
  const accepted = readJournal(options.sealedJournal, sealKey)
  const exchange: ExchangeEntry[] = [...options.exchange]
  const keep = (entry: ExchangeEntry) => {
    exchange.push(entry)
    if (exchange.length > MOST_KEPT) exchange.splice(MOST_KEPT / 2, exchange.length - MOST_KEPT)
  }
  let latest: { step: number; entry: Entry } | undefined
  let lastRisk: Risk = 'read'

  const sealed = () => (accepted.length === 0 ? null : seal(JSON.stringify(accepted), sealKey))
  const accept = () => {
    if (!latest) return false
    accepted[latest.step] = latest.entry
    const isMoney = latest.entry.risk === 'money'
    latest = undefined
    return isMoney
  }
  return {
    recall: (step) => accepted[step] ?? undefined,
    beforeSend: async (_step, request) => {
      lastRisk = request.risk
      const moneyWasAccepted = accept()
      if (request.risk === 'money') await options.claim(sealed())
      else if (moneyWasAccepted) await options.save(sealed() ?? '')
    },
    answered: (step, request, answer, redactor) => {
      latest = { step, entry: { ...answer, headers: { ...answer.headers }, risk: request.risk } }
      keep(redactExchange(redactor, new Date().toISOString(), request, { answer }))
    },
    failed: (_step, request, error, redactor) => {
      // The flow has reached this request, even if the request was held back before it was sent.
      accept()
      const entry = redactExchange(redactor, new Date().toISOString(), request, { error: error.message })
      keep(isNotProcessed(error.kind) ? { ...entry, isUnsent: true } : entry)
    },
    sealed,
    exchange: () => exchange,
    lastRisk: () => lastRisk,
    moneyAccepted: () => holdsMoney(accepted),
  }
}

/** As `moneyAccepted`, for a stored journal. */
export function hasAcceptedMoney(sealedJournal: string | null, sealKey: KeyRing): boolean {
  return holdsMoney(readJournal(sealedJournal, sealKey))
}

function holdsMoney(accepted: readonly (Entry | null)[]): boolean {
  return accepted.some((entry) => entry?.risk === 'money')
}

function readJournal(sealedJournal: string | null, sealKey: KeyRing): (Entry | null)[] {
  return sealedJournal ? JSON.parse(open(sealedJournal, sealKey)) : []
}
