import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, step, vitest, type Ended, type Failure } from './steps.ts'

/** More than this is no noise. */
const mostFiles = 3

/**
 * The machine is shared, and beside three others a test may wait for longer than it would alone:
 * what failed is tried once more by itself, and `conclude` names each that passed only then.
 */
export async function again(ended: readonly Ended[]): Promise<Ended[]> {
  const files = new Set(ended.flatMap(({ failures = [] }) => failures.map(({ file }) => file)))
  if (files.size === 0 || files.size > mostFiles || [...files].some(isLeftToChance))
    return [...ended]
  const alone = await step('once more, alone', () =>
    vitest([...files, '--maxWorkers=1', '--no-file-parallelism']),
  )
  const still = new Set((alone.failures ?? []).map(nameOf))
  if (alone.failed > still.size) return [...ended]
  return ended.map((one) => {
    const unsteady = (one.failures ?? []).filter((failure) => !still.has(nameOf(failure)))
    const { passed, failed } = one
    return {
      ...one,
      passed: passed + unsteady.length,
      failed: failed - unsteady.length,
      unsteady,
    }
  })
}

const nameOf = ({ file, name }: Failure) => `${file} > ${name}`

/** Who comes first is left to chance beside the seed, and what that has found would be lost. */
function isLeftToChance(file: string): boolean {
  return /\bSEED\b|\bseed\b|fast-check/.test(readFileSync(join(root, file), 'utf8'))
}
