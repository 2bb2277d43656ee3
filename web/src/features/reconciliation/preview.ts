/** The beginning of a provider's file, read in the browser as the server reads all of it. */
import { MalformedTable, rowsOfCsv } from '../../../../domain/csv.ts'

/** Enough for the heading and a few lines; the rest of a large file is not read. */
const READ_BYTES = 64 * 1024
const LINES = 3

export interface StatementPreview {
  headings: readonly string[]
  lines: readonly (readonly string[])[]
}

/** @returns null where it is no table: the server says why. */
export async function previewOf(file: File): Promise<StatementPreview | null> {
  const text = decoded(await file.slice(0, READ_BYTES).arrayBuffer())
  try {
    const rows = rowsOfCsv(text)
    const read: string[][] = []
    for (let row = rows.next(); !row.done && read.length <= LINES; row = rows.next()) read.push(row.value)
    const [headings, ...lines] = read
    if (!headings) return null
    return { headings: headings.map((heading) => heading.trim()), lines: lines.slice(0, LINES) }
  } catch (error) {
    if (error instanceof MalformedTable) return null
    throw error
  }
}

/** Its last letter may have been cut in two. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
