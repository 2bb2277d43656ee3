/** Makes TEMPORAL_NAMESPACE and its search attributes at TEMPORAL_ADDRESS unless they are there. */
import { prepareNamespace } from './support/probes.ts'

const { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE = 'default' } = process.env
if (!TEMPORAL_ADDRESS) throw new Error('TEMPORAL_ADDRESS is not set')
await prepareNamespace(TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE)
console.log(`Temporal namespace ${TEMPORAL_NAMESPACE} is ready.`)
