/** What sellers' systems are told: the bodies of our webhooks. */
import { type Static, type TSchema, Type } from 'typebox'
import { SELLER_EVENTS, type SellerEventKind, type SellerEventType } from '../../domain/seller-event.ts'
import { Charge } from './charge.ts'
import { Livemode, Time, Uuid, Word } from './common.ts'
import { Dispute } from './dispute.ts'
import { Receiver } from './receiver.ts'
import { ReconciliationSummary } from './reconciliation.ts'
import { Refund } from './refund.ts'
import { Withdrawal } from './withdrawal.ts'

type Names<K extends string> = Extract<SellerEventType, `${K}.${string}`>

const namesOf = <K extends string>(kind: K) =>
  SELLER_EVENTS.filter((name): name is Names<K> => name.startsWith(`${kind}.`))

const EventOf = <K extends SellerEventKind, T extends TSchema>(kind: K, data: T) =>
  Type.Object({
    id: Uuid('Also the `webhook-id` header: the same event again has the same id.'),
    type: Word(namesOf(kind)),
    livemode: Livemode,
    createdAt: Time(),
    sequence: Type.Integer({
      description: `Counts the events of the ${kind} from 1: order them by it. An endpoint sees gaps where it asked for no such event: wait for none.`,
    }),
    data,
  })

export const SELLER_EVENT_SCHEMAS = {
  charge: EventOf('charge', Charge),
  refund: EventOf('refund', Refund),
  withdrawal: EventOf('withdrawal', Withdrawal),
  receiver: EventOf('receiver', Receiver),
  dispute: EventOf('dispute', Dispute),
  reconciliation: EventOf('reconciliation', ReconciliationSummary),
} as const satisfies Record<SellerEventKind, TSchema>

export type SellerEvent = { [K in SellerEventKind]: Static<(typeof SELLER_EVENT_SCHEMAS)[K]> }[SellerEventKind]
