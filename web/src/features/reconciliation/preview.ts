/** The beginning of a provider's file, read in the browser as the server reads all of it. */
import { MalformedTable, rowsOfCsv, type TableFault } from '../../../../domain/csv.ts'

/** Enough for the heading and a few lines; the rest of a large file is not read. */
const READ_BYTES = 64 * 1024
const LINES = 3
/** The server takes no more. */
const MOST_BYTES = 20 * 1024 * 1024

export type FileFault = TableFault | 'tooLarge'

export interface StatementPreview {
  headings: readonly string[]
  lines: readonly (readonly string[])[]
}

/** @returns a name for what is wrong where the server would not take it. */
export async function previewOf(file: File): Promise<StatementPreview | FileFault> {
  if (file.size > MOST_BYTES) return 'tooLarge'
  const rows = rowsOfCsv(decoded(await file.slice(0, READ_BYTES).arrayBuffer()))
  const read: string[][] = []
  try {
    for (let row = rows.next(); !row.done && read.length <= LINES; row = rows.next()) read.push(row.value.cells)
  } catch (error) {
    if (!(error instanceof MalformedTable)) throw error
    // What is wrong further down may only be where this beginning was cut off.
    if (read.length === 0) return error.fault
  }
  const [headings = [], ...lines] = read
  return { headings: headings.map((heading) => heading.trim()), lines }
}

/** Its last letter may have been cut in two. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
