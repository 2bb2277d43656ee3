/** Every workflow: what the worker bundles. */
export { chargeEvent } from './charge/event.ts'
export { charge } from './charge/workflow.ts'
export { withdrawalEvent } from './disbursement/event.ts'
export { receiver } from './receiver/workflow.ts'
export { refund } from './refund/workflow.ts'
export { sweep } from './sweep.ts'
export { webhookDelivery } from './webhook-delivery.ts'
export { withdrawal } from './withdrawal/workflow.ts'
