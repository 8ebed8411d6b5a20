import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..', '..')

const leftOut = /(^|\/)(node_modules|\.git|\.data|results)(\/|$)/

/** Every file that is or would be kept, by its path from the root. */
export const files: readonly string[] = (listedByGit() ?? walked('.'))
  .filter((path) => !leftOut.test(path) && existsSync(join(root, path)))
  .toSorted()

function listedByGit(): string[] | undefined {
  try {
    const command = ['ls-files', '--cached', '--others', '--exclude-standard']
    const output = execFileSync('git', command, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.split('\n').filter((path) => path !== '')
  } catch {
    return undefined
  }
}

function walked(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (leftOut.test(path)) return []
    return entry.isDirectory() ? walked(path) : [path]
  })
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function isThere(path: string): boolean {
  return existsSync(join(root, path))
}

export function isFolder(path: string): boolean {
  return isThere(path) && statSync(join(root, path)).isDirectory()
}

export interface Import {
  from: string
  /** A path from the root for a file of ours, else the name of a package. */
  to: string
  ours: boolean
  /** Nothing of it is left at run time. */
  type: boolean
}

const importing =
  /^(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm

export function importsOf(from: string): Import[] {
  return [...textOf(from).matchAll(importing)].map(([, type, named, bare, later]) => {
    const source = named ?? bare ?? later ?? ''
    const ours = source.startsWith('.')
    const to = ours ? relative(root, resolve(root, dirname(from), source)) : source
    return { from, to, ours, type: type !== undefined }
  })
}

export const sources = files.filter((path) => /^src\/.*\.ts$/.test(path))
export const code = files.filter((path) => /\.(?:ts|mjs|sh)$/.test(path))
