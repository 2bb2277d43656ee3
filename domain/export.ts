/** A list as a file: made in the background, kept for some days, opened by the reader's own spreadsheet. */

export const EXPORTED_LISTS = ['charges', 'refunds', 'withdrawals', 'receivers', 'customers', 'disputes'] as const
export type ExportedList = (typeof EXPORTED_LISTS)[number]

export const EXPORT_STATES = ['WAITING', 'WRITING', 'READY', 'FAILED'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

/** Why there is no file: the search fits more than can be looked through, or it could not be written in all that time. */
export const EXPORT_FAILURES = ['tooManyMatches', 'notWritten'] as const
export type ExportFailure = (typeof EXPORT_FAILURES)[number]

export const EXPORT_LANGUAGES = ['pt-BR', 'en'] as const
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number]

/** Nobody but the caller need wait for it any more. */
export const isExportOver = (state: ExportState): boolean => OVER[state]

const OVER = { WAITING: false, WRITING: false, READY: true, FAILED: true } as const satisfies Record<
  ExportState,
  boolean
>

/** How long a file is kept: it holds names, documents and addresses. */
export const EXPORT_DAYS = 3
/** How many of a platform may be under way. */
export const MOST_EXPORTS = 5
