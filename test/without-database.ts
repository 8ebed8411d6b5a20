import { files, importsOf, textOf } from './tidy/tree.ts'

/** Tests of what needs neither a database nor an engine: they reach for none of those that give one. */
export function withoutDatabase(): string[] {
  const tests = files.filter((path) => /^test\/.*\.test\.ts$/.test(path))
  return tests.filter((path) => !reaches(path, new Set()))
}

const giver = /^test\/support\/(?:world|temporal)\.ts$|^src\/embedded\//
const asks = /\binject\(|\bspawn\(/

function reaches(path: string, seen: Set<string>): boolean {
  if (giver.test(path)) return true
  if (seen.has(path) || !path.endsWith('.ts')) return false
  seen.add(path)
  if (path.startsWith('test/') && asks.test(textOf(path))) return true
  return importsOf(path).some(({ to, ours, type }) => ours && !type && reaches(to, seen))
}
