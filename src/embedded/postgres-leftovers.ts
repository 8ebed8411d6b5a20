import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Progress } from './cache.ts'
import type { RunAs } from './postgres-programs.ts'
import { end, isAlive, programOf } from './processes.ts'
import { runProgram } from './run-program.ts'

/**
 * Ends the processes of this data directory that a killed run left, and removes its pid file. Only
 * the holder of the data directory's lock may call this, because it ends every process found there.
 */
export async function endLeftovers(
  dataDir: string,
  user: RunAs,
  progress: Progress,
): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const postmaster = Math.abs(Number(readFileSync(pidFile, 'utf8').split('\n')[0]))
  if ((await postgresIn(dataDir, user, postmaster)).includes(postmaster)) {
    progress(`ending the PostgreSQL that a killed run left behind (process ${postmaster})`)
    await end(postmaster, [
      ['SIGINT', 5_000],
      ['SIGQUIT', 3_000],
      ['SIGKILL', 2_000],
    ])
  }
  // Backends that outlive their postmaster keep its shared memory, and a start would be refused.
  const orphans = await postgresIn(dataDir, user, postmaster)
  for (const orphan of orphans) {
    await end(orphan, [
      ['SIGQUIT', 2_000],
      ['SIGKILL', 2_000],
    ])
  }
  rmSync(pidFile, { force: true })
}

async function postgresIn(dataDir: string, user: RunAs, postmaster: number): Promise<number[]> {
  if (process.platform === 'linux') return (await linksIn(dataDir, user)).filter(isAlive)
  const program = isAlive(postmaster) ? (programOf(postmaster) ?? '') : ''
  return program.includes('postgres') && program.includes(dataDir) ? [postmaster] : []
}

/**
 * Runs as PostgreSQL's user, because in a container even root may not read another user's links.
 */
async function linksIn(dataDir: string, user: RunAs): Promise<number[]> {
  const script = 'ls -l /proc/[0-9]*/cwd /proc/[0-9]*/exe 2>/dev/null; true'
  const list = await runProgram('/bin/sh', ['-c', script], user)
  const links = list.matchAll(/\/proc\/(\d+)\/(cwd|exe) -> (.*)$/gm)
  const inside = new Set<number>()
  const postgres = new Set<number>()
  for (const [, pid, kind, target = ''] of links) {
    if (kind === 'cwd' && target === dataDir) inside.add(Number(pid))
    const program = basename(target.replace(/ \(deleted\)$/, ''))
    if (kind === 'exe' && program === 'postgres') postgres.add(Number(pid))
  }
  return [...inside].filter((pid) => postgres.has(pid))
}
