import { type Static, Type } from 'typebox'
import { CARD_BRANDS } from '../../domain/card-number.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { ROUTED_MOVEMENTS, ROUTING_REASONS, ROUTING_STRATEGIES } from '../../domain/routing.ts'
import { NewCharge } from './charge.ts'
import { DistinctWords, Nullable, Text, Time, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'

const STRICT = { additionalProperties: false } as const
const Cents = () => Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description: 'Integer cents, itself included.' })
const Installments = () => Type.Integer({ minimum: 1, maximum: 99 })

/** What is left out does not matter; all that is said must hold. */
export const RoutingCondition = Type.Object(
  {
    movements: Type.Optional(DistinctWords(ROUTED_MOVEMENTS, 'Each once; charges only, when left out.')),
    paymentMethods: Type.Optional(DistinctWords(PAYMENT_METHODS)),
    amountFrom: Type.Optional(Cents()),
    amountTo: Type.Optional(Cents()),
    installmentsFrom: Type.Optional(Installments()),
    installmentsTo: Type.Optional(Installments()),
    cardBrands: Type.Optional(
      Type.Array(Type.String({ maxLength: 20, description: `One of ${CARD_BRANDS.join(', ')}, in capitals or not.` }), {
        minItems: 1,
        maxItems: CARD_BRANDS.length,
      }),
    ),
  },
  STRICT,
)

const RuleAccount = Type.Object(
  {
    providerAccountId: Uuid(),
    weight: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'Of a split: its share of all weights. 1 when left out; with 0 it is only asked after the others.',
      }),
    ),
  },
  STRICT,
)

const SETTINGS = {
  name: Text(100),
  position: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Lower is asked first.' }),
  enabled: Type.Boolean(),
  when: RoutingCondition,
  strategy: Word(
    ROUTING_STRATEGIES,
    'In the order given; by drawn shares; or the best approval of the last day first, with a share of tries for the others.',
  ),
  accounts: Type.Array(RuleAccount, { minItems: 1, maxItems: 20 }),
}

export const NewRoutingRule = Type.Object(
  {
    ...SETTINGS,
    position: Type.Optional(SETTINGS.position),
    enabled: Type.Optional(SETTINGS.enabled),
    when: Type.Optional(SETTINGS.when),
    strategy: Type.Optional(SETTINGS.strategy),
  },
  STRICT,
)

export const RoutingRuleChange = Type.Partial(Type.Object(SETTINGS), { ...STRICT, minProperties: 1 })

export const RoutingRule = Type.Object({ id: Uuid(), ...SETTINGS, createdAt: Time(), updatedAt: Time() })
export const RoutingRuleList = ListOf(RoutingRule)

export const RoutingDecision = Type.Object({
  ruleId: Nullable(Uuid("Null where the accounts' own priority decided, or the request named the account.")),
  candidates: Type.Array(
    Type.Object({
      providerAccountId: Uuid(),
      provider: Type.String(),
      taken: Type.Boolean({ description: 'Asked first. Those that are next in line follow, in their order.' }),
      reason: Word(ROUTING_REASONS),
    }),
  ),
})

export const SIMULATED_METHODS = [...PAYMENT_METHODS, 'BANK_ACCOUNT'] as const

/** `POST /v1/routing-rules/simulate`: a charge request, or a withdrawal; nothing but the choice is looked at. */
export const SimulatedMovement = Type.Object(
  {
    ...Type.Partial(NewCharge).properties,
    movement: Type.Optional(Word(ROUTED_MOVEMENTS, 'A charge, when left out.')),
    amount: NewCharge.properties.amount,
    paymentMethod: Word(
      SIMULATED_METHODS,
      'Of a withdrawal PIX or BANK_ACCOUNT: that of a receiver leaves from where the receiver is.',
    ),
    cardBrand: Type.Optional(
      Type.String({ maxLength: 20, description: 'Of a card that is not saved; a saved one has its own.' }),
    ),
  },
  STRICT,
)

export type NewRoutingRule = Static<typeof NewRoutingRule>
export type RoutingRuleChange = Static<typeof RoutingRuleChange>
export type RoutingRule = Static<typeof RoutingRule>
export type RoutingRuleList = Static<typeof RoutingRuleList>
export type RoutingDecision = Static<typeof RoutingDecision>
export type SimulatedMovement = Static<typeof SimulatedMovement>
