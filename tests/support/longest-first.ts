/** The files that take minutes begin first: one that begins last leaves the other processor with nothing to do. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The runner knows of a clean checkout only how much each has been written, and these are short. */
const LONG = [
  'tests/api/asked-payments.test.ts',
  'tests/api/fairness.test.ts',
  'tests/api/lifecycle-model.test.ts',
  'tests/api/receiver-decisions.test.ts',
  'tests/api/withdrawal-model.test.ts',
  'tests/e2e/every-page.test.ts',
  'tests/start/catalogue.test.ts',
  'tests/start/command-line.test.ts',
  'tests/workflows/replay.test.ts',
  'tests/workflows/voids.test.ts',
]

const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(`/${file}`))

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted(
      (one, other) =>
        one.project.config.sequence.groupOrder - other.project.config.sequence.groupOrder ||
        Number(isLong(other)) - Number(isLong(one)),
    )
  }
}
