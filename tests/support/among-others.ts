/**
 * Files that wait and files that work take turns: minutes of waiting side by side leave the processors with nothing to do, and minutes of
 * work more to do than there is time for.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The runner knows of a clean checkout only how much each has been written. In a run of everything these took longest, most of it waiting. */
const LONG = [
  'tests/api/checkout-pages.test.ts',
  'tests/api/disbursement-outages.test.ts',
  'tests/api/disbursement-recovery.test.ts',
  'tests/api/exam-requests.test.ts',
  'tests/api/forgotten-requests.test.ts',
  'tests/api/lost-approvals.test.ts',
  'tests/api/order-money.test.ts',
  'tests/api/outages.test.ts',
  'tests/api/payments.test.ts',
  'tests/api/receipts.test.ts',
  'tests/api/receiver-decisions.test.ts',
  'tests/api/recovery.test.ts',
  'tests/api/rows-lost-at-start.test.ts',
  'tests/api/seller-events.test.ts',
  'tests/api/unanswered-notices.test.ts',
  'tests/api/unanswered-withdrawals.test.ts',
  'tests/e2e/catalogue.test.ts',
  'tests/e2e/choices.test.ts',
  'tests/e2e/command-line.test.ts',
  'tests/e2e/demo-history.test.ts',
  'tests/e2e/disbursements.test.ts',
  'tests/e2e/docs.test.ts',
  'tests/e2e/every-page.test.ts',
  'tests/e2e/finding.test.ts',
  'tests/e2e/hostile.test.ts',
  'tests/e2e/journeys.test.ts',
  'tests/e2e/people.test.ts',
  'tests/e2e/reconciliation.test.ts',
  'tests/e2e/second-factor.test.ts',
  'tests/e2e/simulator.test.ts',
  'tests/e2e/waiting-buyer.test.ts',
  'tests/e2e/working-day.test.ts',
  'tests/inbox/retranslate.test.ts',
  'tests/start/product.test.ts',
  'tests/start/provider-new.test.ts',
  'tests/start/start.test.ts',
  'tests/storage/stores.test.ts',
  'tests/workflows/late-answers.test.ts',
  'tests/workflows/lost-answers.test.ts',
  'tests/workflows/receiver-readings.test.ts',
  'tests/workflows/refund-doubts.test.ts',
  'tests/workflows/refund-readings.test.ts',
  'tests/workflows/refunds-in-progress.test.ts',
  'tests/workflows/returns.test.ts',
  'tests/workflows/second-thoughts.test.ts',
  'tests/workflows/told-workflows.test.ts',
  'tests/workflows/unreadable-expiry.test.ts',
  'tests/workflows/voids.test.ts',
  'tests/workflows/withdrawal-lookup.test.ts',
  'tests/workflows/withdrawal-words.test.ts',
  'tests/workflows/withdrawals.test.ts',
]

/** The last of them begins when so much of the others has begun: one that begins last leaves the other processor with nothing to do. */
const SHARE = 0.7

const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(`/${file}`))

/** Files that share a process come last: it ends where the next file has one of its own. */
const rank = ({ project: { config } }: TestSpecification) => 2 * config.sequence.groupOrder + (config.isolate ? 0 : 1)

export class AmongOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const ranks = [...new Set(sorted.map(rank))].toSorted((one, other) => one - other)
    return ranks.flatMap((own) => spread(sorted.filter((file) => rank(file) === own)))
  }
}

function spread(files: readonly TestSpecification[]): TestSpecification[] {
  const others = files.filter((file) => !isLong(file))
  const long = files.filter(isLong)
  const placeOf = (index: number) => Math.floor((index * SHARE * others.length) / long.length)
  return [
    ...others.flatMap((file, place) => [...long.filter((_, index) => placeOf(index) === place), file]),
    ...(others.length === 0 ? long : []),
  ]
}
