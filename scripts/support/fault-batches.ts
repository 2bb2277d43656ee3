/** A campaign in batches: which seeds are whose, and which are done, so that it can be shared out, stopped and gone on with. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'

export interface Campaigning {
  runs: number
  seed: number
  /** This one of so many machines, from 1. */
  shard: { number: number; of: number }
  /** What vitest is given. */
  rest: string[]
}

export interface Batch {
  seed: number
  size: number
}

/** Of so many lifecycles a provider could have told; of so many of them an operator is asked. */
export interface Asked {
  tellable: number
  asked: number
}

export interface Done extends Batch, Partial<Asked> {
  passed: number
  failed: number
  tookMs: number
}

/** One product is started for so many lifecycles. */
export const BATCH_SIZE = 500

/** @throws Error with a message for the operator. */
export function readCampaigning(args: readonly string[], anySeed: number): Campaigning {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '300' },
      seed: { type: 'string' },
      shard: { type: 'string', default: '1/1' },
    },
  })
  const whole = (name: string, text: string, least: number): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < least) throw new Error(`--${name} must be a whole number from ${least}`)
    return value
  }
  const [number = '', of = ''] = values.shard.split('/')
  const shard = { number: whole('shard', number, 1), of: whole('shard', of, 1) }
  if (shard.number > shard.of) throw new Error('--shard is i/n, with i up to n')
  return {
    runs: whole('runs', values.runs, 1),
    seed: whole('seed', values.seed ?? String(anySeed), 0),
    shard,
    rest: positionals,
  }
}

/** The same seed and number of runs give the same batches; the shards share them out. */
export function batchesOf({ runs, seed, shard }: Campaigning): Batch[] {
  return Array.from({ length: Math.ceil(runs / BATCH_SIZE) }, (_, index) => ({
    seed: seed + index,
    size: Math.min(BATCH_SIZE, runs - index * BATCH_SIZE),
  })).filter((_, index) => index % shard.of === shard.number - 1)
}

export function readDone(file: string): Done[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Done[]) : []
}

export const keepDone = (file: string, done: readonly Done[]): void => keep(file, done)

/** What a batch asked, for its campaign. */
export const keepAsked = (file: string, asked: Asked): void => keep(file, asked)

function keep(file: string, what: object): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(what, null, 2)}\n`)
}

/** What the latest try of each batch came to. */
export const latestOf = (batches: readonly Batch[], done: readonly Done[]): Done[] =>
  batches.flatMap(({ seed }) => done.findLast((one) => one.seed === seed) ?? [])

/** All of them together: what of one batch may be chance is none of twenty. */
export const askedIn = (done: readonly Done[]): Asked => ({
  tellable: done.reduce((sum, { tellable = 0 }) => sum + tellable, 0),
  asked: done.reduce((sum, { asked = 0 }) => sum + asked, 0),
})

/** What it has kept; nothing where it broke down. */
export const readAsked = (file: string): Partial<Asked> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Asked) : {}

/** Those that passed are not played again. */
export function leftOf(batches: readonly Batch[], done: readonly Done[]): Batch[] {
  return batches.filter(
    ({ seed, size }) => !done.some((one) => one.seed === seed && one.size === size && one.failed === 0),
  )
}
