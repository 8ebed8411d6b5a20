import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Registered } from '../../src/kernel/http/app.ts'
import { seed } from './seed.ts'

const turns = 4

/**
 * What is the kernel's alone is the same for every operation: each run tries it on a quarter of
 * them, by seed, and on every room that was changed.
 */
export function inTurn<T extends Pick<Registered, 'area' | 'room' | 'operation'>>(one: T): boolean {
  const { area, room, operation } = one
  return isTurnOf(`${operation.method} ${operation.path}`) || isChanged(area, room)
}

function isTurnOf(route: string): boolean {
  return createHash('sha256').update(route).digest().readUInt32BE() % turns === seed % turns
}

function isChanged(area: string, room: string): boolean {
  const place = `src/api/${area}/${room}`
  return changed.some((path) => path === `${place}.ts` || path.startsWith(`${place}/`))
}

/** What stands otherwise than in the commit before the last one; without a history, nothing. */
const changed: readonly string[] = changedFiles()

function changedFiles(): string[] {
  try {
    const output = execFileSync('git', ['diff', '--name-only', 'HEAD~1', '--', 'src/api'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.split('\n').filter((path) => path !== '')
  } catch {
    return []
  }
}
