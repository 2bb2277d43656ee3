/**
 * Loaded before each file of tests: a property that fails says also why, beside the seed and the path that lead there again.
 * PROPERTY_SEED: what to draw from, instead of drawing anew.
 */
import fc from 'fast-check'
import { defined } from '../../domain/defined.ts'

const { PROPERTY_SEED } = process.env
const seed = PROPERTY_SEED === undefined ? undefined : Number(PROPERTY_SEED)

fc.configureGlobal({ includeErrorInReport: true, ...defined({ seed }) })
