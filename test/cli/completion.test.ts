import { spawnSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import packageFacts from '../../package.json' with { type: 'json' }
import { findOnPath } from '../../src/embedded/find-on-path.ts'
import { commandLine, ran } from '../support/command.ts'

// What a shell completes, by the shell itself.
let forBash: string
let forFish: string

beforeAll(async () => {
  forBash = (await ran([commandLine, 'completion'])).out
  forFish = (await ran([commandLine, 'completion', 'fish'])).out
})

const shell = (program: string, script: string) => {
  const { stdout, stderr } = spawnSync(program, ['-c', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.trimEnd()
}

/** What it offers after each of these, in one shell. */
function completed(lines: readonly (readonly string[])[]): string[] {
  const asked = lines.flatMap((typed) => [
    `COMP_WORDS=(receivables ${typed.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${typed.length}`,
    '_receivables',
    'echo "${COMPREPLY[@]}"',
  ])
  return shell('bash', [forBash, ...asked].join('\n')).split('\n')
}

test('bash completes commands and flags, also behind arguments and the values of flags', () => {
  const offered: Readonly<Record<string, readonly string[]>> = {
    backup: ['ba'],
    'list rotate remove': ['key', ''],
    history: ['--json', 'jobs', 'h'],
    '--until': ['restore', '/backup', '--u'],
    '--tenant': ['jobs', 'run', 'invoice.due', '--as-of', '2026-11-22', '--t'],
    '--name': ['token', 'create', '--tenant', 'list', '--na'],
  }
  expect(completed(Object.values(offered))).toEqual(Object.keys(offered))
})

test('bash offers every command that the help names', async () => {
  const { out } = await ran([commandLine, '--help'])
  const named = [...out.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(12)
  const offered = completed([['']])[0]!.split(' ')
  expect(named.filter((name) => name !== 'help' && !offered.includes(name!))).toEqual([])
})

test('fish is told what stands at each place', () => {
  expect(forFish).toMatch(/-n "__receivables_at ''" -a backup -d 'copy all that our own/)
  expect(forFish).toMatch(/-n "__receivables_at 'jobs run'" -l as-of -d 'the day/)
})

test.skipIf(findOnPath('fish') === undefined)('fish completes by it', () => {
  const completed = shell('fish', `${forFish}\ncomplete -C 'receivables jobs run x --as'`)
  expect(completed).toContain('--as-of')
})

test.skipIf(findOnPath('zsh') === undefined)('zsh takes what bash does', () => {
  const source = `source <(${process.execPath} ${commandLine} completion zsh)`
  expect(
    shell('zsh', `autoload -U compinit && compinit -u\n${source}\necho $_comps[receivables]`),
  ).toContain('_receivables')
})

test('it tells its version', async () => {
  expect(await ran([commandLine, '--version'])).toMatchObject({
    code: 0,
    out: `${packageFacts.version}\n`,
  })
})

test('a shell that it does not know is refused by the names of those that it knows', async () => {
  const { code, said } = await ran([commandLine, 'completion', 'tcsh'])
  expect(code).toBe(1)
  expect(said).toContain('bash, zsh, fish')
})
