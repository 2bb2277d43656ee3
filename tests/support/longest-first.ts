/** The files that take minutes begin first: one that begins last leaves the other processor with nothing to do. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The runner knows of a clean checkout only how much each has been written. In a run of everything these took more than a minute. */
const LONG = [
  'tests/api/disbursement-recovery.test.ts',
  'tests/api/exam-requests.test.ts',
  'tests/api/late-amounts.test.ts',
  'tests/api/late-decisions.test.ts',
  'tests/api/order-money.test.ts',
  'tests/api/outages.test.ts',
  'tests/api/payments.test.ts',
  'tests/api/providers-refusals.test.ts',
  'tests/api/receiver-decisions.test.ts',
  'tests/api/reconciliation.test.ts',
  'tests/api/recovery.test.ts',
  'tests/api/unanswered-notices.test.ts',
  'tests/api/unanswered-withdrawals.test.ts',
  'tests/api/unproved-words.test.ts',
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
  'tests/start/product.test.ts',
  'tests/start/provider-new.test.ts',
  'tests/start/start.test.ts',
  'tests/workflows/dashboard-refunds.test.ts',
  'tests/workflows/disputes.test.ts',
  'tests/workflows/lost-answers.test.ts',
  'tests/workflows/refund-doubts.test.ts',
  'tests/workflows/refunds-in-progress.test.ts',
  'tests/workflows/second-thoughts.test.ts',
  'tests/workflows/told-workflows.test.ts',
  'tests/workflows/unreadable-expiry.test.ts',
  'tests/workflows/voids.test.ts',
  'tests/workflows/withdrawal-lookup.test.ts',
  'tests/workflows/withdrawals.test.ts',
]

const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(`/${file}`))

/** What is to come before what, the weightiest first. Files that share a process come last: it ends where the next file has one of its own. */
const rank = (file: TestSpecification) => {
  const { sequence, isolate } = file.project.config
  return [sequence.groupOrder, isolate ? 0 : 1, isLong(file) ? 0 : 1]
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => {
      const others = rank(other)
      return rank(one).reduce((so, place, index) => so || place - (others[index] as number), 0)
    })
  }
}
