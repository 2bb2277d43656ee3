/** How much one platform may send within a day: what was sent is kept for good. */
import type { Mode } from './mode.ts'

const GIGABYTE = 1024 ** 3
const MOST_UPLOADED_BYTES = { live: 10 * GIGABYTE, test: GIGABYTE } satisfies Record<Mode, number>
/** A quarter more is left for papers, of which evidence has a day by which it is due. */
const WITH_PAPERS = 1.25

/** The bytes that a platform may have sent within a day, this file included. */
export const mostUploaded = (mode: Mode, isPaper: boolean): number =>
  MOST_UPLOADED_BYTES[mode] * (isPaper ? WITH_PAPERS : 1)

/** A small file costs the store as much as one of this size. */
const LEAST_COUNTED_BYTES = 64 * 1024

/** @param size in bytes; undefined for a file that was announced without. @param most what such a file may have. */
export const countedBytes = (size: number | undefined, most: number): number =>
  Math.max(size ?? most, LEAST_COUNTED_BYTES)
