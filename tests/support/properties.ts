/** Loaded before each file of tests: a property that fails says also why, beside the seed and the path that lead there again. */
import fc from 'fast-check'

fc.configureGlobal({ includeErrorInReport: true })
