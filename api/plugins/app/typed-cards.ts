/** A card number that was typed into another field would be kept in clear, and sent on in events and receipts: it is refused. */
import fp from 'fastify-plugin'
import { TYPED_CARD, typedCards } from '../../../domain/typed-card.ts'
import { problem } from '../../problem.ts'

/** Where a user types what is kept. Cards themselves are given at /v1/cards, and as `card` of a buyer's page. */
const TYPED = /^\/v1\/(?:charges|withdrawals|receivers|payment-links|products|offers|checkout)(?:\/|$)/

export default fp(async (app) => {
  app.addHook('preHandler', async ({ body, routeOptions: { url = '' } }) => {
    if (!TYPED.test(url)) return
    const errors = typedCards(body).map((path) => ({ path, ...TYPED_CARD }))
    if (errors.length > 0) throw problem('rule_broken', { errors })
  })
})
