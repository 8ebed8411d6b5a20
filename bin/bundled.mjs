// Where a program of one file stands, if it was made of the sources as they are now.
import { readFileSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MADE = join(ROOT, 'node_modules/.cache/receivables/made.json')

/** Runs that program; false where there is none, or a source was changed, added or removed. */
export async function runBundled(name) {
  const program = process.env.RECEIVABLES_BUNDLE === 'off' ? undefined : programOf(name)
  if (program === undefined) return false
  enableCompileCache(join(dirname(program), 'compiled'))
  await import(pathToFileURL(program).href)
  return true
}

function programOf(name) {
  try {
    const { node, folder, at } = JSON.parse(readFileSync(MADE, 'utf8'))
    const same = ([path, changed]) => statSync(join(ROOT, path)).mtimeMs === changed
    return node === process.version && at.every(same) ? join(folder, `${name}.mjs`) : undefined
  } catch {
    return undefined
  }
}
