/** A list as a file: written in the background, kept for some days, opened in a spreadsheet. */
import { includesRole, type Role } from './role.ts'

/** Each list, and the least role that sees it, as a list and as a file. */
const READERS = {
  charges: 'seller',
  refunds: 'seller',
  withdrawals: 'seller',
  receivers: 'seller',
  customers: 'seller',
  disputes: 'seller',
  'audit-log': 'admin',
} as const satisfies Record<string, Role>
export type ExportedList = keyof typeof READERS
export const EXPORTED_LISTS = Object.keys(READERS) as [ExportedList, ...ExportedList[]]

export const listsFor = (role: Role): ExportedList[] =>
  EXPORTED_LISTS.filter((list) => includesRole(role, READERS[list]))

export const EXPORT_STATES = ['WAITING', 'WRITING', 'READY', 'FAILED'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

/** Why there is no file: the search matches too many rows, or writing failed until the time was over. */
export const EXPORT_FAILURES = ['tooManyMatches', 'notWritten'] as const
export type ExportFailure = (typeof EXPORT_FAILURES)[number]

export const EXPORT_LANGUAGES = ['pt-BR', 'en'] as const
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number]

/** The properties of each state. A new state must define all of them. */
const MEANINGS = {
  WAITING: { isOver: false, isReady: false },
  WRITING: { isOver: false, isReady: false },
  READY: { isOver: true, isReady: true },
  FAILED: { isOver: true, isReady: false },
} as const satisfies Record<ExportState, Record<string, boolean>>

/** The export is finished or has failed. */
export const isExportOver = (state: ExportState): boolean => MEANINGS[state].isOver

export const EXPORT_STATES_UNDER_WAY = EXPORT_STATES.filter((state) => !isExportOver(state))

/** Its file is there. */
export const isExportReady = (state: ExportState): boolean => MEANINGS[state].isReady

/** It has ended without a file. */
export const isExportFailed = (state: ExportState): boolean => isExportOver(state) && !isExportReady(state)

/** How many days a file is kept. Short, because it holds names, documents and addresses. */
export const EXPORT_DAYS = 3
/** How many exports of a platform may run at once. */
export const MOST_EXPORTS = 5
