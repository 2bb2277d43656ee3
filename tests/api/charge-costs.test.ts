/** What a charge costs where no clock is needed to say it; docs/performance.md has the figures that need one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Costing, startCosting } from './costing.ts'

const CHARGES = 5
/** Its webhook is believed. */
const BELIEVED = 'ASAAS'
/** Its webhook is only a reason to ask. */
const ASKED = 'MERCADOPAGO'

let costing: Costing
beforeAll(async () => {
  costing = await startCosting([BELIEVED, ASKED])
})
afterAll(() => costing?.close())

test.each([
  { what: 'believed', provider: BELIEVED, mostStatements: 25 },
  { what: 'asked about', provider: ASKED, mostStatements: 30 },
])(
  'a Pix charge whose webhook is $what takes at most $mostStatements SQL statements and 17 history events, API to APPROVED',
  async ({ provider, mostStatements }) => {
    // The first one also opens connections, prepares statements and fetches a token.
    await costing.paidCharge(provider, 'first')
    const histories: number[] = []
    const statements: number[] = []
    for (let number = 0; number < CHARGES; number += 1) {
      const before = costing.statements()
      histories.push((await costing.paidCharge(provider, `charge-${number}`)).events)
      statements.push(costing.statements() - before)
    }
    // What is asked by the clock comes on top, the more of it the slower the machine.
    const fewest = Math.min(...statements)
    expect(fewest).toBeGreaterThan(10)
    expect(fewest, `${statements}`).toBeLessThanOrEqual(mostStatements)
    // On a busy machine one may take a task more; nothing makes them fewer than it asks for.
    expect(Math.min(...histories), `${histories}`).toBeLessThanOrEqual(17)
  },
)
