/** How much one platform may send within a day, live and test together: what was sent is kept for good. */
export const MOST_UPLOADED_BYTES = 10 * 1024 ** 3
/** A small file costs the store as much as one of this size. */
const LEAST_COUNTED_BYTES = 64 * 1024

/** @param size in bytes; undefined for a file that was announced without. @param most what such a file may have. */
export const countedBytes = (size: number | undefined, most: number): number =>
  Math.max(size ?? most, LEAST_COUNTED_BYTES)
