/** What a charge costs where no clock is needed to say it; docs/performance.md has the figures that need one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Costing, startCosting } from './costing.ts'

const CHARGES = 5
/** Its webhook is believed. */
const BELIEVED = 'ASAAS'
/** Its webhook is believed, and names the payment apart from the transaction. */
const NAMED = 'TRANSFEERA'
/** Its webhook is only a reason to ask. */
const ASKED = 'MERCADOPAGO'

let costing: Costing
beforeAll(async () => {
  costing = await startCosting([BELIEVED, NAMED, ASKED])
})
afterAll(() => costing?.close())

test.each([
  { what: 'believed', provider: BELIEVED, mostStatements: 25 },
  { what: 'believed, of a payment with a name of its own', provider: NAMED, mostStatements: 25 },
  { what: 'asked about', provider: ASKED, mostStatements: 29 },
])(
  'a Pix charge whose webhook is $what takes at most $mostStatements SQL statements and 17 history events, API to APPROVED',
  async ({ provider, mostStatements }) => {
    const pay = async (number: number) => (await costing.paidCharge(provider, `charge-${number}`)).events
    const { statements, events } = await costing.costsOf(CHARGES, pay)
    expect(statements).toBeGreaterThan(10)
    expect(statements).toBeLessThanOrEqual(mostStatements)
    expect(events).toBeLessThanOrEqual(17)
  },
)
