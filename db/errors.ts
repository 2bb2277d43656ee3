/** Classifies the driver's errors: the database is unavailable or too slow, a row already exists, a value cannot be stored. */

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  // Shut down by an administrator, crashed, starting up, out of connections, read-only after a failover.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
])

/** Input that no column can hold: a NUL, a lone surrogate, an invalid date. */
const NOT_STORABLE = new Set(['22021', '22P02', '22P05', '22007', '22008', '22009'])

/** The statement's time was over, or an administrator ended it. */
const CANCELED = '57014'
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

function codes(error: unknown): string[] {
  const found: string[] = []
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') found.push(current.code)
  }
  return found
}

export const isDatabaseAway = (error: unknown) => codes(error).some((code) => AWAY.has(code) || code.startsWith('08'))

/** The result of a read; undefined while the database is unavailable. @throws every other error. */
export const unlessAway = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isDatabaseAway(error)) return undefined
    throw error
  })

export const isTooSlow = (error: unknown) => codes(error).includes(CANCELED)

export const isUniqueViolation = (error: unknown) => codes(error).includes(UNIQUE_VIOLATION)

const isForeignKeyViolation = (error: unknown) => codes(error).includes(FOREIGN_KEY_VIOLATION)

export const isNotStorable = (error: unknown) => codes(error).some((code) => NOT_STORABLE.has(code))

/** Deletes one row. @returns false if it is already gone, or another row's foreign key refers to it. */
export async function unlessHeld(deleting: PromiseLike<unknown[]>): Promise<boolean> {
  try {
    return (await deleting).length === 1
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}
