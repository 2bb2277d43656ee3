/**
 * Loaded before each file of tests: a property that fails says also why, beside the seed and the path that lead there again.
 * PROPERTY_SEED: what to draw from, instead of drawing anew.
 */
import fc from 'fast-check'
import { chai } from 'vitest'
import { defined } from '../../domain/defined.ts'

const { PROPERTY_SEED } = process.env
const seed = PROPERTY_SEED === undefined ? undefined : Number(PROPERTY_SEED)

// Of what an assertion compared fast-check repeats the message alone, which would leave out most of both sides.
chai.config.truncateThreshold = 10_000

fc.configureGlobal({ includeErrorInReport: true, ...defined({ seed }) })
