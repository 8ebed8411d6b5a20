import { execFile } from 'node:child_process'
import { inject } from 'vitest'
import type { World } from './world.ts'

export interface Ran {
  /** Below zero where it was killed. */
  code: number
  out: string
  said: string
}

/** A program of ours as one types it, to its end. */
export function ran(
  words: readonly string[],
  where: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, words, where, (error, out, said) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1
      resolve({ code, out, said })
    })
  })
}

export const commandLine = 'src/cli/main.ts'

/** What leads a program to the database of a file of tests, and to no data folder. */
export function leadingTo(at: World): NodeJS.ProcessEnv {
  const { masterKey, rolePrefix } = inject('postgres')
  return {
    ...process.env,
    DATABASE_URL: at.installed.ownerUrl,
    RECEIVABLES_MASTER_KEY: masterKey,
    RECEIVABLES_DATABASE_ROLES: rolePrefix,
    RECEIVABLES_DATA_DIR: 'test/no-such-folder',
  }
}
