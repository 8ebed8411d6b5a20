import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir, type Progress } from '../src/embedded/cache.ts'
import { findOnPath } from '../src/embedded/find-on-path.ts'
import { runProgram } from '../src/embedded/run-program.ts'
import { reasonToMiss, type Found } from './fetched.ts'

/** Prometheus 3.16. */
const version = 'v0.316.0'
const program = 'github.com/prometheus/prometheus/cmd/promtool'
// It asks nobody where there is something to measure, which is most of what it is made of.
const flags = ['-buildvcs=false', '-trimpath', '-ldflags', '-s -w', '-tags', 'remove_all_sd']

/** What Prometheus itself tries its rules by, built once; or why it cannot be had. */
export async function promtool(progress: Progress): Promise<Found> {
  const go = findOnPath('go')
  if (!go) return { reason: 'there is no Go on the PATH' }
  const dir = join(cacheDir(), 'promtool', version)
  const install = async (draft: string) => {
    const at = { cwd: draft, env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod' } }
    writeFileSync(join(draft, 'go.mod'), 'module receivables.test/promtool\n')
    await runProgram(go, ['get', `${program}@${version}`], at)
    await runProgram('nice', ['-n', '5', go, 'build', ...flags, '-o', draft, program], at)
  }
  const reason = await reasonToMiss(dir, `promtool ${version}`, install, progress)
  return reason === undefined ? { path: join(dir, 'promtool') } : { reason }
}
