import { parseArgs } from 'node:util'

export interface Options {
  /** Units of each kind, over all rounds. */
  charges: number
  concurrency: number
  rounds: number
  /** Where the figures go as JSON. */
  out: string | undefined
  /** Where CPU profiles of the API and the workers go; a profiled run is slower. */
  profile: string | undefined
}

/** @throws Error in plain words. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      charges: { type: 'string', default: '600' },
      concurrency: { type: 'string', default: '16' },
      rounds: { type: 'string', default: '6' },
      out: { type: 'string' },
      profile: { type: 'string' },
    },
  })
  const count = (name: 'charges' | 'concurrency' | 'rounds') => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a positive whole number`)
    return value
  }
  return {
    charges: count('charges'),
    concurrency: count('concurrency'),
    rounds: count('rounds'),
    out: values.out,
    profile: values.profile,
  }
}
