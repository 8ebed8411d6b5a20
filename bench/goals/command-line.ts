import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { finding, paired, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import { root } from '../shared/programs.ts'

const roundsAtLeast = 5

/** What an operator types that needs no Temporal; the last two read the database. */
const commands: readonly (readonly string[])[] = [
  ['--version'],
  ['completion'],
  ['environment'],
  ['tenant', 'list'],
  ['migrate', '--list'],
]

async function took(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const began = performance.now()
  const { PATH, HOME } = process.env
  const options = { cwd: root, env: { PATH, HOME, ...env }, stdio: 'ignore' } as const
  const [code] = (await once(spawn(process.execPath, words, options), 'exit')) as [number]
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return performance.now() - began
}

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const { env } = await stage.apiStart()
  const found: Finding[] = []
  for (const words of commands) {
    const typed = [join(root, 'bin', 'receivables.mjs'), ...words]
    // The first of them finds nothing compiled yet.
    await took(typed, env)
    const rounds = await paired(
      Math.max(bench.rounds, roundsAtLeast),
      () => took(typed, env),
      () => took(['--eval', '0']),
    )
    const what = `receivables ${words.join(' ')} : node --eval 0`
    const wanted = { of: 'ours', atMost: 500 } as const
    found.push(finding({ goal: commandLine.name, what, unit: 'ms', rounds, wanted }))
  }
  return found
}

export const commandLine: Goal = {
  name: 'command-line',
  what: 'commands that need no engine',
  measure,
}
