import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from './goal.ts'
import { root } from './programs.ts'

/** What was found of the same goals before: in a saved file, or by the bench of a revision, run now. */
export function findingsOf(fileOrRevision: string, flags: readonly string[]): Finding[] {
  if (existsSync(fileOrRevision)) return savedIn(fileOrRevision)
  const tree = mkdtempSync(join(tmpdir(), 'receivables-against-'))
  const saved = `${tree}.json`
  try {
    execFileSync('git', ['worktree', 'add', '--detach', tree, fileOrRevision], { cwd: root })
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    const args = [join(tree, 'bench/run.ts'), ...flags, '--save', saved]
    execFileSync(process.execPath, args, { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] })
    return savedIn(saved)
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd: root })
    rmSync(saved, { force: true })
  }
}

const savedIn = (file: string) =>
  (JSON.parse(readFileSync(file, 'utf8')) as { findings: Finding[] }).findings

/** What became worse by more than its rounds differ among themselves, a line each. */
export function worse(now: readonly Finding[], before: readonly Finding[]): string[] {
  return now.flatMap((found) => {
    const earlier = before.find(({ goal, what }) => goal === found.goal && what === found.what)
    if (earlier === undefined) return []
    const lines = [comparedOf(found, earlier), ...costsOf(found, earlier)]
    return lines.filter((line) => line !== undefined)
  })
}

/** What a single figure may differ by without a change: two quiet runs differ by as much. */
const leastNoise = 0.15

function comparedOf(found: Finding, earlier: Finding): string | undefined {
  const by = found.ratio === null || earlier.ratio === null ? 'ours' : 'ratio'
  const [is, was] = [found[by]!, earlier[by]!]
  const lost = isBetterLow(found) ? is / was - 1 : was / is - 1
  const noise = Math.max(leastNoise, spreadOf(found, by), spreadOf(earlier, by))
  return lost > noise ? lineOf(found, by === 'ratio' ? 'ratio' : found.unit, was, is) : undefined
}

function costsOf(found: Finding, earlier: Finding): (string | undefined)[] {
  return (['node', 'postgres'] as const).map((of) => {
    const [is, was] = [found.cost?.[of] ?? NaN, earlier.cost?.[of] ?? NaN]
    return is > was * (1 + leastNoise) ? lineOf(found, `µs of ${of}`, was, is) : undefined
  })
}

const lineOf = ({ goal, what }: Finding, unit: string, was: number, is: number) =>
  `${goal}: ${what}: ${unit} ${Number(was.toPrecision(3))} became ${Number(is.toPrecision(3))}`

/** Where less is better the goal says so, or the unit: a time, a size, a count of what went wrong. */
function isBetterLow({ wanted, unit }: Finding): boolean {
  if (wanted !== null && wanted.includes('≤') !== wanted.includes('≥')) return wanted.includes('≤')
  return !unit.includes('/s')
}

/** Half of how far the rounds lie apart, as a share of the middle. */
function spreadOf({ rounds }: Finding, by: 'ours' | 'ratio'): number {
  const values = rounds.map((round) => round[by]).filter((value) => value !== undefined)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return values.length < 2 ? 0 : (high - low) / (high + low)
}
