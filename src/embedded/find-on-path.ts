import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a shell would find the program. */
export function findOnPath(name: string): string | undefined {
  const dirs = (process.env.PATH ?? '').split(delimiter).filter((dir) => dir !== '')
  return dirs.map((dir) => join(dir, name)).find(isProgram)
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
