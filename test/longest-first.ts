import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from './steps.ts'

/** What begins last is waited for alone; where no earlier run was measured, files go by their size. */
const longest = [
  'test/kill/engines.test.ts',
  'test/kill/activations.test.ts',
  'test/kill/payouts.test.ts',
  'test/kill/crash-points.test.ts',
  'test/kill/processes.test.ts',
  'test/kill/activations-without-engine.test.ts',
  'test/conformance/fuzz.test.ts',
  'test/cli/commands.test.ts',
  'test/conformance/ids-in-bodies.test.ts',
  'test/conformance/access.test.ts',
  'test/conformance/versions.test.ts',
  'test/conformance/lists.test.ts',
  'test/cli/jobs.test.ts',
  'test/behaviours/set-forms.test.ts',
  'test/workflows/bookkeeping/deliver-bookkeeping-file.test.ts',
  'test/upgrade/rolling.test.ts',
  'test/conformance/idempotency.test.ts',
  'test/bookkeeping/verify.test.ts',
].map((path) => join(root, path))

const gone = longest.filter((path) => !existsSync(path))
if (gone.length > 0) throw new Error(`there is no ${gone.join()}`)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // It is the method of the class above, which makes a new list.
    // oxlint-disable-next-line unicorn/no-array-sort
    const bySize = await super.sort(files)
    return bySize.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.indexOf(moduleId)
  return place < 0 ? longest.length : place
}
