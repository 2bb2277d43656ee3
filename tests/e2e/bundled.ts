/** Loaded before the product's processes (`node --import`): the worker is given the workflows that the run has bundled, by TEST_BUNDLE. */
import { registerHooks } from 'node:module'

const WORKER = 'worker/main.ts'
const STARTED = 'startWorker(settings, logger)'

registerHooks({
  load: (url, context, load) => {
    const loaded = load(url, context)
    if (!url.endsWith(`/${WORKER}`)) return loaded
    const source = String(loaded.source)
    if (!source.includes(STARTED)) throw new Error(`${WORKER} starts otherwise`)
    const started = 'startWorker(settings, logger, {}, { workflowBundle: { codePath: process.env.TEST_BUNDLE } })'
    return { ...loaded, source: source.replace(STARTED, started) }
  },
})
