/** Writes a list to the object store, part by part. After a crash the next run continues after the last recorded part. */
import { ApplicationFailure } from '@temporalio/common'
import {
  beginExport,
  claimExports,
  deleteExport,
  type ExportRow,
  exportingPlatform,
  failExport,
  goneExports,
  recordPart,
} from '../../db/queries/export/exports.ts'
import type { Keyset } from '../../db/queries/list/pages.ts'
import { defined } from '../../domain/defined.ts'
import { testTwinOf } from '../../domain/mode.ts'
import { csvLine } from '../../domain/spreadsheet.ts'
import { createShares } from '../../gateway/shares.ts'
import { fileKey } from '../../storage/file-types.ts'
import { PRIVATE_FOLDER } from '../../storage/storage.ts'
import { putFile, removeFile } from '../../storage/transfer.ts'
import { startExport } from '../../temporal/start-delivery.ts'
import type { ActivityDependencies } from '../context.ts'
import { shareTaken } from '../failures.ts'
import { withHeartbeat } from '../heartbeat.ts'
import { type Sheet, sheetIn } from './columns.ts'
import { readLines } from './pages.ts'

export interface Sizes {
  /** Rows read at once. */
  batch: number
  /** A part is written once it has this many characters. It limits what a run holds in memory. */
  part: number
}

const SIZES: Sizes = { batch: 500, part: 4 * 1024 * 1024 }
/** Exports run at once per worker, so that long lists leave the queue's places to sellers' and buyers' messages; one of a platform. */
const MOST_HERE = 2
const MOST_GONE = 20
const BYTE_ORDER_MARK = '\uFEFF'

type Needed = Pick<ActivityDependencies, 'database' | 'storage' | 'stopping'>

/** @throws ApplicationFailure RateLimited (retry) if no place was free. Every other failure may be retried too. */
export function writeExport(dependencies: Needed, sizes = SIZES) {
  const shares = createShares(MOST_HERE)
  return async ({ exportId }: { exportId: string }): Promise<void> => {
    const platformId = await exportingPlatform(dependencies.database.writer, exportId)
    if (platformId === undefined) return
    const tenant = testTwinOf(platformId)
    if (!shares.hasRoom(tenant)) throw shareTaken()
    shares.take(tenant)
    try {
      await withHeartbeat(() => write(dependencies, exportId, sizes))
    } finally {
      shares.give(tenant)
    }
  }
}

async function write({ database, storage, stopping }: Needed, exportId: string, sizes: Sizes): Promise<void> {
  const db = database.writer
  const begun = await beginExport(db, exportId)
  if (!begun) return
  const sheet = sheetIn(begun.language)
  let after = begun.reached
  let number = begun.parts.length + 1
  let part = { text: number === 1 ? BYTE_ORDER_MARK + headerOf(begun, sheet) : '', rows: 0 }
  do {
    if (stopping.aborted) throw ApplicationFailure.create({ type: 'Stopping', message: 'The worker stops' })
    // Read from the primary: a replica may lack the newest rows, and may still hold a buyer who was just erased.
    const page = await readLines(db, begun, {
      limit: sizes.batch,
      ...defined({ after: after ?? undefined }),
    })
    if (page.tooMany) return failExport(db, exportId, 'tooManyMatches')
    const lines = page.rows.flatMap((linesOf) => linesOf(sheet).map((cells) => csvLine(cells, sheet)))
    part = { text: part.text + lines.join(''), rows: part.rows + page.rows.length }
    after = page.next
    if (after && part.text.length < sizes.part) continue
    if (!(await keepPart({ database, storage }, begun, { ...part, number, reached: after }))) return
    number += 1
    part = { text: '', rows: 0 }
  } while (after)
}

const headerOf = ({ resource }: ExportRow, sheet: Sheet) => csvLine(Object.values(sheet.texts[resource]), sheet)

/** @returns false if another run took over the export, or it is gone. The part's file is then removed. */
async function keepPart(
  { database, storage }: Pick<Needed, 'database' | 'storage'>,
  begun: ExportRow,
  { text, rows, number, reached }: { text: string; rows: number; number: number; reached: Keyset | null },
): Promise<boolean> {
  const key = partKey(begun, begun.run, number)
  const bytes = new TextEncoder().encode(text)
  await putFile(storage, { key, contentType: 'text/csv' }, bytes)
  const isRecorded = await recordPart(database.writer, begun, { key, rows, bytes: bytes.byteLength, reached })
  if (!isRecorded) await removeFile(storage, key)
  return isRecorded
}

/** Each run has its own keys, so that a late write of an abandoned run does not become part of the file. */
const partKey = ({ platformId, folder }: Pick<ExportRow, 'platformId' | 'folder'>, run: number, number: number) =>
  fileKey(`${PRIVATE_FOLDER}/${platformId}/export`, folder, { name: `${run}-${number}`, contentType: 'text/csv' })

/** Called after six hours of retries. */
export function giveUpExport({ database }: Pick<ActivityDependencies, 'database'>) {
  return ({ exportId }: { exportId: string }): Promise<void> => failExport(database.writer, exportId, 'notWritten')
}

/** Starts exports whose start, or whose workflow, was lost. */
export async function startDueExports(
  dependencies: Pick<ActivityDependencies, 'database' | 'temporal' | 'logger'>,
): Promise<void> {
  const due = await claimExports(dependencies.database.writer, MOST_GONE)
  await Promise.all(due.map((row) => startExport(dependencies, row)))
}

/** Removes the files first, then the row, so that a failed removal is retried. */
export async function forgetOldExports({
  database,
  storage,
}: Pick<ActivityDependencies, 'database' | 'storage'>): Promise<void> {
  for (const gone of await goneExports(database.writer, MOST_GONE)) {
    for (const key of everyKey(gone)) await removeFile(storage, key)
    await deleteExport(database.writer, gone.id)
  }
}

/** The keys of all parts, also of a part that a crashed run wrote and did not record. */
function everyKey(row: ExportRow): string[] {
  const runs = Array.from({ length: row.run }, (_, run) => run + 1)
  const numbers = Array.from({ length: row.parts.length + 1 }, (_, number) => number + 1)
  return runs.flatMap((run) => numbers.map((number) => partKey(row, run, number)))
}
