import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  ROUTING_STRATEGIES,
  type RoutedCandidate,
  type RoutingCondition,
  type RuleAccount,
} from '../../domain/routing.ts'
import { charges } from './charges.ts'
import { createdAt, id, updatedAt } from './columns.ts'
import { disbursements } from './disbursements.ts'
import { platforms } from './platforms.ts'

/** A platform's routing rules. The first enabled rule that matches decides. */
export const routingRules = pgTable(
  'routing_rules',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    when: jsonb('when').$type<RoutingCondition>().notNull(),
    strategy: text('strategy', { enum: ROUTING_STRATEGIES }).notNull(),
    accounts: jsonb('accounts').$type<RuleAccount[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('routing_rules_order').on(table.platformId, table.position, table.id)],
)

/** Which accounts were chosen for a movement, which were not, and why. Written together with the movement and never changed. */
export const routingDecisions = pgTable(
  'routing_decisions',
  {
    id: id(),
    chargeId: uuid('charge_id').references(() => charges.id, { onDelete: 'cascade' }),
    disbursementId: uuid('disbursement_id').references(() => disbursements.id, { onDelete: 'cascade' }),
    /** The rule may have been deleted since. Null if the accounts' priority decided. */
    ruleId: uuid('rule_id'),
    candidates: jsonb('candidates').$type<RoutedCandidate[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('routing_decisions_charge').on(table.chargeId),
    uniqueIndex('routing_decisions_disbursement').on(table.disbursementId),
  ],
)
