import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheDir, makeWhole, type Progress } from './cache.ts'
import { findOnPath, isProgram } from './find-on-path.ts'
import { downloadCli } from './temporal-download.ts'
import { runProgram, durationText } from './run-program.ts'

export type TemporalPrograms =
  | { kind: 'server'; server: string; sqlTool: string; ui: string; cli: string }
  | { kind: 'dev'; cli: string }

const MODULE = fileURLToPath(new URL('../../temporal/', import.meta.url))

const BUILDS = [
  ['temporal', 'github.com/temporalio/cli/cmd/temporal'],
  ['temporal-server', 'go.temporal.io/server/cmd/server'],
  ['temporal-sql-tool', 'go.temporal.io/server/cmd/tools/sql'],
  ['temporal-ui-server', 'github.com/temporalio/ui-server/v2/cmd/server'],
] as const

/** Finds the Temporal programs: those given, in the cache, built here, or the official CLI. */
export async function temporalPrograms(progress: Progress): Promise<TemporalPrograms> {
  const atHand = programsAtHand()
  if (atHand) return atHand
  const refusals: string[] = []
  for (const attempt of [built, onThePath, downloaded]) {
    try {
      return await attempt(progress)
    } catch (error) {
      refusals.push(`- ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(whatToDo(refusals))
}

/** Those for which nobody waits: given, or built before. */
export function programsAtHand(): TemporalPrograms | undefined {
  const given = process.env.RECEIVABLES_TEMPORAL_BIN_DIR
  if (given) return programsGiven(given)
  const cached = cachedBuild()
  return cached === undefined ? undefined : programsIn(cached)
}

function programsGiven(dir: string): TemporalPrograms {
  if (!isProgram(join(dir, 'temporal'))) {
    throw new Error(
      `RECEIVABLES_TEMPORAL_BIN_DIR is ${dir}, but there is no program "temporal" in it; ` +
        'name the folder that holds it, or unset the variable',
    )
  }
  return programsIn(dir)
}

function programsIn(dir: string): TemporalPrograms {
  const [cli, server, sqlTool, ui] = BUILDS.map(([name]) => join(dir, name)) as [
    string,
    string,
    string,
    string,
  ]
  return [server, sqlTool, ui].every(isProgram)
    ? { kind: 'server', server, sqlTool, ui, cli }
    : { kind: 'dev', cli }
}

function moduleKey(): string {
  const hash = createHash('sha256')
  for (const name of ['go.mod', 'go.sum']) hash.update(readFileSync(join(MODULE, name)))
  return hash.digest('hex').slice(0, 12)
}

/** Takes a build by any version of Go, so that a machine still starts after Go was removed. */
function cachedBuild(): string | undefined {
  const folder = join(cacheDir(), 'temporal')
  if (!existsSync(folder)) return undefined
  const [os, arch] = goPlatform()
  const name = readdirSync(folder).find(
    (entry) => entry.startsWith(`${moduleKey()}-go`) && entry.endsWith(`-${os}-${arch}`),
  )
  return name && join(folder, name)
}

async function built(progress: Progress): Promise<TemporalPrograms> {
  const version = await goVersion()
  const dir = join(cacheDir(), 'temporal', [moduleKey(), version, ...goPlatform()].join('-'))
  await makeWhole(dir, (draft) => build(draft, progress), progress)
  return programsIn(dir)
}

async function goVersion(): Promise<string> {
  const wanted = /^go (\S+)$/m.exec(readFileSync(join(MODULE, 'go.mod'), 'utf8'))?.[1] ?? ''
  if (!findOnPath('go')) throw new Error(`Go ${wanted} or newer is not on the PATH`)
  // Outside of the module, because inside it an older Go refuses every command.
  const answer = await runProgram('go', ['env', 'GOVERSION'], {
    cwd: tmpdir(),
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  })
  const version = answer.trim()
  if (!atLeast(version.replace(/^go/, ''), wanted)) {
    throw new Error(`the Go on the PATH is ${version}, and ${wanted} or newer is needed`)
  }
  return version
}

function atLeast(version: string, wanted: string): boolean {
  const [have, want] = [version, wanted].map((text) => text.split('.').map((n) => parseInt(n, 10)))
  for (let i = 0; i < 3; i++) {
    const difference = (have?.[i] || 0) - (want?.[i] || 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

async function build(out: string, progress: Progress): Promise<void> {
  // These flags are part of Go's cache keys, so changing one compiles everything again.
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' }
  const flags = ['-buildvcs=false', '-trimpath', '-ldflags', '-s -w']
  const began = Date.now()
  const report = () => {
    const seconds = Math.round((Date.now() - began) / 1000)
    progress(
      `building the Temporal server: ${durationText(seconds)} (about 4 minutes the first time on a machine)`,
    )
  }
  report()
  for (const [name, path] of BUILDS) {
    const go = ['go', 'build', ...flags, '-o', join(out, name), path]
    await runProgram('nice', ['-n', '5', ...go], {
      cwd: MODULE,
      env,
      every: { ms: 10_000, report },
    })
  }
  await runProgram(join(out, 'temporal'), ['--version'])
}

async function onThePath(): Promise<TemporalPrograms> {
  const cli = findOnPath('temporal')
  if (!cli) throw new Error('the official CLI "temporal" is not on the PATH')
  return { kind: 'dev', cli }
}

async function downloaded(progress: Progress): Promise<TemporalPrograms> {
  return { kind: 'dev', cli: await downloadCli(...goPlatform(), progress) }
}

/** This system and processor by the names that Go and the official downloads use. */
function goPlatform(): [string, string] {
  const arch = { x64: 'amd64', ia32: '386' }[process.arch as string] ?? process.arch
  return [process.platform === 'win32' ? 'windows' : process.platform, arch]
}

function whatToDo(refusals: readonly string[]): string {
  return [
    'The Temporal server is missing and could not be had:',
    ...refusals,
    'Any one of these will do: install Go (https://go.dev/dl/) and start again; or install the',
    'Temporal CLI (https://docs.temporal.io/cli) so that "temporal" is on the PATH; or set',
    'RECEIVABLES_TEMPORAL_BIN_DIR to a folder that holds it; or set TEMPORAL_ADDRESS to a',
    'Temporal that is running already.',
  ].join('\n')
}
