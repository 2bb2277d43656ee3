/** Every workflow: what the worker bundles. */
export { charge } from './charge.ts'
export { chargeEvent } from './charge-event.ts'
export { refund, withdrawal } from './payout.ts'
export { receiver } from './receiver.ts'
export { sweep } from './sweep.ts'
export { webhookDelivery } from './webhook-delivery.ts'
