import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cacheDir, type Progress } from '../src/embedded/cache.ts'
import { findOnPath } from '../src/embedded/find-on-path.ts'
import { runProgram } from '../src/embedded/run-program.ts'
import { reasonToMiss, type Found } from './fetched.ts'

/** A program of others that Go builds of its sources. */
export interface GoProgram {
  /** The package of its main function, by which the program is called. */
  program: string
  version: string
  tags?: string
}

/** Built once; or why it cannot be had. */
export async function goProgram(of: GoProgram, progress: Progress): Promise<Found> {
  const { program, version, tags = '' } = of
  const go = findOnPath('go')
  if (!go) return { reason: 'there is no Go on the PATH' }
  const name = basename(program)
  const dir = join(cacheDir(), name, version)
  const flags = ['-buildvcs=false', '-trimpath', '-ldflags', '-s -w', '-tags', tags]
  const install = async (draft: string) => {
    const at = { cwd: draft, env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod' } }
    writeFileSync(join(draft, 'go.mod'), `module receivables.test/${name}\n`)
    await runProgram(go, ['get', `${program}@${version}`], at)
    await runProgram('nice', ['-n', '5', go, 'build', ...flags, '-o', draft, program], at)
  }
  const reason = await reasonToMiss(dir, `${name} ${version}`, install, progress)
  return reason === undefined ? { path: join(dir, name) } : { reason }
}
