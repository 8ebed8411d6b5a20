import { join } from 'node:path'
import { cacheDir, type Progress } from '../src/embedded/cache.ts'
import { findOnPath } from '../src/embedded/find-on-path.ts'
import { runProgram } from '../src/embedded/run-program.ts'
import { reasonToMiss, type Found } from './fetched.ts'

/** A Python of its own with one package of PyPI, kept for the next run; or why there is none. */
export async function pythonWith(
  name: string,
  version: string,
  progress: Progress,
): Promise<Found> {
  const python = findOnPath('python3')
  if (!python) return { reason: 'there is no python3 on the PATH' }
  const own = await runProgram(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])
  const dir = join(cacheDir(), name, `${version}-python${own.trim()}`)
  const install = async (draft: string) => {
    await runProgram(python, ['-m', 'venv', draft])
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
    await runProgram(join(draft, 'bin', 'python'), [...pip, `${name}==${version}`])
  }
  const reason = await reasonToMiss(dir, `${name} ${version}`, install, progress)
  return reason === undefined ? { path: join(dir, 'bin', 'python') } : { reason }
}
